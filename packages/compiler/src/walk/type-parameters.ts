import ts from "typescript";
import type { JsonSchema } from "@skills/core";
import type { Refusal } from "../problems";
import type { Describer } from "./kinds";
import { shape, type Shape } from "./shape";
import type { Walk } from "./walk";

/** A type parameter takes whatever its constraint takes, and objects with more members than it names. */
export const describeTypeParameter: Describer = (walk, type, written) => {
  const { checker } = walk.context;
  const { constraint: node } = type.symbol.declarations?.find(ts.isTypeParameterDeclaration) ?? {};
  const declared = node && checker.getTypeFromTypeNode(node);
  // `K extends keyof T`: the checker's constraint has numbers and symbols, too.
  if (declared && declared.flags & ts.TypeFlags.Index) return walk.unnamed(declared);
  const constraint = checker.getBaseConstraintOfType(type);
  if (!constraint || constraint === type) return shape({});
  return opened(walk.unnamed(constraint, written));
};

/** A type that waits for type arguments (`keyof T`, `T[K]`, a conditional type): what it can be at most. */
export const describeDeferred: Describer = (walk, type, written) => {
  // Keys in JSON are strings; those that other type arguments would add are not known here.
  if (type.flags & ts.TypeFlags.Index) return shape({ type: "string" });
  const constraint = walk.context.checker.getBaseConstraintOfType(type);
  if (constraint && constraint !== type) return walk.type(constraint, written);
  throw dependsOnParameter(walk, type);
};

/** Whether keys of a mapped type wait for type arguments: `keyof T` and `` `x-${K}` `` do, `` `x-${string}` `` does not. */
export function isDeferred(keys: ts.Type): boolean {
  if (keys.isUnion()) return keys.types.some(isDeferred);
  if (keys.flags & ts.TypeFlags.TemplateLiteral)
    return (keys as ts.TemplateLiteralType).types.some(isDeferred);
  if (keys.flags & ts.TypeFlags.StringMapping) return isDeferred((keys as ts.StringMappingType).type);
  return (keys.flags & ts.TypeFlags.Instantiable) !== 0;
}

export function dependsOnParameter(walk: Walk, type: ts.Type): Refusal {
  return walk.refusal(
    "undescribable",
    `${walk.here()} has the type ${walk.context.text(type)}, which depends on a type parameter`,
    "write the type that the model is to give",
  );
}

/** An object that may have more members than it names. */
export function opened({ schema, revive }: Shape): Shape {
  return shape(open(schema), revive);
}

function open(schema: JsonSchema): JsonSchema {
  const { additionalProperties, ...rest } = schema;
  const kept = additionalProperties === false ? rest : schema;
  return Array.isArray(kept.anyOf) ? { ...kept, anyOf: (kept.anyOf as JsonSchema[]).map(open) } : kept;
}

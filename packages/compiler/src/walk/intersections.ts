import ts from "typescript";
import { builtInOf } from "./built-ins";
import type { Describer } from "./kinds";
import { describeMembers } from "./objects";
import { opened } from "./type-parameters";
import { typeAsWritten, type Written } from "./written";
import { writtenMembers } from "./written-parts";
import type { Walk } from "./walk";

const PRIMITIVE =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.TemplateLiteral |
  ts.TypeFlags.StringMapping;

/**
 * Objects are joined. A primitive with anything beside it is a brand (`string & {__brand: "Id"}`): JSON has only the
 * primitive. The same holds for an array or a built-in with marks beside it.
 */
export const describeIntersection: Describer = (walk, type, written) => {
  const { types } = type as ts.IntersectionType;
  const carrier =
    types.find((member) => member.flags & PRIMITIVE) ?? types.find((member) => isWhole(walk, member));
  if (carrier) return walk.type(carrier, writtenAs(walk, carrier, written));
  const parameter = types.find((member) => member.flags & ts.TypeFlags.Instantiable);
  const constraint = parameter && walk.context.checker.getBaseConstraintOfType(type);
  if (constraint && constraint !== type)
    return parameter.flags & ts.TypeFlags.TypeParameter
      ? opened(walk.unnamed(constraint, written))
      : walk.type(constraint, written);
  return describeMembers(walk, type, written);
};

/** A type that JSON writes as one thing, whatever members it has. */
function isWhole(walk: Walk, type: ts.Type): boolean {
  const { checker } = walk.context;
  return (
    checker.isArrayType(type) || checker.isTupleType(type) || builtInOf(walk.context, type) !== undefined
  );
}

function writtenAs(walk: Walk, carrier: ts.Type, written: Written | undefined): Written | undefined {
  return writtenMembers(walk.context, written).find((part) => typeAsWritten(walk.context, part) === carrier);
}

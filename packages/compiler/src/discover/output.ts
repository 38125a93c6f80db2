import ts from "typescript";
import type { JsonSchema } from "@skills/core";
import type { Context } from "../context";
import { Refusal } from "../problems";
import { assemble } from "../walk/assemble";
import type { Shape } from "../walk/shape";
import { joined } from "../walk/unions";
import { Walk } from "../walk/walk";
import { referenced, writtenArgument, type Written } from "../walk/written";
import type { Callable } from "./callable";

/** Types whose first argument is what a generator yields. */
const YIELDING = new Set([
  "Generator",
  "AsyncGenerator",
  "Iterator",
  "AsyncIterator",
  "Iterable",
  "AsyncIterable",
  "IterableIterator",
  "AsyncIterableIterator",
  "IteratorObject",
  "AsyncIteratorObject",
]);

/**
 * The schema of what comes back: awaited, yielded, the value of a `Result`. Undefined where nothing does, and where
 * the type cannot be described, which is a warning: the tool works without.
 */
export function describeOutput(callable: Callable): JsonSchema | undefined {
  const { context, spot } = callable;
  const walk = new Walk(context, "output", () => undefined);
  try {
    const shapes = callable.signatures.flatMap(
      (signature) => describeReturn(callable, walk, signature) ?? [],
    );
    if (shapes.length === 0) return undefined;
    return assemble(joined(shapes), [], walk.definitions).schema;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    context.report(
      "output",
      spot,
      `no output schema, because in the return type ${error.message}`,
      error.help,
    );
    return undefined;
  }
}

function describeReturn(callable: Callable, walk: Walk, signature: ts.Signature): Shape | undefined {
  const { context } = callable;
  const declaration = signature.getDeclaration() as ts.SignatureDeclaration | undefined;
  const node = declaration?.type;
  const written = node && declaration && { node, env: callable.envOf(declaration.parent) };
  const { type, as } = unwrapped(context, signature.getReturnType(), written);
  const value = resultValue(context, type) ?? type;
  if (value.flags & (ts.TypeFlags.VoidLike | ts.TypeFlags.Never)) return undefined;
  if (value.flags & ts.TypeFlags.Any)
    throw new Refusal("output", "the type is any", "declare the return type of the method");
  return walk.value(value, value === type ? as : writtenArgument(as, 0)).shape;
}

interface Unwrapped {
  type: ts.Type;
  as: Written | undefined;
}

/** Without promises and generators around it. */
function unwrapped(context: Context, type: ts.Type, written: Written | undefined): Unwrapped {
  const awaited = context.checker.getAwaitedType(type) ?? type;
  const as = awaited === type ? written : argumentOf(context, written, "Promise");
  const symbol = awaited.symbol as ts.Symbol | undefined;
  if (!symbol || !YIELDING.has(symbol.name) || !context.isBuiltIn(symbol)) return { type: awaited, as };
  const [yielded] = context.checker.getTypeArguments(awaited as ts.TypeReference);
  return yielded ? unwrapped(context, yielded, writtenArgument(as, 0)) : { type: awaited, as };
}

function argumentOf(context: Context, written: Written | undefined, name: string): Written | undefined {
  return written && referenced(context, written.node)?.name === name
    ? writtenArgument(written, 0)
    : undefined;
}

/** `T` of core's `Result<T, E>`: also where returns of several Results have lost the alias. */
function resultValue(context: Context, type: ts.Type): ts.Type | undefined {
  if (context.isCore("Result", type.aliasSymbol)) return type.aliasTypeArguments?.[0];
  const members = type.isUnion() ? type.types : [type];
  const fromCore = members.every(
    (member) =>
      context.isFrom("@skills/core", member.symbol as ts.Symbol | undefined) && member.getProperty("ok"),
  );
  if (!fromCore) return undefined;
  const values = members.flatMap((member) => member.getProperty("value") ?? []);
  const [value] = values;
  return value && values.length === 1 ? context.checker.getTypeOfSymbol(value) : undefined;
}

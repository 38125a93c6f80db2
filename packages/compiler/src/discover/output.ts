import ts from "typescript";
import type { JsonSchema } from "@skills/core";
import type { Context } from "../context";
import { Refusal } from "../problems";
import { assemble } from "../walk/assemble";
import type { Shape } from "../walk/shape";
import { inWrittenOrder } from "../walk/order";
import { describeMembers, joined } from "../walk/unions";
import { Walk } from "../walk/walk";
import { referenced, withConstraints, type Written } from "../walk/written";
import { writtenArgument } from "../walk/written-elements";
import type { Callable } from "./callable";
import { withoutResults } from "./results";

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
  const written = node &&
    declaration && { node, env: withConstraints(context, declaration, callable.envOf(declaration.parent)) };
  const awaited = unpromised(context, signature.getReturnType(), written);
  const item = yielded(context, awaited);
  const { type, as } = item ?? awaited;
  // What is yielded reaches the model as it is.
  const returned = item ? undefined : withoutResults(context, type, as);
  const { types = [type], written: ways = as ? [as] : [] } = returned ?? {};
  const present = types.filter(({ flags }) => !(flags & (ts.TypeFlags.VoidLike | ts.TypeFlags.Never)));
  if (present.some(({ flags }) => flags & ts.TypeFlags.Any))
    throw new Refusal("output", "the type is any", "declare the return type of the method");
  const [only] = present;
  if (!only || present.length === 1) return only && walk.value(only, ways[0]).shape;
  const members = present.flatMap((each) => (each.isUnion() ? each.types : [each]));
  const distinct = [...new Set(members)].filter(({ flags }) => !(flags & ts.TypeFlags.VoidLike));
  return describeMembers(walk, inWrittenOrder(context, distinct, as, type.aliasSymbol), ways);
}

interface Typed {
  type: ts.Type;
  as: Written | undefined;
}

function unpromised(context: Context, type: ts.Type, written: Written | undefined): Typed {
  const awaited = context.checker.getAwaitedType(type) ?? type;
  return { type: awaited, as: awaited === type ? written : argumentOf(context, written, "Promise") };
}

/** What a generator yields, awaited; undefined for what is none. */
function yielded(context: Context, { type, as }: Typed): Typed | undefined {
  const symbol = type.symbol as ts.Symbol | undefined;
  if (!symbol || !YIELDING.has(symbol.name) || !context.isBuiltIn(symbol)) return undefined;
  const [item] = context.checker.getTypeArguments(type as ts.TypeReference);
  return item && unpromised(context, item, writtenArgument(as, 0));
}

function argumentOf(context: Context, written: Written | undefined, name: string): Written | undefined {
  return written && referenced(context, written.node)?.name === name
    ? writtenArgument(written, 0)
    : undefined;
}

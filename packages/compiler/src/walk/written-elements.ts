import ts from "typescript";
import type { Context } from "../context";
import { mappedAt } from "./written-members";
import { argumentsOf, asOne, resolveWritten, typeAt, type Written } from "./written";

/** A type argument as it was written: `Int` of `Set<Int>`, `Array<Int>`, `Int[]`. */
export function writtenArgument(written: Written | undefined, index: number): Written | undefined {
  const argument = written && argumentsOf(written.node)[index];
  return argument && { node: argument, env: written.env };
}

const ANY_INDEX = ts.factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword);

/** Any element of an array as it was written: `Int` of `Int[]`, `Readonly<Int[]>`, `[INT, INT]`. */
export function writtenElement(context: Context, list: Written): Written | undefined {
  const resolved = resolveWritten(context, list).written;
  if (ts.isMappedTypeNode(resolved.node)) return mappedAt(context, resolved, ANY_INDEX);
  const places = placesOf(context, resolved);
  return places
    ? asOne(
        context,
        places.map(({ written }) => written),
      )
    : writtenArgument(resolved, 0);
}

/** One place of a tuple, or all that an array takes up in it. */
export interface Place {
  written: Written | undefined;
  isRest: boolean;
}

/** A tuple by its places, with those of tuples that are spread in it; undefined where they are not known. */
export function writtenPlaces(context: Context, tuple: Written): Place[] | undefined {
  const resolved = resolveWritten(context, tuple).written;
  const isList =
    ts.isArrayLiteralExpression(resolved.node) &&
    !context.checker.isTupleType(typeAt(context, resolved.node));
  return isList ? undefined : placesOf(context, resolved);
}

function placesOf(context: Context, { node, env }: Written): Place[] | undefined {
  if (!ts.isTupleTypeNode(node) && !ts.isArrayLiteralExpression(node)) return undefined;
  return [...node.elements].flatMap((element: ts.TypeNode | ts.Expression): Place[] => {
    const spread = spreadIn(element);
    if (!spread) return [{ written: { node: element, env }, isRest: false }];
    const inner = { node: spread, env };
    return writtenPlaces(context, inner) ?? [{ written: writtenElement(context, inner), isRest: true }];
  });
}

function spreadIn(element: ts.TypeNode | ts.Expression): ts.TypeNode | ts.Expression | undefined {
  if (ts.isSpreadElement(element)) return element.expression;
  if (ts.isRestTypeNode(element)) return element.type;
  return ts.isNamedTupleMember(element) && element.dotDotDotToken ? element.type : undefined;
}

/** `Pair[1]`, `LATS[0]`. */
export function elementAt(context: Context, list: Written, index: number): Written | undefined {
  const places = writtenPlaces(context, list);
  if (!places) return writtenElement(context, list);
  const before = places.slice(0, index + 1);
  return before.some(({ isRest }) => isRest) ? undefined : before[index]?.written;
}

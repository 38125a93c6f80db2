import ts from "typescript";
import type { JsonSchema } from "@skills/core";
import { isObject, listOf, resolved } from "../contract/schema-parts";
import type { Context } from "../context";
import { literalValue } from "../walk/primitives";
import { typeAsWritten, type Written } from "../walk/written";
import { writtenElement, writtenPlaces } from "../walk/written-elements";
import { writtenMembers } from "../walk/written-parts";
import { isJust, partOf, type Account, type Evidence, type Place } from "./place";

/** The elements of an array or tuple, where both generators have the same around them. */
export function elementParts(place: Place, { context, ask }: Evidence): Account | undefined {
  const { checker } = context;
  const { type, ours, theirs, path, written } = place;
  const isTuple = checker.isTupleType(type);
  if (!isTuple && (!checker.isArrayType(type) || "prefixItems" in ours)) return undefined;
  const types = checker.getTypeArguments(type as ts.TypeReference);
  const [least, length] = isTuple ? lengthsOf(type as ts.TupleTypeReference) : [0, undefined];
  const expected: JsonSchema = { type: "array", ...(least > 0 ? { minItems: least } : {}) };
  const around = typeof theirs === "string" ? expected : theirs;
  const prefix = listOf(ours.prefixItems);
  if (!isJust(ours, expected, ELEMENTS) || !isJust(around, expected, ELEMENTS)) return undefined;
  if (isTuple && prefix.length + (length === undefined ? 1 : 0) !== types.length) return undefined;
  if (isTuple && length !== undefined && ours.items !== false) return undefined;

  const places = isTuple && written ? writtenPlaces(context, written) : undefined;
  const parts = types.map((element, index): Place => {
    const isPlaced = index < prefix.length;
    const [mine, other] = [ours, around].map((whole) =>
      isPlaced ? listOf(whole.prefixItems)[index] : whole.items,
    );
    return {
      path: `${path}[${isPlaced ? String(index) : ""}]`,
      type: element,
      written: isTuple ? places?.[index]?.written : written && writtenElement(context, written),
      ours: partOf(ours, mine),
      theirs: isObject(other) ? partOf(around, other) : ask(element),
    };
  });
  return { reasons: [], unexplained: [], parts };
}

const ELEMENTS = ["items", "prefixItems"];

function lengthsOf({ target }: ts.TupleTypeReference): [least: number, most: number | undefined] {
  const isOpen = target.elementFlags.some((flags) => flags & ts.ElementFlags.Variable);
  return [target.minLength, isOpen ? undefined : target.elementFlags.length];
}

/**
 * The members of a union: each must have an alternative of ours that is explained by it, and each alternative a
 * member. Which belong together is not said anywhere.
 */
export function unionParts(place: Place, { context, ask, isExplained }: Evidence): Account | undefined {
  if (!place.type.isUnion()) return undefined;
  const alternatives = alternativesOf(place.ours, place.ours);
  const members = place.type.types.filter(({ flags }) => !(flags & ts.TypeFlags.VoidLike));
  const literals = members.filter(isLiteral);
  const others = members.filter((member) => !isLiteral(member));
  const rest = withoutLiterals(alternatives, literals);
  if (!rest) return undefined;
  const written = writtenMembers(context, place.written);
  const pairs = others.map((type) =>
    rest.flatMap((ours): Place[] => {
      const ways = waysOf(context, type, written).map((way) => ({
        path: place.path,
        type,
        written: way,
        ours: partOf(place.ours, ours),
        theirs: ask(type),
      }));
      return ways.filter(isExplained).slice(0, 1);
    }),
  );
  const used = new Set(pairs.flat().map(({ ours }) => textOf(ours)));
  const isWhole = pairs.every(({ length }) => length > 0) && rest.every((each) => used.has(textOf(each)));
  return isWhole ? { reasons: [], unexplained: [], parts: pairs.flat() } : undefined;
}

function textOf(alternative: JsonSchema): string {
  const { $defs: _, ...own } = alternative;
  return JSON.stringify(own);
}

function alternativesOf(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const target = resolved(schema, root);
  if (Array.isArray(target.anyOf) && isJust(target, {}, ["anyOf"]))
    return target.anyOf.filter(isObject).flatMap((branch) => alternativesOf(branch, root));
  const types = listOf(target.type);
  return types.length > 0 ? types.map((type) => ({ ...target, type })) : [schema];
}

function isLiteral({ flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Literal | ts.TypeFlags.Null)) !== 0;
}

/** The alternatives that are no list of values; undefined where the values are not those of the type. */
function withoutLiterals(
  alternatives: readonly JsonSchema[],
  literals: readonly ts.Type[],
): JsonSchema[] | undefined {
  const rest: JsonSchema[] = [];
  const values: unknown[] = [];
  for (const each of alternatives) {
    const named = "const" in each ? [each.const] : listOf(each.enum);
    if (named.length > 0 && named.every((value) => typeof value === each.type)) values.push(...named);
    else if (each.type === "null") values.push(null);
    else if (each.type === "boolean") values.push(true, false);
    else rest.push(each);
  }
  const expected = literals
    .map((type) => (type.flags & ts.TypeFlags.Null ? null : literalValue(type)))
    // A literal beside its whole type says no more.
    .filter((value) => values.includes(value) || !rest.some((each) => isJust(each, { type: typeof value })));
  const isSame = expected.length === values.length && expected.every((value) => values.includes(value));
  return isSame ? rest : undefined;
}

/** How a member of a union may have been written: the same type may be there under several names. */
function waysOf(context: Context, type: ts.Type, written: readonly Written[]): (Written | undefined)[] {
  const ways = written.filter((each) => {
    const other = typeAsWritten(context, each);
    return other === type || (type.symbol !== undefined && other.symbol === type.symbol);
  });
  return [...ways, undefined];
}

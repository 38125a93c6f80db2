import ts from "typescript";
import type { JsonSchema } from "@skills/core";
import { writtenArgument } from "../walk/written-elements";
import { resolveWritten } from "../walk/written";
import {
  accountedFor,
  isJust,
  partOf,
  withoutUndefined,
  type Account,
  type Evidence,
  type Place,
} from "./place";
import { fitsTemplate } from "./templates";

/**
 * Accounts for what the other generator makes of one kind of type. A cause knows what our schema must be instead:
 * where it is something else, nothing is accounted for.
 */
type Cause = (place: Place, evidence: Evidence) => Account | undefined;

/** The known cause for a difference at a place, found in the type that stands there. */
export function knownCause(place: Place, evidence: Evidence): Account | undefined {
  for (const cause of [builtIn, derivedList, bigint, brand, template, computedEnum, anyValue]) {
    const account = cause(place, evidence);
    if (account) return account;
  }
  return undefined;
}

/** The JSON that stands for built-in objects, without what it has of their type arguments. */
const BUILT_INS: { [name: string]: JsonSchema | undefined } = {
  URL: { type: "string", format: "uri" },
  Uint8Array: { type: "string", contentEncoding: "base64" },
  Buffer: { type: "string", contentEncoding: "base64" },
  Set: { type: "array", uniqueItems: true },
  ReadonlySet: { type: "array", uniqueItems: true },
  Map: { type: "object" },
  ReadonlyMap: { type: "object" },
  String: { type: "string" },
  Number: { type: "number" },
  Boolean: { type: "boolean" },
};

/** The keyword that has the JSON of a type argument, and how a path goes on to it. */
const ARGUMENTS: { [name: string]: readonly (readonly [keyword: string, step: string])[] | undefined } = {
  Set: [["items", "[]"]],
  ReadonlySet: [["items", "[]"]],
  Map: [
    ["propertyNames", ".keys()"],
    ["additionalProperties", "[*]"],
  ],
  ReadonlyMap: [
    ["propertyNames", ".keys()"],
    ["additionalProperties", "[*]"],
  ],
};

const builtIn: Cause = (place, { context, ask }) => {
  const { type, ours, path } = place;
  const symbol = type.symbol as ts.Symbol | undefined;
  const json = symbol && Object.hasOwn(BUILT_INS, symbol.name) ? BUILT_INS[symbol.name] : undefined;
  if (!symbol || !json || !context.isBuiltIn(symbol)) return undefined;
  const places = ARGUMENTS[symbol.name] ?? [];
  if (
    !isJust(
      ours,
      json,
      places.map(([keyword]) => keyword),
    )
  )
    return undefined;
  const written = place.written && resolveWritten(context, place.written).written;
  const types = places.length > 0 ? context.checker.getTypeArguments(type as ts.TypeReference) : [];
  const parts = places.flatMap(([keyword, step], index): Place[] => {
    const argument = types[index];
    if (!argument) return [];
    const held = withoutUndefined(context, argument);
    // Keys are texts without saying.
    const own =
      keyword === "propertyNames"
        ? { type: "string", ...partOf(ours, ours[keyword]) }
        : partOf(ours, ours[keyword]);
    return [
      {
        path: path + step,
        type: held,
        written: writtenArgument(written, index),
        ours: own,
        theirs: ask(held),
      },
    ];
  });
  return accountedFor(place, "builtIns", parts);
};

/** `interface Names extends Array<string>`. */
const derivedList: Cause = (place, { context: { checker }, ask }) => {
  const { type, ours, path } = place;
  const isDerived =
    type.isClassOrInterface() && checker.getBaseTypes(type).some((base) => checker.isArrayType(base));
  const element = isDerived ? type.getNumberIndexType() : undefined;
  if (!element || !isJust(ours, { type: "array" }, ["items"])) return undefined;
  return accountedFor(place, "builtIns", [
    { path: `${path}[]`, type: element, ours: partOf(ours, ours.items), theirs: ask(element) },
  ]);
};

const bigint: Cause = (place) =>
  place.type.flags & ts.TypeFlags.BigInt && isJust(place.ours, { type: "integer" })
    ? accountedFor(place, "bigints")
    : undefined;

const PRIMITIVE =
  ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.BooleanLike;

/** A primitive beside an object can be no object: that is a mark for the checker alone. */
const brand: Cause = (place, { ask }) => {
  if (!place.type.isIntersection()) return undefined;
  const [primitive, ...more] = place.type.types.filter(({ flags }) => flags & PRIMITIVE);
  if (!primitive || more.length > 0) return undefined;
  return accountedFor(place, "brands", [{ ...place, type: primitive, theirs: ask(primitive) }]);
};

const template: Cause = (place) => {
  const { type, ours } = place;
  const isTemplate = type.flags & (ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping);
  if (!isTemplate || !isJust(ours, { type: "string" }, ["pattern"])) return undefined;
  return fitsTemplate(ours.pattern, type) ? accountedFor(place, "templates") : undefined;
};

const computedEnum: Cause = (place, { context: { checker } }) => {
  const declaration = (place.type.symbol as ts.Symbol | undefined)?.declarations?.find(ts.isEnumDeclaration);
  const isComputed = declaration?.members.some((member) => checker.getConstantValue(member) === undefined);
  return isComputed && isJust(place.ours, { type: "number" }) ? accountedFor(place, "enums") : undefined;
};

const ANY_VALUE = { type: ["string", "number", "boolean", "object", "array"] };

/** `{}`: it fails there, and no part is left to compare. */
const anyValue: Cause = (place, { context: { checker } }) => {
  const { type, theirs, ours } = place;
  const isEmpty = checker.typeToString(type) === "{}" && checker.getPropertiesOfType(type).length === 0;
  return typeof theirs === "string" && isEmpty && isJust(ours, ANY_VALUE)
    ? accountedFor(place, "failures")
    : undefined;
};

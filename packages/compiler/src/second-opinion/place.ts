import ts from "typescript";
import type { JsonSchema } from "@skills/core";
import { isObject, resolved } from "../contract/schema-parts";
import type { Context } from "../context";
import type { DocText } from "../docs/jsdoc";
import type { Said } from "../said/said";
import type { Written } from "../walk/written";
import type { Difference } from "./compare";
import type { Reason } from "./reasons";

/** One type in a parameter, and what both generators say of it. */
export interface Place {
  /** Below the parameter: `address.city`, `items[]`; empty for the whole. */
  path: string;
  type: ts.Type;
  written?: Written | undefined;
  /** What is said of the value beside its type, by the parameter or member that holds it. */
  said?: readonly (Said | undefined)[];
  /** With the `$defs` that it refers to. */
  ours: JsonSchema;
  /** The same of the other generator; a string says why it has none. */
  theirs: JsonSchema | string;
}

/** What accounts for a difference, but for the parts, which are still to be compared. */
export interface Account {
  reasons: { path: string; reason: Reason }[];
  unexplained: Difference[];
  parts: Place[];
}

/** What a place is judged by. */
export interface Evidence {
  context: Context;
  /** The other generator's schema of a type by itself. */
  ask(type: ts.Type): JsonSchema | string;
  /** What the comments of the method say of members of the parameter, by their path. */
  docs: ReadonlyMap<string, DocText>;
  /** Whether nothing is left unexplained at a place. */
  isExplained(place: Place): boolean;
}

export function accountedFor({ path }: Place, reason: Reason, parts: Place[] = []): Account {
  return { reasons: [{ path, reason }], unexplained: [], parts };
}

/** A schema inside of another, with what it may refer to. */
export function partOf(whole: JsonSchema, part: unknown): JsonSchema {
  if (!isObject(part)) return {};
  return "$defs" in whole ? { ...part, $defs: whole.$defs } : part;
}

export function withoutRef(schema: JsonSchema): JsonSchema {
  return typeof schema.$ref === "string" ? partOf(schema, resolved(schema, schema)) : schema;
}

/** Whether a schema has these keywords and, but for some, no others that limit a value. */
export function isJust(schema: JsonSchema, expected: JsonSchema, besides: readonly string[] = []): boolean {
  const own = Object.keys(schema).filter((keyword) => !NO_LIMITS.has(keyword) && !besides.includes(keyword));
  return (
    own.length === Object.keys(expected).length && own.every((each) => sameJson(schema[each], expected[each]))
  );
}

const NO_LIMITS = new Set(["title", "description", "default", "examples", "deprecated", "$defs"]);

export function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A parameter or member that may be left out is another thing than one that may be undefined. */
export function withoutUndefined({ checker }: Context, type: ts.Type): ts.Type {
  if (!type.isUnion()) return type;
  const hasNull = type.types.some(({ flags }) => flags & ts.TypeFlags.Null);
  return hasNull ? type : checker.getNonNullableType(type);
}

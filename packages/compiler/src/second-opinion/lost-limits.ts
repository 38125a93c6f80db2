import type { JsonSchema } from "@skills/core";
import { isObject, listOf } from "../contract/schema-parts";
import { docOf } from "../docs/comments";
import { saidInDoc } from "../docs/tags";
import type { Said } from "../said/said";
import { resolveWritten } from "../walk/written";
import { sameJson, type Evidence, type Place } from "./place";

/**
 * Our schema of a place without the limits that are said beside its type, with these very values, and that the other
 * generator has not, or has with values of its own; undefined where there are none. What is said is read anew from the place itself: a limit
 * that came from another place, or with another value, stays.
 */
export function withoutLostLimits(place: Place, evidence: Evidence): JsonSchema | undefined {
  const theirs = typeof place.theirs === "string" ? {} : place.theirs;
  const left = saidAt(place, evidence).reduce((ours, said) => without(ours, said, theirs), place.ours);
  return sameJson(left, place.ours) ? undefined : left;
}

function saidAt({ path, said = [], written }: Place, { context, docs }: Evidence): Said[] {
  const aliases = written ? resolveWritten(context, written).aliases : [];
  const byAliases = aliases.map((alias): Said | undefined =>
    context.isCore("Int", context.checker.getSymbolAtLocation(alias.name))
      ? { integer: true }
      : saidInDoc(docOf(alias)),
  );
  return [...said, saidInDoc(docs.get(path)), ...byAliases].filter((each) => each !== undefined);
}

function without(ours: JsonSchema, said: Said, theirs: JsonSchema): JsonSchema {
  if (Array.isArray(ours.anyOf)) {
    const anyOf = (ours.anyOf as JsonSchema[]).map((alternative) => without(alternative, said, theirs));
    return { ...ours, anyOf };
  }
  const limits: JsonSchema = { ...said.limits, ...(said.nonEmpty ? { minLength: 1 } : {}) };
  const left: JsonSchema = {};
  for (const [keyword, value] of Object.entries(ours)) {
    const isSaid = Object.hasOwn(limits, keyword) && sameJson(limits[keyword], value);
    if (!isSaid) left[keyword] = value;
    // Read in another way, or said elsewhere with another value, which is the weaker one.
    else if (says(theirs, keyword)) left[keyword] = keyword in theirs ? theirs[keyword] : value;
  }
  if (said.integer && !says(theirs, "type", "integer")) asNumber(left);
  if (said.oneOf && isOneOf(left, said.oneOf)) {
    delete left.enum;
    delete left.const;
  }
  // What is said to be an integer may be an array of them.
  const each = said.each ?? (said.integer ? { integer: true } : undefined);
  for (const keyword of each ? ["items", "additionalProperties"] : [])
    if (each && isObject(left[keyword])) {
      const inner = isObject(theirs[keyword]) ? theirs[keyword] : {};
      left[keyword] = without(left[keyword], each, inner);
    }
  return left;
}

function asNumber(schema: JsonSchema): void {
  const widened = [schema.type].flat().map((type) => (type === "integer" ? "number" : type));
  if (schema.type !== undefined) schema.type = widened.length === 1 ? widened[0] : widened;
}

/** Whether a schema, or one of its alternatives, has a keyword, and with some value. */
function says(schema: JsonSchema, keyword: string, value?: string): boolean {
  const own = keyword in schema && (value === undefined || [schema[keyword]].flat().includes(value));
  return own || listOf(schema.anyOf).some((each) => isObject(each) && says(each, keyword, value));
}

function isOneOf(schema: JsonSchema, values: readonly unknown[]): boolean {
  const own = "const" in schema ? [schema.const] : listOf(schema.enum);
  return own.length === values.length && own.every((value) => values.includes(value));
}

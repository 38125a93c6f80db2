import type { JsonSchema } from "@skills/core";
import { isObject, listOf } from "../contract/schema-parts";

/** Keywords whose value is data, not schemas. */
const DATA = new Set(["enum", "const", "default", "examples", "required"]);

/** A schema in the words of draft 2020-12, and in one way where there are several: for comparison, not for use. */
export function modernized(schema: object): JsonSchema {
  const { $schema: _, ...rest } = rewritten(schema) as JsonSchema;
  return rest;
}

function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten);
  if (!isObject(value)) return value;
  const schema: JsonSchema = {};
  for (const [keyword, inner] of Object.entries(value)) {
    if (DATA.has(keyword)) schema[keyword] = inner;
    else if (keyword === "$ref")
      schema.$ref = decodeURIComponent(String(inner)).replace("#/definitions/", "#/$defs/");
    else schema[renamed(keyword, inner)] = rewritten(inner);
  }
  return byType(closedTuple(schema));
}

function renamed(keyword: string, value: unknown): string {
  if (keyword === "definitions") return "$defs";
  if (keyword === "items" && Array.isArray(value)) return "prefixItems";
  return keyword === "additionalItems" ? "items" : keyword;
}

/** Draft 7 closes a tuple by its length. */
function closedTuple(schema: JsonSchema): JsonSchema {
  const { prefixItems, maxItems, minItems, ...rest } = schema;
  const lower = minItems === 0 || minItems === undefined ? {} : { minItems };
  if (!Array.isArray(prefixItems))
    return { ...rest, ...lower, ...(maxItems === undefined ? {} : { maxItems }) };
  return { ...rest, ...lower, prefixItems, ...(maxItems === prefixItems.length ? { items: false } : {}) };
}

/** Values of several types become one alternative a type, as an `anyOf` of them would be written. */
function byType(schema: JsonSchema): JsonSchema {
  const values = listOf(schema.enum);
  if (values.length === 0) return schema;
  const { enum: _, type: __, ...rest } = schema;
  const types = [...new Set(values.map(typeOf))];
  const alternatives = types.map((type) =>
    type === "null" ? { type } : { type, enum: values.filter((value) => typeOf(value) === type) },
  );
  return alternatives.length === 1 ? { ...rest, ...alternatives[0] } : { ...rest, anyOf: alternatives };
}

function typeOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}

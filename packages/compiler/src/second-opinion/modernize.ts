import type { JsonSchema } from "@skills/core";
import { isObject, listOf, namedOf } from "../contract/schema-parts";

/** Keywords whose value is data, not schemas. */
const DATA = new Set(["enum", "const", "default", "examples", "required"]);

/** Keywords whose value has schemas by names of its own, which are no keywords. */
const BY_NAME = new Set(["properties", "patternProperties", "definitions", "$defs"]);

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
    if (keyword === "$ref")
      schema.$ref = decodeURIComponent(String(inner)).replace("#/definitions/", "#/$defs/");
    else schema[renamed(keyword, inner)] = inKeyword(keyword, inner);
  }
  return byType(closedTuple(schema));
}

/** The value of a keyword with other schemas in it. */
function inKeyword(keyword: string, value: unknown): unknown {
  if (DATA.has(keyword)) return value;
  if (!BY_NAME.has(keyword)) return rewritten(value);
  return Object.fromEntries(
    Object.entries(namedOf(value)).map(([name, schema]) => [name, rewritten(schema)]),
  );
}

function renamed(keyword: string, value: unknown): string {
  if (keyword === "definitions") return "$defs";
  if (keyword === "items" && Array.isArray(value)) return "prefixItems";
  return keyword === "additionalItems" ? "items" : keyword;
}

/** Draft 7 closes a tuple by its length. */
function closedTuple(schema: JsonSchema): JsonSchema {
  const { minItems, ...rest } = schema;
  const lower = minItems === 0 || minItems === undefined ? {} : { minItems };
  const { maxItems, ...open } = rest;
  const isClosed = Array.isArray(rest.prefixItems) && maxItems === rest.prefixItems.length;
  return isClosed ? { ...open, ...lower, items: false } : { ...rest, ...lower };
}

/** Values of several types become one alternative a type, as an `anyOf` of them would be written. */
function byType(schema: JsonSchema): JsonSchema {
  const values = listOf(schema.enum);
  const { enum: _, type, ...rest } = schema;
  const types = [...new Set(values.map(typeOf))];
  // Values that their own type excludes are a mistake, which is not to be hidden.
  const isTyped = type === undefined || types.every((each) => [type].flat().includes(each));
  if (values.length === 0 || !isTyped) return schema;
  const alternatives = types.map((each) => {
    const own = values.filter((value) => typeOf(value) === each);
    const isWhole = each === "null" || (each === "boolean" && own.length === 2);
    return { type: each, ...(isWhole ? {} : { enum: own }) };
  });
  return alternatives.length === 1 ? { ...rest, ...alternatives[0] } : { ...rest, anyOf: alternatives };
}

function typeOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}

import type { JsonSchema } from "@skills/core";
import type { Definitions } from "./definitions";

export function typeName(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

export function hasType(value: unknown, type: string): boolean {
  return type === "integer" ? Number.isInteger(value) : typeName(value) === type;
}

/** Whether a keyword shuts a value out of its own type. */
const SHUTS_OUT: { [keyword: string]: ((value: unknown, limit: number) => boolean) | undefined } = {
  minimum: (value, limit) => typeof value === "number" && value < limit,
  maximum: (value, limit) => typeof value === "number" && value > limit,
  exclusiveMinimum: (value, limit) => typeof value === "number" && value <= limit,
  exclusiveMaximum: (value, limit) => typeof value === "number" && value >= limit,
  minLength: (value, limit) => typeof value === "string" && Array.from(value).length < limit,
  maxLength: (value, limit) => typeof value === "string" && Array.from(value).length > limit,
  minItems: (value, limit) => Array.isArray(value) && value.length < limit,
  maxItems: (value, limit) => Array.isArray(value) && value.length > limit,
};

/** Whether a value can be one of a schema, as far as the schema's own level tells: what is inside is not looked at. */
export function mayHold(definitions: Definitions, schema: JsonSchema, value: unknown): boolean {
  const referred = definitions.behind(schema)?.shape.schema;
  if (referred && !mayHold(definitions, referred, value)) return false;
  const members = schema.anyOf as readonly JsonSchema[] | undefined;
  if (members && !members.some((member) => mayHold(definitions, member, value))) return false;
  const types = definitions.typesOf(schema);
  if (types.length > 0 && !types.some((type) => hasType(value, type))) return false;
  const known = "const" in schema ? [schema.const] : (schema.enum as readonly unknown[] | undefined);
  if (known && !known.includes(value)) return false;
  return Object.entries(schema).every(([keyword, limit]) => !SHUTS_OUT[keyword]?.(value, limit as number));
}

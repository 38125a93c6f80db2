import { recordOf } from "../record-of";
import type { JsonSchema } from "../wire";

/** A schema may be `true`, which lets everything through, or `false`, which lets nothing through. */
export function asObject(schema: JsonSchema | boolean): JsonSchema {
  if (typeof schema === "object") return schema;
  return schema ? {} : { not: {} };
}

/** What a schema that points into `$defs` points to; any other schema as it is. */
export function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = typeof schema.$ref === "string" ? /^#\/\$defs\/(.+)$/.exec(schema.$ref)?.[1] : undefined;
  if (name === undefined) return schema;
  const definitions = root.$defs as { [name: string]: JsonSchema | boolean } | undefined;
  return asObject(definitions?.[name.replaceAll("~1", "/").replaceAll("~0", "~")] ?? schema);
}

/** The alternatives of a union that something can fit; none where a schema is no union. */
export function branchesOf(schema: JsonSchema): JsonSchema[] {
  const branches = (schema.anyOf ?? schema.oneOf ?? []) as (JsonSchema | boolean)[];
  return branches.filter((branch) => branch !== false).map(asObject);
}

export function propertiesOf(schema: JsonSchema): { [name: string]: JsonSchema } {
  const properties = (schema.properties ?? {}) as { [name: string]: JsonSchema | boolean };
  return recordOf(Object.entries(properties).map(([name, inner]) => [name, asObject(inner)]));
}

/** The types that a schema names; none where it says it in another way. */
export function typesOf({ type }: JsonSchema): string[] {
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? (type as string[]) : [];
}

/** A value's type in the words of JSON Schema; `integer` for a whole number. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** Whether a value is of one of the types that a schema names, or the schema names none. */
export function isOfType(value: unknown, schema: JsonSchema): boolean {
  const types = typesOf(schema);
  const type = typeOf(value);
  return types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
}

const SCHEMA = new Set([
  "items",
  "contains",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
]);
const LIST = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const BY_NAME = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]);

/** A schema and every schema in it. */
export function* schemasIn(schema: unknown): Generator<JsonSchema> {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return;
  yield schema as JsonSchema;
  for (const [keyword, value] of Object.entries(schema)) {
    if (SCHEMA.has(keyword)) yield* schemasIn(value);
    else if (LIST.has(keyword) || BY_NAME.has(keyword))
      for (const inner of Object.values((value ?? {}) as object)) yield* schemasIn(inner);
  }
}

/** A copy of a schema whose direct subschemas went through `change`. Data in it (`const`, `default`) stays as it is. */
export function withSubschemas(
  schema: JsonSchema,
  change: (schema: JsonSchema, keyword: string) => JsonSchema,
): JsonSchema {
  const changed = (value: unknown, keyword: string): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? change(value as JsonSchema, keyword)
      : value;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (SCHEMA.has(keyword)) return [keyword, changed(value, keyword)];
      if (LIST.has(keyword) && Array.isArray(value))
        return [keyword, value.map((item) => changed(item, keyword))];
      if (BY_NAME.has(keyword) && typeof value === "object" && value !== null)
        return [
          keyword,
          recordOf(Object.entries(value).map(([name, inner]) => [name, changed(inner, keyword)])),
        ];
      return [keyword, value];
    }),
  );
}

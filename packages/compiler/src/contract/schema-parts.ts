import type { JsonSchema } from "@skills/core";

export function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

export function namedOf(value: unknown): { [name: string]: unknown } {
  return isObject(value) ? value : {};
}

export function propertiesOf(schema: JsonSchema): { [name: string]: JsonSchema } {
  return namedOf(schema.properties) as { [name: string]: JsonSchema };
}

export function requiredOf(schema: JsonSchema): string[] {
  return listOf(schema.required).map(String);
}

/** What a schema that points into the root's `$defs` points to; any other schema as it is. */
export function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (schema.$ref === "#") return root;
  const name = typeof schema.$ref === "string" ? /^#\/\$defs\/(.+)$/.exec(schema.$ref)?.[1] : undefined;
  const found = name && namedOf(root.$defs)[name.replaceAll("~1", "/").replaceAll("~0", "~")];
  return isObject(found) ? found : schema;
}

import type { JsonSchema } from "../wire";

/** What a schema that points into `$defs` points to; any other schema as it is. */
export function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = typeof schema.$ref === "string" ? /^#\/\$defs\/(.+)$/.exec(schema.$ref)?.[1] : undefined;
  const definitions = root.$defs as { [name: string]: JsonSchema } | undefined;
  return (
    (name === undefined ? undefined : definitions?.[name.replaceAll("~1", "/").replaceAll("~0", "~")]) ??
    schema
  );
}

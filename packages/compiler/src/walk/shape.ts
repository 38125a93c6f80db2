import type { JsonSchema, Revival } from "@skills/core";

/** What the walk makes of a type: the schema of its JSON, and how that JSON becomes the type's value. */
export interface Shape {
  schema: JsonSchema;
  /** Absent where JSON is the value. */
  revive?: Revival;
}

export function shape(schema: JsonSchema, revive?: Revival): Shape {
  return revive ? { schema, revive } : { schema };
}

/** The JSON types that a schema names at its own level. */
export function typesOf(schema: JsonSchema): readonly string[] {
  const { type } = schema as { type?: string | string[] };
  return type === undefined ? [] : Array.isArray(type) ? type : [type];
}

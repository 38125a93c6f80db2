import { sourceHash } from "../source-hash";
import type { JsonSchema } from "../wire";
import { schemasIn, withSubschemas } from "./schema-reading";

/** In a schema that was taken apart: the key of the type that stands there, with nothing beside it. */
export const TYPE = "skills:type";

/** Names a schema by its text: a validator can only be found for the schema that it was made from. */
export function schemaKey(schema: JsonSchema): string {
  return sourceHash(Buffer.from(JSON.stringify(schema)));
}

export interface Apart {
  /** What is left of the schema itself. */
  body: JsonSchema;
  /** The closed objects in it, taken apart themselves, by their keys; the inner ones first. */
  types: ReadonlyMap<string, JsonSchema>;
}

/** Keywords that limit nothing: of no use to a validator, and long. */
const SAYINGS = new Set(["title", "description", "default", "examples", "deprecated", "$comment"]);

/** What makes a part mean something only within its whole. */
const BOUND = /"\$(?:ref|dynamicRef|id|anchor|dynamicAnchor|defs)"/;

/**
 * A schema as validators are made from it: without words, and with each closed object in it apart, so that tools that
 * take the same types share the code that validates them.
 *
 * @param onPart told of each part of the schema and what has become of it
 */
export function takenApart(
  schema: JsonSchema,
  onPart: (part: JsonSchema, body: JsonSchema) => void = () => {},
): Apart {
  const types = new Map<string, JsonSchema>();
  const definitions = (schema.$defs ?? {}) as { [name: string]: JsonSchema };
  const byName = new Map<string, JsonSchema | undefined>();

  const limitsOf = (part: JsonSchema): JsonSchema => {
    const limits = Object.fromEntries(Object.entries(part).filter(([keyword]) => !SAYINGS.has(keyword)));
    return withSubschemas(limits, apart);
  };
  const apart = (part: JsonSchema): JsonSchema => {
    const body = limitsOf(part);
    onPart(part, body);
    const { $ref, ...others } = body;
    if (typeof $ref === "string") {
      const type = Object.keys(others).length === 0 ? definition($ref) : undefined;
      return type && TYPE in type ? type : body;
    }
    if (body.type !== "object" || !body.properties || body.additionalProperties !== false) return body;
    if (BOUND.test(JSON.stringify(body))) return body;
    const key = schemaKey(body);
    types.set(key, body);
    return { [TYPE]: key };
  };
  /** Undefined for what is no definition of this schema, and within itself. */
  const definition = ($ref: string): JsonSchema | undefined => {
    const name = $ref.startsWith("#/$defs/") ? $ref.slice("#/$defs/".length) : "";
    if (!Object.hasOwn(definitions, name) || byName.has(name)) return byName.get(name);
    byName.set(name, undefined);
    const made = apart(definitions[name] ?? {});
    byName.set(name, made);
    return made;
  };

  const { $defs, ...limits } = limitsOf(schema);
  const isBound = $defs !== undefined && BOUND.test(JSON.stringify(limits));
  const body = isBound ? { ...limits, $defs } : limits;
  onPart(schema, body);
  return { body, types };
}

/** How often each type stands in schemas that were taken apart. */
export function usesOf(bodies: readonly JsonSchema[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const body of bodies)
    for (const { [TYPE]: key } of schemasIn(body))
      if (typeof key === "string") uses.set(key, (uses.get(key) ?? 0) + 1);
  return uses;
}

/**
 * A schema that was taken apart, with some of its types where they were.
 *
 * @param typeOf gives those by their keys
 */
export function putBack(body: JsonSchema, typeOf: (key: string) => JsonSchema | undefined): JsonSchema {
  return withSubschemas(body, (part) => {
    const { [TYPE]: key } = part;
    const type = typeof key === "string" ? typeOf(key) : undefined;
    return putBack(type ?? part, typeOf);
  });
}

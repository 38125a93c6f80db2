import type { JsonSchema } from "../wire";
import { resolved } from "./schema-reading";

/**
 * Mends in an input what can mean only one thing, where the schema at that place refuses what stands there:
 *
 * - text that is a number, for a number (`"42"`), and `"true"` or `"false"`, for a boolean
 * - JSON text of an object or array, for an object or array
 * - a number or boolean, for a string
 * - null for a property that may be left out: it is left out
 *
 * What fits stays as it is; what is still wrong is left for the validator to name.
 */
export function mended(value: unknown, schema: JsonSchema, root: JsonSchema): unknown {
  const at = resolved(schema, root);
  const replaced = replacement(value, at);
  if (Array.isArray(replaced))
    return replaced.map((item, index) => mended(item, elementSchema(at, index), root));
  if (typeof replaced !== "object" || replaced === null) return replaced;
  const properties = (at.properties ?? {}) as { [name: string]: JsonSchema };
  const required = (at.required ?? []) as string[];
  return Object.fromEntries(
    Object.entries(replaced).flatMap(([name, inner]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!property) return [[name, inner]];
      const isNoise =
        inner === null && !required.includes(name) && !typesOf(resolved(property, root)).includes("null");
      return isNoise ? [] : [[name, mended(inner, property, root)]];
    }),
  );
}

function replacement(value: unknown, schema: JsonSchema): unknown {
  const types = typesOf(schema);
  const fits =
    types.length === 0 ||
    types.includes(typeOf(value)) ||
    (types.includes("number") && typeOf(value) === "integer");
  if (fits) return value;
  const candidates = types.flatMap((type) => readAs(type, value));
  const [only] = candidates;
  return candidates.length === 1 ? only : value;
}

/** The value as one of another type: an empty list where it cannot be read so. */
function readAs(type: string, value: unknown): unknown[] {
  if (type === "string")
    return typeof value === "number" || typeof value === "boolean" ? [String(value)] : [];
  if (typeof value !== "string") return [];
  const parsed = parse(value);
  return parsed !== undefined && typeOf(parsed) === type
    ? [parsed]
    : type === "number" && typeof parsed === "number"
      ? [parsed]
      : [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** The types that a schema names; none where it says it in another way, so that nothing is mended there. */
function typesOf(schema: JsonSchema): string[] {
  if (typeof schema.type === "string") return [schema.type];
  return Array.isArray(schema.type) ? (schema.type as string[]) : [];
}

function elementSchema(schema: JsonSchema, index: number): JsonSchema {
  const prefix = schema.prefixItems as JsonSchema[] | undefined;
  const items = schema.items as JsonSchema | boolean | undefined;
  return prefix?.[index] ?? (typeof items === "object" ? items : {});
}

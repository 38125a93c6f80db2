import type { JsonSchema } from "../wire";
import { branchesOf, isOfType, propertiesOf, resolved, typeOf, typesOf } from "./schema-reading";

/**
 * Mends in an input what can mean only one thing, where the schema at that place refuses what stands there:
 *
 * - text that is a number, for a number (`"42"`), and `"true"` or `"false"`, for a boolean, where no digit is lost
 * - JSON text of an object or array, for an object or array; the text `"null"`, where null is one of several types
 * - a number or boolean, for a string
 * - null for a property that may be left out: it is left out
 *
 * What fits stays as it is; what is still wrong is left for the validator to name. Alternatives of a union are not
 * looked into: what is meant there is not certain.
 */
export function mended(value: unknown, schema: JsonSchema, root: JsonSchema): unknown {
  const at = resolved(schema, root);
  const replaced = replacement(value, at);
  if (Array.isArray(replaced))
    return replaced.map((item, index) => mended(item, elementSchema(at, index), root));
  if (typeof replaced !== "object" || replaced === null) return replaced;
  const properties = propertiesOf(at);
  const required = (at.required ?? []) as string[];
  const additional = at.additionalProperties;
  return Object.fromEntries(
    Object.entries(replaced).flatMap(([name, inner]) => {
      const declared = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!declared)
        return [
          [name, typeof additional === "object" ? mended(inner, additional as JsonSchema, root) : inner],
        ];
      const isNoise = inner === null && !required.includes(name) && refusesNull(declared, root);
      return isNoise ? [] : [[name, mended(inner, declared, root)]];
    }),
  );
}

function replacement(value: unknown, schema: JsonSchema): unknown {
  if (isOfType(value, schema)) return value;
  const candidates = typesOf(schema).flatMap((type) => readAs(type, value));
  const [only] = candidates;
  return candidates.length === 1 ? only : value;
}

/** The value as one of another type: an empty list where it cannot be read so. */
function readAs(type: string, value: unknown): unknown[] {
  if (type === "string")
    return typeof value === "number" || typeof value === "boolean" ? [String(value)] : [];
  if (typeof value !== "string") return [];
  const parsed = parse(value);
  if (typeof parsed === "number") return isExact(parsed, value) && isOfType(parsed, { type }) ? [parsed] : [];
  return typeOf(parsed) === type ? [parsed] : [];
}

/** An id of twenty digits is no number that JavaScript can hold; `1e999` is none at all. */
function isExact(number: number, text: string): boolean {
  if (Number.isInteger(number)) return Number.isSafeInteger(number);
  return Number.isFinite(number) && text.replaceAll(/\D/g, "").length <= 17;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Certain only where the schema names its types: what it says in another way may allow null. */
function refusesNull(schema: JsonSchema, root: JsonSchema): boolean {
  const at = resolved(schema, root);
  const branches = branchesOf(at);
  if (branches.length > 0) return branches.every((branch) => refusesNull(branch, root));
  return typesOf(at).length > 0 && !typesOf(at).includes("null");
}

function elementSchema(schema: JsonSchema, index: number): JsonSchema {
  const prefix = schema.prefixItems as JsonSchema[] | undefined;
  const items = schema.items as JsonSchema | boolean | undefined;
  return prefix?.[index] ?? (typeof items === "object" ? items : {});
}

import type { JsonSchema, ObjectSchema } from "../wire";
import { propertiesOf, schemasIn, typesOf } from "./schema-reading";

/** What the strict tools of one request may add up to. */
export const STRICT_LIMITS = { tools: 20, optional: 24, unions: 16 } as const;

/** Limits that the API's grammar does not express. */
const NO_GRAMMAR = [
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"],
  ...["maxItems", "uniqueItems", "minProperties", "maxProperties"],
];

/** Why the API refuses a schema with `strict: true`; undefined where nothing is known against it. */
export function whyNotStrict(schema: ObjectSchema): string | undefined {
  for (const inner of schemasIn(schema)) {
    const why = whyNotHere(inner);
    if (why !== undefined) return why;
  }
  return isRecursive(schema) ? "a recursive type" : undefined;
}

function whyNotHere(schema: JsonSchema): string | undefined {
  if (typesOf(schema).includes("object") && schema.additionalProperties !== false)
    return "an object open to other properties";
  const limit = NO_GRAMMAR.find((keyword) => keyword in schema);
  if (limit !== undefined) return limit;
  if (typeof schema.minItems === "number" && schema.minItems > 1) return "minItems other than 0 and 1";
  const looksAround = typeof schema.pattern === "string" && /\(\?<?[=!]/.test(schema.pattern);
  return looksAround ? "a pattern that looks around" : undefined;
}

function isRecursive(root: JsonSchema): boolean {
  const definitions = (root.$defs ?? {}) as { [name: string]: JsonSchema };
  const open = new Set<string>();
  const done = new Set<string>();
  const recurs = (name: string): boolean => {
    if (open.has(name)) return true;
    if (done.has(name)) return false;
    const definition = definitions[name];
    // A reference to elsewhere, or to the whole, is not known to end.
    if (!definition) return true;
    open.add(name);
    const found = refersToRecursion(definition);
    open.delete(name);
    done.add(name);
    return found;
  };
  const refersToRecursion = (schema: JsonSchema): boolean =>
    [...schemasIn(schema)].some(
      ({ $ref }) => typeof $ref === "string" && recurs($ref.replace("#/$defs/", "")),
    );
  return refersToRecursion(root);
}

/** What one strict tool takes of what a request may have. */
export function strictLoad(schema: ObjectSchema): { optional: number; unions: number } {
  const load = { optional: 0, unions: 0 };
  for (const inner of schemasIn(schema)) {
    const required = (inner.required ?? []) as string[];
    for (const [name, property] of Object.entries(propertiesOf(inner))) {
      if (!required.includes(name)) load.optional += 1;
      if (Array.isArray(property.anyOf) || Array.isArray(property.type)) load.unions += 1;
    }
  }
  return load;
}

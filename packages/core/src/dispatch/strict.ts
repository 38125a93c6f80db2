import type { JsonSchema, ObjectSchema, ToolDefinition } from "../wire";

/** What the strict tools of one request may add up to. */
const MOST = { tools: 20, optional: 24, unions: 16 };

/** Limits that the API's grammar does not express. */
const LIMITS = [
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"],
  ...["maxItems", "uniqueItems", "minProperties", "maxProperties", "contains", "minContains", "maxContains"],
  ...["propertyNames", "patternProperties", "not", "if"],
];

const ONE = ["items", "additionalProperties"];
const MANY = ["anyOf", "oneOf", "allOf", "prefixItems"];
const NAMED = ["properties", "$defs"];

/** Why the API would refuse a schema with `strict: true`; undefined where it would take it. */
function whyNotStrict(schema: ObjectSchema): string | undefined {
  for (const inner of schemasIn(schema)) {
    const why = whyNotHere(inner);
    if (why !== undefined) return why;
  }
  return isRecursive(schema) ? "a recursive type" : undefined;
}

function whyNotHere(schema: JsonSchema): string | undefined {
  if (!["type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"].some((keyword) => keyword in schema))
    return "a value of any type";
  if (isObjectType(schema) && schema.additionalProperties !== false)
    return "an object open to other properties";
  const limit = LIMITS.find((keyword) => keyword in schema);
  if (limit !== undefined) return limit;
  if (typeof schema.minItems === "number" && schema.minItems > 1) return "minItems other than 0 and 1";
  const looksAround = typeof schema.pattern === "string" && /\(\?<?[=!]/.test(schema.pattern);
  return looksAround ? "a pattern that looks around" : undefined;
}

function isObjectType({ type }: JsonSchema): boolean {
  return type === "object" || (Array.isArray(type) && type.includes("object"));
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

/** A schema and every schema in it. */
function* schemasIn(schema: unknown): Generator<JsonSchema> {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return;
  const found = schema as JsonSchema;
  yield found;
  for (const keyword of ONE) yield* schemasIn(found[keyword]);
  for (const keyword of MANY)
    for (const inner of (found[keyword] ?? []) as unknown[]) yield* schemasIn(inner);
  for (const keyword of NAMED)
    for (const inner of Object.values(found[keyword] ?? {})) yield* schemasIn(inner);
}

/** A definition that is strict of its own accord, and the same without. */
const relaxed = new WeakMap<ToolDefinition, ToolDefinition>();

/** A definition with `strict: "auto"` as it goes out: strict where the API takes its schema. */
export function withAutoStrict(definition: ToolDefinition): ToolDefinition {
  if (whyNotStrict(definition.input_schema) !== undefined) return definition;
  const strict = { ...definition, strict: true };
  relaxed.set(strict, definition);
  return strict;
}

/** The same tool by another name: what was strict of its own accord stays so. */
export function renamedDefinition(definition: ToolDefinition, name: string): ToolDefinition {
  const renamed = { ...definition, name };
  const loose = relaxed.get(definition);
  if (loose) relaxed.set(renamed, { ...loose, name });
  return renamed;
}

/**
 * Definitions for one request: of those that are strict of their own accord, the first ones that fit beside the
 * tools that were said to be strict, within what one request may have.
 */
export function withinStrictLimits(definitions: readonly ToolDefinition[]): ToolDefinition[] {
  const used = { tools: 0, optional: 0, unions: 0 };
  const add = ({ input_schema: schema }: ToolDefinition): void => {
    used.tools += 1;
    used.optional += countIn(schema, optionalProperties);
    used.unions += countIn(schema, unionProperties);
  };
  for (const definition of definitions)
    if (definition.strict === true && !relaxed.has(definition)) add(definition);
  return definitions.map((definition) => {
    const loose = relaxed.get(definition);
    if (!loose) return definition;
    const before = { ...used };
    add(definition);
    if (used.tools <= MOST.tools && used.optional <= MOST.optional && used.unions <= MOST.unions)
      return definition;
    Object.assign(used, before);
    return loose;
  });
}

function countIn(schema: JsonSchema, count: (schema: JsonSchema) => number): number {
  return [...schemasIn(schema)].reduce((sum, inner) => sum + count(inner), 0);
}

function optionalProperties({ properties = {}, required = [] }: JsonSchema): number {
  const names = Object.keys(properties as object);
  return names.filter((name) => !(required as string[]).includes(name)).length;
}

function unionProperties({ properties = {} }: JsonSchema): number {
  return Object.values(properties as { [name: string]: JsonSchema }).filter(
    (property) => Array.isArray(property.anyOf) || Array.isArray(property.type),
  ).length;
}

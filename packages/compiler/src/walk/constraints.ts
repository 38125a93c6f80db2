import type { JsonSchema, Revival } from "@skills/core";
import type { Named, Said } from "../said/said";
import { refuseNoLimit } from "./limits";
import { shape, typesOf, type Shape } from "./shape";
import { hasType, mayHold, typeName } from "./values";
import type { Walk } from "./walk";

/** The JSON types that a limit can stand on. */
const APPLIES: { [keyword: string]: readonly string[] | undefined } = {
  minimum: ["number", "integer"],
  maximum: ["number", "integer"],
  exclusiveMinimum: ["number", "integer"],
  exclusiveMaximum: ["number", "integer"],
  multipleOf: ["number", "integer"],
  minLength: ["string"],
  maxLength: ["string"],
  pattern: ["string"],
  format: ["string"],
  minItems: ["array"],
  maxItems: ["array"],
  uniqueItems: ["array"],
};

const RANGES = [
  ["minimum", "maximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
  ["minimum", "exclusiveMaximum"],
  ["exclusiveMinimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
] as const;

/**
 * A shape with what is said of its value beside the type.
 *
 * @throws Refusal where a limit does not fit the type or excludes another
 */
export function applySaid(walk: Walk, { schema, revive }: Shape, said: Said): Shape {
  let limited = schema;
  if (said.integer) limited = asInteger(walk, limited);
  if (said.oneOf) limited = asValues(walk, limited, said.oneOf);
  for (const [keyword, value] of Object.entries(said.limits ?? {}))
    limited = withLimit(walk, limited, keyword, value);
  if (said.nonEmpty && limited.type === "string" && !("const" in limited || "enum" in limited))
    limited = { minLength: 1, ...limited };
  if (said.each) limited = withEach(walk, shape(limited, revive), said.each);
  refuseEmptyRange(walk, limited);
  return shape({ ...limited, ...annotations(walk, limited, said) }, revive);
}

function annotations(
  walk: Walk,
  schema: JsonSchema,
  { description, default: initial, examples, deprecated }: Said,
): JsonSchema {
  return {
    ...(description === undefined ? {} : { description }),
    ...(initial === undefined ? {} : { default: defaultFor(walk, schema, initial) }),
    ...(examples === undefined ? {} : { examples: examples.map((each) => named(walk, schema, each)) }),
    ...(deprecated ? { deprecated: true } : {}),
  };
}

/** What stands in a doc comment is the string where only that fits. */
function named({ definitions }: Walk, schema: JsonSchema, { value, text }: Named): unknown {
  return text !== undefined && !mayHold(definitions, schema, value) && mayHold(definitions, schema, text)
    ? text
    : value;
}

function defaultFor(walk: Walk, schema: JsonSchema, initial: Named): unknown {
  const value = named(walk, schema, initial);
  if (mayHold(walk.definitions, schema, value)) return value;
  throw walk.refusal(
    "contradiction",
    `${walk.here()} has the default ${JSON.stringify(value)}, which is no value of its type and limits`,
    "correct the default, or what it does not fit",
  );
}

function withLimit(walk: Walk, schema: JsonSchema, keyword: string, value: unknown): JsonSchema {
  const fitting = APPLIES[keyword] ?? [];
  refuseNoLimit(walk, keyword, value);
  if (Object.keys(schema).length === 0) return { [keyword]: value };
  if (Array.isArray(schema.anyOf)) {
    const members = schema.anyOf as JsonSchema[];
    if (!members.some((member) => fits(walk, member, fitting))) throw misfit(walk, schema, keyword, fitting);
    return {
      ...schema,
      anyOf: members.map((member) =>
        fits(walk, member, fitting) ? withLimit(walk, member, keyword, value) : member,
      ),
    };
  }
  if (!fits(walk, schema, fitting)) throw misfit(walk, schema, keyword, fitting);
  const before = schema[keyword];
  // Both patterns hold: that of the type and that which was said.
  if (keyword === "pattern" && before !== undefined && before !== value)
    return { ...schema, allOf: [{ pattern: before }], pattern: value };
  return { ...schema, [keyword]: value };
}

function fits(walk: Walk, schema: JsonSchema, types: readonly string[]): boolean {
  return walk.definitions.typesOf(schema).some((type) => types.includes(type));
}

function misfit(walk: Walk, schema: JsonSchema, keyword: string, fitting: readonly string[]) {
  const actual = walk.definitions.typesOf(schema).join(" or ") || "a union";
  const help =
    actual === "array"
      ? `limit the items: give their type an alias with the doc tag, e.g. /** @${keyword} … */ type Item = …`
      : `remove it, or change the type`;
  return walk.refusal(
    "contradiction",
    `${walk.here()} has ${keyword}, which limits a ${fitting[0] ?? "value"}, but its type is ${actual}`,
    help,
  );
}

function asInteger(walk: Walk, schema: JsonSchema): JsonSchema {
  const types = typesOf(schema);
  if (types.includes("integer")) return schema;
  if (
    Array.isArray(schema.anyOf) &&
    (schema.anyOf as JsonSchema[]).some((member) => typesOf(member).includes("number"))
  )
    return {
      ...schema,
      anyOf: (schema.anyOf as JsonSchema[]).map((member) =>
        typesOf(member).includes("number") ? asInteger(walk, member) : member,
      ),
    };
  if (Object.keys(schema).length === 0) return { type: "integer" };
  if (types.includes("array") && typeof schema.items === "object" && types.length === 1)
    return { ...schema, items: asInteger(walk, schema.items as JsonSchema) };
  if (!types.includes("number"))
    throw walk.refusal(
      "contradiction",
      `${walk.here()} is said to be an integer, but its type is ${types.join(" or ") || "a union"}`,
      "remove it, or make the type a number",
    );
  const narrowed = types.map((type) => (type === "number" ? "integer" : type));
  return { ...schema, type: narrowed.length === 1 ? narrowed[0] : narrowed };
}

function asValues(walk: Walk, schema: JsonSchema, values: readonly unknown[]): JsonSchema {
  const types = walk.definitions.typesOf(schema);
  const known = schema.const === undefined ? (schema.enum as unknown[] | undefined) : [schema.const];
  const stranger = values.find(
    (value) =>
      (types.length > 0 && !types.some((type) => hasType(value, type))) || (known && !known.includes(value)),
  );
  if (stranger !== undefined)
    throw walk.refusal(
      "contradiction",
      `${walk.here()} may be ${JSON.stringify(stranger)} by its list of values, but not by its type`,
      "make the type a union of these values: then no list is needed",
    );
  const { const: _, enum: __, ...rest } = schema;
  const kept = types.includes("null") && !values.includes(null) ? [...values, null] : [...values];
  const own = types.length > 0 ? {} : { type: [...new Set(values.map(typeName))] };
  return { ...rest, ...own, ...(kept.length === 1 ? { const: kept[0] } : { enum: kept }) };
}

/** Limits of each element: of an array or set, of a map's values, and of these where null or a single value may stand. */
function withEach(walk: Walk, { schema, revive }: Shape, each: Said): JsonSchema {
  if (Object.keys(each).length === 0) return schema;
  const limited = (element: unknown): JsonSchema =>
    walk.into("[]", () => applySaid(walk, shape(element as JsonSchema), each).schema);
  if (
    Array.isArray(schema.anyOf) &&
    schema.anyOf.some((member) => holdsElements(member as JsonSchema, revive))
  ) {
    const members = schema.anyOf as JsonSchema[];
    return {
      ...schema,
      anyOf: members.map((member) =>
        holdsElements(member, revive) ? withEach(walk, shape(member, revive), each) : member,
      ),
    };
  }
  if (!holdsElements(schema, revive))
    throw walk.refusal(
      "contradiction",
      `${walk.here()} has limits for each element, but is no array, set or map`,
      "remove `each`",
    );
  if (typesOf(schema).includes("object"))
    return { ...schema, additionalProperties: limited(schema.additionalProperties) };
  const { items, prefixItems } = schema;
  return {
    ...schema,
    ...(Array.isArray(prefixItems) ? { prefixItems: prefixItems.map(limited) } : {}),
    ...(typeof items === "object" ? { items: limited(items) } : {}),
  };
}

/** An object is a map by its plan alone: a record's members are no elements to class-validator. */
function holdsElements(schema: JsonSchema, revive: Revival | undefined): boolean {
  const types = typesOf(schema);
  return types.includes("array") || (types.includes("object") && revive?.to === "Map");
}

function refuseEmptyRange(walk: Walk, schema: JsonSchema): void {
  // A tuple that is closed holds no more than it names.
  const elements = schema.items === false ? (schema.prefixItems as unknown[] | undefined) : undefined;
  const ends: JsonSchema = elements ? { maxItems: elements.length, ...schema } : schema;
  for (const [low, high] of RANGES) {
    const [least, most] = [ends[low], ends[high]];
    if (typeof least !== "number" || typeof most !== "number") continue;
    const isEmpty = low.startsWith("ex") || high.startsWith("ex") ? least >= most : least > most;
    if (isEmpty)
      throw walk.refusal(
        "contradiction",
        `${walk.here()} has ${low} ${String(least)} and ${high} ${String(most)}: no value fits`,
        "correct one of the two",
      );
  }
}

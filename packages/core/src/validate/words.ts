import type { JsonSchema } from "../wire";
import { asObject, branchesOf, propertiesOf, resolved } from "./schema-reading";

const LONGEST = 80;

/** A value as a short text for an error: JSON, cut. */
export function preview(value: unknown, longest = LONGEST): string {
  if (value === undefined) return "nothing";
  if (typeof value === "number") return String(value);
  if (typeof value === "bigint") return `${String(value)}n`;
  let text: string;
  try {
    text = JSON.stringify(value) ?? typeof value;
  } catch {
    text = typeof value;
  }
  const points = [...text.slice(0, longest * 2)];
  return points.length <= longest
    ? text
    : `${points.slice(0, longest).join("")}… (${String(text.length)} characters of JSON)`;
}

/** The model has them all in the tool's schema: a long list again would cost it more than it tells. */
const MOST_VALUES = 40;

function valuesInWords(values: readonly unknown[]): string {
  const shown = values.slice(0, MOST_VALUES).map((value) => JSON.stringify(value));
  return values.length > MOST_VALUES
    ? `${shown.join(", ")}, … (${String(values.length)} in all)`
    : shown.join(", ");
}

/** A schema in words: `an integer of at least 1`, `one of "celsius", "fahrenheit"`. */
export function expectation(schema: JsonSchema, root: JsonSchema, depth = 0): string {
  const definition = resolved(schema, root);
  if (definition !== schema) return expectation(definition, root, depth);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return `one of ${valuesInWords(schema.enum)}`;
  const branches = branchesOf(schema);
  if (branches.length > 0)
    return depth > 1
      ? "one of several kinds"
      : [...new Set(branches.map((branch) => expectation(branch, root, depth + 1)))].join(", or ");
  if (Array.isArray(schema.type))
    return schema.type.map((type) => withLimits(String(type), schema, root, depth)).join(" or ");
  return typeof schema.type === "string" ? withLimits(schema.type, schema, root, depth) : "a value";
}

function withLimits(type: string, schema: JsonSchema, root: JsonSchema, depth: number): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const { minLength, maxLength, pattern, format, contentEncoding, minItems, maxItems, uniqueItems } = schema;
  const limits: string[] = [];
  const say = (value: unknown, words: (value: string) => string): void => {
    if (value !== undefined && value !== false) limits.push(words(String(value)));
  };
  switch (type) {
    case "string":
      say(format, (value) => `in the format ${value}${exampleOf(value)}`);
      say(contentEncoding, (value) => `in ${value}`);
      say(pattern, (value) => `matching ${value}`);
      say(minLength, (value) => `of at least ${counted(value, "character")}`);
      say(maxLength, (value) => `of at most ${counted(value, "character")}`);
      return limited("a string", limits);
    case "integer":
    case "number":
      say(minimum, (value) => `of at least ${value}`);
      say(exclusiveMinimum, (value) => `greater than ${value}`);
      say(maximum, (value) => `of at most ${value}`);
      say(exclusiveMaximum, (value) => `less than ${value}`);
      say(multipleOf, (value) => `that is a multiple of ${value}`);
      return limited(type === "integer" ? "an integer" : "a number", limits);
    case "array": {
      const prefix = ((schema.prefixItems ?? []) as (JsonSchema | boolean)[]).map(asObject);
      const most = schema.items === false ? prefix.length : maxItems;
      if (minItems === most) say(most, (value) => `with exactly ${counted(value, "item")}`);
      else {
        say(minItems, (value) => `with at least ${counted(value, "item")}`);
        say(most, (value) => `with at most ${counted(value, "item")}`);
      }
      say(uniqueItems, () => "without duplicates");
      return limited(`an array${depth < 2 ? elements(schema, prefix, root, depth + 1) : ""}`, limits);
    }
    case "object":
      return objectWith(schema);
    case "boolean":
      return "true or false";
    default:
      return type;
  }
}

/** ` (each a string)`; of a tuple ` (a string, then a number)`. */
function elements(
  { items }: JsonSchema,
  prefix: readonly JsonSchema[],
  root: JsonSchema,
  depth: number,
): string {
  const each = typeof items === "object" ? [`each ${expectation(items as JsonSchema, root, depth)}`] : [];
  const parts = [...prefix.map((item) => expectation(item, root, depth)), ...each];
  return parts.length === 0 ? "" : ` (${parts.join(", then ")})`;
}

/** `an integer of at least 1 and of at most 8`. */
function limited(kind: string, limits: readonly string[]): string {
  const last = limits.at(-1);
  if (last === undefined) return kind;
  const others = limits.slice(0, -1);
  return others.length === 0 ? `${kind} ${last}` : `${kind} ${others.join(", ")} and ${last}`;
}

const MOST_NAMES = 8;

function objectWith(schema: JsonSchema): string {
  const properties = Object.entries(propertiesOf(schema));
  const required = new Set((schema.required ?? []) as string[]);
  const must = listed(properties.filter(([name]) => required.has(name)));
  const may = listed(properties.filter(([name]) => !required.has(name)));
  if (must === "" && may === "") return "an object";
  if (may === "") return `an object with ${must}`;
  return must === "" ? `an object with optional ${may}` : `an object with ${must} and optional ${may}`;
}

/** `kind "card", number`: a constant tells one kind of object from another. */
function listed(properties: readonly (readonly [string, JsonSchema])[]): string {
  const names = properties.map(([name, schema]) =>
    "const" in schema ? `${name} ${JSON.stringify(schema.const)}` : name,
  );
  return [...names.slice(0, MOST_NAMES), ...(names.length > MOST_NAMES ? ["…"] : [])].join(", ");
}

function counted(count: string, thing: string): string {
  return `${count} ${thing}${count === "1" ? "" : "s"}`;
}

/** The formats whose names do not show what they look like. */
const EXAMPLES: Readonly<Record<string, string>> = {
  "date-time": "2026-12-31T23:59:00Z",
  date: "2026-12-31",
  time: "23:59:00Z",
  duration: "P1DT2H",
  uri: "https://example.com/a",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
};

function exampleOf(format: string): string {
  const example = Object.hasOwn(EXAMPLES, format) ? EXAMPLES[format] : undefined;
  return example === undefined ? "" : ` (such as ${example})`;
}

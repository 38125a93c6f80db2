import { isObject } from "../wire/shapes";

/** A JSON Schema that is an object; `true` and `false` are `{}` and `{ not: {} }`. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

export function schemaOf(value: unknown): Schema {
  if (isObject(value)) return value;
  return value === false ? { not: {} } : {};
}

/** The schema that a `$ref` within `root` points to (`#`, `#/$defs/Node`); one that points nowhere allows anything. */
function referenced(ref: string, root: Schema): Schema {
  const steps = ref.replace(/^#/, "").split("/").slice(1);
  let at: unknown = root;
  for (const step of steps) {
    const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    at = isObject(at) || Array.isArray(at) ? (at as Record<string, unknown>)[key] : undefined;
  }
  return schemaOf(at);
}

/** A schema with its references and `allOf` parts taken in; `hops` counts the references on the way. */
export function expanded(schema: unknown, root: Schema): { schema: Schema; hops: number } {
  let flat = schemaOf(schema);
  let hops = 0;
  const seen = new Set<unknown>();
  while (typeof flat.$ref === "string" && !seen.has(flat.$ref)) {
    const { $ref, ...rest } = flat;
    seen.add($ref);
    flat = merged(rest, referenced(flat.$ref, root));
    hops += 1;
  }
  if (!Array.isArray(flat.allOf)) return { schema: flat, hops };
  const { allOf, ...rest } = flat;
  let all: Schema = rest;
  for (const part of allOf as unknown[]) {
    const inner = expanded(part, root);
    all = merged(all, inner.schema);
    hops = Math.max(hops, inner.hops);
  }
  return { schema: all, hops };
}

/** How two values of one keyword say what both say; other keywords: the second one's. */
const BOTH: { readonly [keyword: string]: (a: never, b: never) => unknown } = {
  properties: (a: Record<string, unknown>, b: Record<string, unknown>) => {
    const all: Record<string, unknown> = { ...a };
    for (const [name, schema] of Object.entries(b))
      all[name] = Object.hasOwn(all, name) ? { allOf: [all[name], schema] } : schema;
    return all;
  },
  required: (a: string[], b: string[]) => [...new Set([...a, ...b])],
  minimum: (a: number, b: number) => Math.max(a, b),
  maximum: (a: number, b: number) => Math.min(a, b),
  minLength: (a: number, b: number) => Math.max(a, b),
  maxLength: (a: number, b: number) => Math.min(a, b),
  minItems: (a: number, b: number) => Math.max(a, b),
  maxItems: (a: number, b: number) => Math.min(a, b),
  additionalProperties: (a: unknown, b: unknown) => (a === false || b === false ? false : b),
};

/** What fits both schemas, as far as keywords tell; the judge of inputs has the last word. */
export function merged(a: Schema, b: Schema): Schema {
  const all: Record<string, unknown> = { ...a };
  for (const [keyword, value] of Object.entries(b)) {
    all[keyword] =
      keyword in a && keyword in BOTH ? BOTH[keyword]?.(a[keyword] as never, value as never) : value;
  }
  return all;
}

/** The alternatives of a union, each with what stands beside the union; undefined: it is none. */
export function branchesOf(schema: Schema): Schema[] | undefined {
  const { anyOf, oneOf, ...rest } = schema;
  const list: unknown = anyOf ?? oneOf;
  return Array.isArray(list) ? list.map((branch: unknown) => merged(rest, schemaOf(branch))) : undefined;
}

export const JSON_TYPES = ["null", "boolean", "number", "string", "array", "object"] as const;

const HINTS: readonly [type: string, keywords: readonly string[]][] = [
  ["object", ["properties", "required", "additionalProperties", "patternProperties", "minProperties"]],
  ["array", ["items", "prefixItems", "minItems", "maxItems", "uniqueItems"]],
  ["string", ["pattern", "format", "minLength", "maxLength"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

/** The types that a schema speaks of; empty: it allows anything. */
export function typesOf(schema: Schema): string[] {
  if (typeof schema.type === "string") return [schema.type];
  if (Array.isArray(schema.type)) return schema.type.map(String);
  return HINTS.filter(([, keywords]) => keywords.some((keyword) => keyword in schema)).map(([type]) => type);
}

/** How many references the smallest value goes through; Infinity: there is no finite one. */
export function heightOf(schema: unknown, root: Schema, above: ReadonlySet<unknown> = new Set()): number {
  const own = schemaOf(schema);
  const ref = own.$ref;
  if (typeof ref === "string") {
    if (above.has(ref)) return Infinity;
    return 1 + heightOf(referenced(ref, root), root, new Set([...above, ref]));
  }
  const { schema: flat } = expanded(own, root);
  const heights = (list: readonly unknown[]): number[] => list.map((each) => heightOf(each, root, above));
  const branches = branchesOf(flat);
  if (branches !== undefined) return Math.min(...heights(branches));
  if ("const" in flat || "enum" in flat) return 0;
  const types = typesOf(flat);
  if (types.some((type) => type !== "object" && type !== "array")) return 0;
  const properties = schemaOf(flat.properties);
  const required = Array.isArray(flat.required) ? flat.required.map(String) : [];
  const prefix: unknown[] = Array.isArray(flat.prefixItems) ? flat.prefixItems : [];
  const least = typeof flat.minItems === "number" ? flat.minItems : 0;
  const asObject = heights(required.map((name) => properties[name]));
  const asArray = heights([...prefix.slice(0, least), ...(least > prefix.length ? [flat.items] : [])]);
  const choices = [
    ...(types.includes("object") ? [Math.max(0, ...asObject)] : []),
    ...(types.includes("array") ? [Math.max(0, ...asArray)] : []),
  ];
  return choices.length === 0 ? 0 : Math.min(...choices);
}

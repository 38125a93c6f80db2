import {
  recordOf,
  type CallableManifest,
  type JsonSchema,
  type Manifest,
  type ObjectSchema,
} from "@skills/core";
import { isObject } from "./contract/schema-parts";

export interface SchemaOptions {
  /** A `title` for each property, made of its name: "Left" for left, "Order Id" for orderId and order_id. */
  titles?: boolean;
  /** Put shared types where they are used. Those that contain themselves stay in `$defs`. */
  inlineRefs?: boolean;
}

/** A manifest whose schemas are written as the options say. What they accept stays the same. */
export function withSchemaOptions(manifest: Manifest, { titles, inlineRefs }: SchemaOptions): Manifest {
  if (!titles && !inlineRefs) return manifest;
  const rewrite = (schema: JsonSchema): JsonSchema => {
    const placed = inlineRefs ? inlined(schema) : schema;
    return titles ? (titled(placed) as JsonSchema) : placed;
  };
  const described = <Callable extends CallableManifest>(callable: Callable): Callable => ({
    ...callable,
    inputSchema: rewrite(callable.inputSchema) as ObjectSchema,
    ...(callable.outputSchema ? { outputSchema: rewrite(callable.outputSchema) } : {}),
  });
  return {
    ...manifest,
    skills: manifest.skills.map((skill) => ({ ...skill, tools: skill.tools.map(described) })),
    functions: manifest.functions.map(described),
  };
}

/** Keywords whose value is data, not schemas. */
const DATA = new Set(["const", "enum", "default", "examples", "required"]);
/** Keywords whose value holds schemas by the users' own names. */
const NAMED = new Set(["properties", "patternProperties", "$defs"]);

function titled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(titled);
  if (!isObject(value)) return value;
  return mapKeywords(value, titled, (keyword, name, schema) =>
    keyword === "properties" && isObject(schema) && schema.title === undefined
      ? { title: titleOf(name), ...schema }
      : schema,
  );
}

function titleOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[_.\s-]+/)
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** References are replaced from the outside in; one to a definition that is being put in place stays. */
function inlined(root: JsonSchema): JsonSchema {
  const { $defs, ...body } = root;
  const definitions = ($defs ?? {}) as { [name: string]: JsonSchema };
  const recursive = recursiveAmong(definitions);
  const place = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(place);
    if (!isObject(value)) return value;
    const name = nameIn(value);
    const definition = name === undefined || recursive.has(name) ? undefined : definitions[name];
    if (!definition) return mapKeywords(value, place);
    const { $ref: _, ...beside } = value;
    return { ...(place(definition) as JsonSchema), ...(place(beside) as JsonSchema) };
  };
  const placed = place(body) as JsonSchema;
  const kept = Object.entries(definitions).filter(([name]) => recursive.has(name));
  if (kept.length === 0) return placed;
  return { ...placed, $defs: recordOf(kept.map(([name, schema]) => [name, place(schema)])) };
}

/** Definitions that can be reached from themselves. */
function recursiveAmong(definitions: { [name: string]: JsonSchema }): ReadonlySet<string> {
  const next = new Map(Object.entries(definitions).map(([name, schema]) => [name, [...namesIn(schema)]]));
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    (next.get(from) ?? []).some((name) => {
      if (name === goal) return true;
      if (seen.has(name)) return false;
      return reaches(name, goal, seen.add(name));
    });
  return new Set(Object.keys(definitions).filter((name) => reaches(name, name)));
}

function* namesIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  const name = isObject(value) ? nameIn(value) : undefined;
  if (name !== undefined) yield name;
  for (const inner of Object.values(value)) yield* namesIn(inner);
}

function nameIn({ $ref }: { [keyword: string]: unknown }): string | undefined {
  return typeof $ref === "string" ? /^#\/\$defs\/(.+)$/.exec($ref)?.[1] : undefined;
}

function mapKeywords(
  schema: { [keyword: string]: unknown },
  map: (value: unknown) => unknown,
  mapNamed: (keyword: string, name: string, schema: unknown) => unknown = (_keyword, _name, inner) => inner,
): { [keyword: string]: unknown } {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (DATA.has(keyword)) return [keyword, value];
      if (!NAMED.has(keyword) || !isObject(value)) return [keyword, map(value)];
      const named = Object.entries(value).map(
        ([name, inner]) => [name, mapNamed(keyword, name, map(inner))] as const,
      );
      return [keyword, recordOf(named)];
    }),
  );
}

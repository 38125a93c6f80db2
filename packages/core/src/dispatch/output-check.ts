import type { JsonSchema } from "../wire";
import { isYielded } from "./callable-tool";
import { OutputMismatchError } from "./errors";
import { isCut, markedAsCut, type InputIssue } from "../validate/input-issue";
import { comparableJson } from "./json-text";
import type { RunToolOptions } from "./outcomes";
import { withSubschemas } from "../validate/schema-reading";
import type { ToolSpec } from "./tool-spec";
import { issuesAgainst, sameOrigin } from "../validate/validator";

// Read once: reading the environment costs more than the check.
const isProduction = process.env.NODE_ENV === "production";

/**
 * Checks what a tool returned, field by field, against its output schema. Fields that the type does not name are
 * let through, as TypeScript lets them through; so is `undefined`, for which JSON has no form: as a whole it is no
 * content, in an object no field.
 *
 * @throws OutputMismatchError
 */
export function checkOutput(
  spec: ToolSpec,
  value: unknown,
  { validateOutput = !isProduction }: RunToolOptions,
): void {
  if (!validateOutput || !spec.outputSchema) return;
  const { outputSchema } = spec;
  const issues = isYielded(value) ? issuesOfItems(outputSchema, value) : issuesOf(outputSchema, value);
  if (issues.length > 0) throw new OutputMismatchError(spec.definition.name, issues);
}

function issuesOf(outputSchema: JsonSchema, value: unknown): InputIssue[] {
  if (value === undefined) return [];
  const schema = opened(outputSchema);
  const json = comparableJson(value);
  const issues = issuesAgainst(schema, json);
  if (issues.length === 0 || !hasGaps(json)) return issues;
  return issuesAgainst(gapped(schema), withoutGaps(json));
}

function issuesOfItems(outputSchema: JsonSchema, items: readonly unknown[]): InputIssue[] {
  const lists = items.map((item) => issuesOf(outputSchema, item));
  const issues = lists.flatMap((list, index) => list.map((issue) => insideItem(issue, index)));
  return lists.some(isCut) ? markedAsCut(issues) : issues;
}

function insideItem({ path, ...issue }: InputIssue, index: number): InputIssue {
  return { ...issue, path: `[${String(index)}]${path === "" || path.startsWith("[") ? path : `.${path}`}` };
}

/** Whether something in a JSON value is undefined. */
function hasGaps(json: unknown): boolean {
  if (typeof json !== "object" || json === null) return json === undefined;
  // Not by `some`, which passes over the holes of a list.
  return Array.isArray(json) ? Array.from(json).some(hasGaps) : Object.values(json).some(hasGaps);
}

/** Undefined fields are left out; elements stay, as undefined, for those behind them keep their places. */
function withoutGaps(json: unknown): unknown {
  if (Array.isArray(json)) return Array.from(json, withoutGaps);
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([key, inner]) =>
      inner === undefined ? [] : [[key, withoutGaps(inner)] as const],
    ),
  );
}

const ANY_JSON = { type: ["string", "number", "boolean", "object", "array", "null"] };
const gappedSchemas = new WeakMap<JsonSchema, JsonSchema>();

/** The schema with lists that let undefined elements through. */
function gapped(schema: JsonSchema): JsonSchema {
  let found = gappedSchemas.get(schema);
  if (!found) gappedSchemas.set(schema, (found = withGaps(schema)));
  return found;
}

function withGaps(schema: JsonSchema): JsonSchema {
  return withSubschemas(schema, (inner, keyword) =>
    keyword === "items" || keyword === "prefixItems"
      ? { if: ANY_JSON, then: withGaps(inner) }
      : withGaps(inner),
  );
}

const cache = new WeakMap<JsonSchema, JsonSchema>();

function opened(schema: JsonSchema): JsonSchema {
  let found = cache.get(schema);
  if (!found) cache.set(schema, (found = sameOrigin(withoutClosing(schema), schema)));
  return found;
}

function withoutClosing(schema: JsonSchema): JsonSchema {
  const { additionalProperties, ...rest } = withSubschemas(schema, withoutClosing);
  return additionalProperties === undefined || additionalProperties === false
    ? rest
    : { ...rest, additionalProperties };
}

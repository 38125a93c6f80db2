import type { JsonSchema } from "../wire";
import { isYielded } from "./callable-tool";
import { OutputMismatchError, type InputIssue } from "./errors";
import { comparableJson } from "./json-text";
import type { RunToolOptions } from "./outcomes";
import { withSubschemas } from "./schema-reading";
import type { ToolSpec } from "./tool-spec";
import { issuesAgainst } from "./validator";

// Read once: reading the environment costs more than the check.
const isProduction = process.env.NODE_ENV === "production";

/**
 * Checks what a tool returned, field by field, against its output schema. Fields that the type does not name are
 * let through, as TypeScript lets them through.
 *
 * @throws OutputMismatchError
 */
export function checkOutput(
  spec: ToolSpec,
  value: unknown,
  { validateOutput = !isProduction }: RunToolOptions,
): void {
  if (!validateOutput || !spec.outputSchema) return;
  const schema = opened(spec.outputSchema);
  const issues = isYielded(value)
    ? value.flatMap((item, index) => issuesOfItem(schema, item, index))
    : issuesAgainst(schema, comparableJson(value));
  if (issues.length > 0) throw new OutputMismatchError(spec.definition.name, issues);
}

function issuesOfItem(schema: JsonSchema, item: unknown, index: number): InputIssue[] {
  return issuesAgainst(schema, comparableJson(item)).map(({ path, ...issue }) => ({
    ...issue,
    path: `[${String(index)}]${path === "" || path.startsWith("[") ? path : `.${path}`}`,
  }));
}

const cache = new WeakMap<JsonSchema, JsonSchema>();

function opened(schema: JsonSchema): JsonSchema {
  let found = cache.get(schema);
  if (!found) cache.set(schema, (found = withoutClosing(schema)));
  return found;
}

function withoutClosing(schema: JsonSchema): JsonSchema {
  const { additionalProperties, ...rest } = withSubschemas(schema, withoutClosing);
  return additionalProperties === undefined || additionalProperties === false
    ? rest
    : { ...rest, additionalProperties };
}

import type { JsonSchema } from "../wire";
import { OutputMismatchError } from "./errors";
import { plainJson } from "./json-text";
import type { RunToolOptions } from "./outcomes";
import type { ToolSpec } from "./tool-spec";
import { issuesAgainst } from "./validator";

/**
 * Checks what a tool returned, field by field, against its output schema. Fields that the type does not name are
 * let through, as TypeScript lets them through.
 *
 * @throws OutputMismatchError
 */
export function checkOutput(
  spec: ToolSpec,
  value: unknown,
  { validateOutput = process.env.NODE_ENV !== "production" }: RunToolOptions,
): void {
  if (!validateOutput || !spec.outputSchema) return;
  const issues = issuesAgainst(opened(spec.outputSchema), plainJson(value));
  if (issues.length > 0) throw new OutputMismatchError(spec.definition.name, issues);
}

const cache = new WeakMap<JsonSchema, JsonSchema>();

function opened(schema: JsonSchema): JsonSchema {
  let found = cache.get(schema);
  if (!found) cache.set(schema, (found = withoutClosing(schema) as JsonSchema));
  return found;
}

function withoutClosing(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutClosing);
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, inner]) =>
      key === "additionalProperties" && inner === false
        ? []
        : [[key, LITERAL.has(key) ? inner : withoutClosing(inner)]],
    ),
  );
}

/** Keywords whose values are data, not schemas. */
const LITERAL = new Set(["const", "enum", "default", "examples"]);

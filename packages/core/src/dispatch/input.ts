import type { ObjectSchema, ToolDefinition } from "../wire";
import { BrokenSchemaError } from "./errors";
import { mended } from "../validate/lenient";
import { issuesAgainst, TOO_DEEP } from "../validate/validator";

/**
 * The input, once it fits the tool's schema.
 *
 * @throws BrokenSchemaError
 */
export function fittingInput(
  { name, input_schema }: ToolDefinition,
  input: unknown,
  lenient: boolean,
): Record<string, unknown> {
  let fitting = input;
  let issues = issuesAgainst(input_schema, fitting);
  if (issues.length > 0 && lenient) {
    fitting = mendedInput(name, input, input_schema);
    issues = issuesAgainst(input_schema, fitting);
  }
  if (issues.length > 0) throw new BrokenSchemaError(name, issues);
  return fitting as Record<string, unknown>;
}

function mendedInput(tool: string, input: unknown, schema: ObjectSchema): unknown {
  try {
    return mended(input, schema, schema);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new BrokenSchemaError(tool, [TOO_DEEP]);
  }
}

import {
  BasicToolSet,
  BrokenSchemaError,
  type AssistantMessage,
  type InputIssue,
  type JsonSchema,
  type ObjectSchema,
  type ToolParts,
  type ToolResult,
  type ToolSet,
  type ToolUse,
} from "@skills/core";

/** A call as the model makes it. */
export function use(name: string, input: unknown = {}, id = "toolu_1"): ToolUse {
  return { type: "tool_use", id, name, input };
}

/** An assistant message that asks for these calls. */
export function asking(...calls: ToolUse[]): AssistantMessage {
  return { content: calls, stop_reason: "tool_use" };
}

/** A set of one tool, described by JSON Schema. */
export function setOf(tool: Partial<ToolParts> & Pick<ToolParts, "run">): BasicToolSet {
  const set = new BasicToolSet();
  set.addTool({ name: "tool", inputSchema: { type: "object" }, ...tool });
  return set;
}

/** The results in the answer to one message, by call. */
export async function results(set: ToolSet, ...calls: ToolUse[]): Promise<ToolResult[]> {
  const answer = await set.respond(asking(...calls), { logger: SILENT });
  return (answer?.content ?? []).filter((block): block is ToolResult => block.type === "tool_result");
}

export const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** A logger that keeps what it is told. */
export function recorder() {
  const lines: [level: string, message: string, ...details: unknown[]][] = [];
  const keep =
    (level: string) =>
    (message: string, ...details: unknown[]) => {
      lines.push([level, message, ...details]);
    };
  return { lines, debug: keep("debug"), info: keep("info"), warn: keep("warn"), error: keep("error") };
}

/** An object schema with these properties, all of them required, and no others. */
export function closed(properties: { [name: string]: JsonSchema }, more: JsonSchema = {}): ObjectSchema {
  return {
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
    ...more,
  };
}

/** The error that an input of a tool with this schema brings about. */
export async function brokenBy(inputSchema: ObjectSchema, input: unknown): Promise<BrokenSchemaError> {
  const set = setOf({ inputSchema, run: () => "ran" });
  const error: unknown = await set.runTool(use("tool", input)).catch((thrown: unknown) => thrown);
  if (error instanceof BrokenSchemaError) return error;
  throw new Error(`expected a BrokenSchemaError, got ${JSON.stringify(error)}`);
}

export async function issuesFor(inputSchema: ObjectSchema, input: unknown): Promise<InputIssue[]> {
  return [...(await brokenBy(inputSchema, input)).issues];
}

import { failureText, outcomeOf } from "../dispatch/failure";
import { insideTool } from "../dispatch/callable-tool";
import { ToolError } from "../dispatch/tool-error";
import type { ToolSpec } from "../dispatch/tool-spec";
import type { ContentBlock, ToolDefinition, ToolUse } from "../wire";
import type { ToolSet } from "./tool-set";

/**
 * The SDK's `BetaRunnableTool`, by shape: a definition with `run` and `parse`. Of tools that the API itself
 * describes (memory, bash) it is a type and a name, without a schema.
 */
export interface RunnableTool {
  name: string;
  input_schema?: object;
  run(input: never, context?: never): unknown;
  parse(input: unknown): unknown;
}

export function isRunnableTool(tool: object): tool is RunnableTool {
  const { run, parse } = tool as { run?: unknown; parse?: unknown };
  return typeof run === "function" && typeof parse === "function";
}

/** The SDK's tool as one of ours, with its own semantics: `parse` judges the input, blocks are content as they are. */
export function specOfRunnable(tool: RunnableTool): ToolSpec {
  const { run, parse, close: _close, ...definition } = tool as RunnableTool & { close?: unknown };
  return {
    definition: definition as ToolDefinition,
    options: { serialize: false, interpretAsResponse: true },
    async run(input, context) {
      return insideTool(async () => {
        const parsed = parse.call(tool, input) as never;
        const { toolUse, signal } = context;
        const content = await run.call(tool, parsed, { toolUse, toolUseBlock: toolUse, signal } as never);
        return typeof content === "string"
          ? content.trim() === ""
            ? []
            : [{ type: "text", text: content }]
          : content;
      });
    },
  };
}

/** A tool of a set as the SDK's own runner takes it. */
export interface RunnableToolOfSet extends ToolDefinition {
  type: "custom";
  run(
    input: unknown,
    context?: { toolUse: { id: string }; signal?: AbortSignal | null },
  ): Promise<string | ContentBlock[]>;
  parse(input: unknown): unknown;
}

/**
 * Failures become `ToolError`s, whose content another set sends. The SDK's runner takes the content of its own class only;
 * of any other error it sends `Error: ` and the message, and so none of the images: as part of an error result the API
 * would refuse them, and the run would end.
 */
export function runnableToolsOf(set: ToolSet): RunnableToolOfSet[] {
  return set.toolsSchema.map((definition) => ({
    ...definition,
    type: "custom",
    parse: (input) => (typeof input === "string" ? (JSON.parse(input) as unknown) : input),
    async run(input, context) {
      const toolUse: ToolUse = {
        type: "tool_use",
        id: context?.toolUse.id ?? "",
        name: definition.name,
        input,
      };
      const signal = context?.signal ?? undefined;
      try {
        return (await set.runTool(toolUse, { signal })).content ?? "";
      } catch (error) {
        const { text, following } = failureText(
          error,
          outcomeOf(error, signal),
          set.tool(definition.name)?.options,
        );
        const content = following.length > 0 ? [{ type: "text" as const, text }, ...following] : text;
        const failure = new ToolError(content, { cause: error });
        failure.message = text.replace(/^Error: /, "");
        throw failure;
      }
    },
  }));
}

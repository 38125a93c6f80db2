import { respondTo } from "../dispatch/respond";
import type { Logger } from "../logger";
import type { ToolContextInit } from "../dispatch/tool-context";
import type { ToolSpec } from "../dispatch/tool-spec";
import type {
  AssistantMessage,
  ContentBlock,
  ToolDefinition,
  ToolResult,
  ToolResultMessage,
  ToolUse,
} from "../wire";

/** What one call gave. */
export interface ToolOutput {
  toolUseId: string;
  name: string;
  /** What the tool returned, as it was. */
  value: unknown;
  /** The content of the `tool_result`; undefined: none is sent. */
  content: string | ContentBlock[] | undefined;
  isError: boolean;
  /** With `interpretAsResponse`: the text that ends the run as its final answer. */
  finalAnswer?: string;
}

export type RunToolOptions = Omit<ToolContextInit, "toolUse">;

export interface AnswerOptions extends RunToolOptions {
  /** Milliseconds for a call whose tool sets no limit of its own. Default: none. */
  timeoutMs?: number;
  /** Takes the errors of tools that threw. Default: console. */
  logger?: Logger;
}

export interface RespondOptions extends AnswerOptions {
  /** Calls that run side by side. Default 8. */
  maxConcurrency?: number;
}

/** A set of tools: their definitions for a request, and the way to call them. */
export abstract class ToolSet {
  /** The `tools` of a request. */
  abstract get toolsSchema(): ToolDefinition[];

  /**
   * Run one call.
   * @throws ToolNotFoundError where this set has no tool of that name
   * @throws BrokenSchemaError where the input does not fit the schema
   * @throws whatever the tool itself throws
   */
  abstract runTool(toolUse: ToolUse, options?: RunToolOptions): Promise<ToolOutput>;

  /** Whether a call of this (wire or declared) name would find a tool here. */
  has(name: string): boolean {
    return this.toolsSchema.some((tool) => tool.name === name);
  }

  /** The tool of this name with its options, where this set knows them. */
  tool(_name: string): ToolSpec | undefined {
    return undefined;
  }

  /** How errors name this set. */
  get label(): string {
    return this.constructor.name;
  }

  /** What the set's skills want to say in the system prompt, one text a skill. */
  get instructions(): string[] {
    return [];
  }

  /**
   * Answer every call of an assistant message, by id, in call order; each failure becomes an `is_error` result.
   * Null where there is nothing to run: no calls, or a `stop_reason` other than `tool_use`.
   */
  async respond(message: AssistantMessage, options: RespondOptions = {}): Promise<ToolResultMessage | null> {
    return respondTo(this, message, options);
  }
}

/** How one call was answered: what goes on the wire, and what it came from. */
export interface Answer {
  result: ToolResult;
  /** Blocks that the API does not take inside an error result (images of a `ToolError`): they follow all results. */
  following: ContentBlock[];
  /** Of a call that succeeded. */
  output?: ToolOutput;
  /** Of a call that failed: what was thrown. */
  error?: unknown;
  outcome: "ok" | "error" | "invalid_input" | "not_found" | "denied" | "timeout" | "aborted";
}

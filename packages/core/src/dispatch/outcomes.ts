import type { Logger } from "../logger";
import type { ToolFinder } from "../registry/calls";
import type { ContentBlock, ToolResult } from "../wire";
import type { Timers } from "./settle";
import type { ToolContextInit } from "./tool-context";

/** What one call gave. */
export interface ToolOutput {
  toolUseId: string;
  name: string;
  /** What the tool returned, as it was; of a `Result`, the value inside. */
  value: unknown;
  /** The content of the `tool_result`; undefined: none is sent. */
  content: string | ContentBlock[] | undefined;
  isError: boolean;
  /** With `interpretAsResponse`: the text that ends the run as its final answer. */
  finalAnswer?: string;
  /** Outputs that the tool returned for other calls of the same turn: each stands in that call's result. */
  elsewhere?: ToolOutput[];
}

export interface RunToolOptions extends Omit<ToolContextInit, "toolUse" | "tools"> {
  /** Mend what is certain in an input that does not fit ("42" for a number) before judging it. Default false. */
  lenient?: boolean;
  /** Check what tools return against their output schema. Default: on, but where NODE_ENV is "production". */
  validateOutput?: boolean;
  /** Takes what is logged. Default: console. */
  logger?: Logger;
  /** Where `context.tools` finds tools. Default: the set that was asked. */
  registry?: ToolFinder;
  /** The name that traces tell of the call, where a view knows the tool by another. Default: the call's own. */
  calledAs?: string;
  /** Put inputs and outputs into OpenTelemetry spans. Default false. */
  recordContent?: boolean;
  /** What wakes when a call's time is over. Default: the system's timers. */
  timers?: Timers;
}

export interface AnswerOptions extends RunToolOptions {
  /** Milliseconds for a call whose tool sets no limit of its own. Default: none. */
  timeoutMs?: number;
}

export interface RespondOptions extends AnswerOptions {
  /** Calls that run side by side. Default 8. */
  maxConcurrency?: number;
}

/** How a call ended. */
export type CallOutcome = "ok" | "error" | "invalid_input" | "not_found" | "denied" | "timeout" | "aborted";

/** How one call was answered: what goes on the wire, and what it came from. */
export interface Answer {
  result: ToolResult;
  /** Blocks that the API does not take inside an error result (images of a `ToolError`): they follow all results. */
  following: ContentBlock[];
  /** Of a call that succeeded. */
  output?: ToolOutput;
  /** Of a call that failed: what was thrown. */
  error?: unknown;
  outcome: CallOutcome;
}

import type { Logger } from "@skills/core";
import type { RequestParams } from "./agent";
import { RunError } from "./errors";
import type { PermissionMode, SDKMessage, SDKUserMessage } from "./messages";
import type { ModelClient } from "./model-port";
import type { ModelPrice } from "./prices";
import type { RunnerTool } from "./tool-entries";

/** A prompt, or a conversation's prompts as they come: each is answered before the next is read. */
export type QueryPrompt = string | AsyncIterable<SDKUserMessage>;

/** What `canUseTool` decides, as in the Claude Agent SDK. */
export type PermissionResult =
  | { behavior: "allow"; updatedInput?: Record<string, unknown> }
  | {
      behavior: "deny";
      /** The model reads it. */
      message: string;
      /** End the run. */
      interrupt?: boolean;
    };

export type CanUseTool = (
  toolName: string,
  input: Record<string, unknown>,
  context: { signal: AbortSignal; toolUseID: string },
) => PermissionResult | Promise<PermissionResult>;

/** Named as in the Claude Agent SDK, and what this project adds: `client`, `tools`, `maxTokens`, `params`, `prices`. */
export interface QueryOptions {
  /** Default: one of `@anthropic-ai/sdk`, made with its own defaults. */
  client?: ModelClient;
  model: string;
  /** Of one reply. Default 16,000. */
  maxTokens?: number;
  /** Instances of skill classes, tool sets, and whatever else `toolRunner` takes. */
  tools?: RunnerTool[];
  systemPrompt?: string;
  maxTurns?: number;
  maxBudgetUsd?: number;
  /** Default: the process's. */
  cwd?: string;
  abortController?: AbortController;
  /** Asked about every call but those of `allowedTools`. Without it, tools that need approval are refused. */
  canUseTool?: CanUseTool;
  /** Names of tools that need nobody's approval. */
  allowedTools?: string[];
  /** Names of tools whose calls are refused. */
  disallowedTools?: string[];
  permissionMode?: PermissionMode;
  /** Give the events of the stream, too. Default false. */
  includePartialMessages?: boolean;
  /** Milliseconds for a call whose tool names no limit. */
  toolTimeoutMs?: number;
  /** The caller's own value, for `ToolContext.state`. */
  state?: unknown;
  params?: RequestParams;
  prices?: Readonly<Record<string, ModelPrice>>;
  logger?: Logger;
}

/** Something else that answers queries: a stand-in, or a process that speaks this stream. */
export interface QueryTransport {
  query(request: { prompt: QueryPrompt; options: QueryOptions }): AsyncIterable<SDKMessage>;
}

/** @throws RunError for an option that cannot be meant */
export function checkQuery(prompt: QueryPrompt, options: QueryOptions, hasTransport: boolean): void {
  const wrong = (what: string, help: string) => new RunError("S420", what, { help });
  if (typeof prompt === "string" ? prompt.trim() === "" : !(Symbol.asyncIterator in prompt)) {
    throw wrong("prompt holds nothing to ask", "give a text, or an async iterable of user messages");
  }
  if (!hasTransport && (typeof options.model !== "string" || options.model === "")) {
    throw wrong("options.model is missing", 'name a model, such as "claude-sonnet-4-5"');
  }
  for (const name of ["maxTurns", "maxBudgetUsd", "maxTokens"] as const) {
    const value = options[name];
    if (value !== undefined && !(value > 0))
      throw wrong(`options.${name} is ${String(value)}`, "give a number above 0");
  }
  for (const name of ["tools", "allowedTools", "disallowedTools"] as const) {
    const value: unknown = options[name];
    if (value !== undefined && !Array.isArray(value))
      throw wrong(`options.${name} is no list`, `give a list: ${name}: […]`);
  }
  const both = options.allowedTools?.find((name) => options.disallowedTools?.includes(name));
  if (both !== undefined) {
    throw wrong(
      `${both} is both allowed and disallowed`,
      "leave it out of allowedTools or of disallowedTools",
    );
  }
}

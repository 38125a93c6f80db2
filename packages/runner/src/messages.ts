import type { BetaMessage, BetaMessageParam, BetaRawMessageStreamEvent } from "./sdk-types";
import type { Usage } from "./usage";

/**
 * The messages of a `query`, in the shape of the Claude Agent SDK's stream. Our own declarations: that package
 * brings a binary of hundreds of megabytes, and is no dependency.
 */
export type SDKMessage =
  SDKSystemMessage | SDKAssistantMessage | SDKUserMessage | SDKPartialAssistantMessage | SDKResultMessage;

interface InSession {
  uuid: string;
  session_id: string;
}

/** The first message: what the session starts with. */
export interface SDKSystemMessage extends InSession {
  type: "system";
  subtype: "init";
  cwd: string;
  model: string;
  permissionMode: PermissionMode;
  /** Names of the tools; `Skill` is left out. */
  tools: string[];
  /** Names of the skill folders that were found, sorted. */
  skills: string[];
  mcp_servers: { name: string; status: string }[];
  slash_commands: string[];
  plugins: { name: string; path: string }[];
}

export type PermissionMode = "default" | "acceptEdits" | "bypassPermissions" | "plan" | "dontAsk";

/** One content block of a reply. */
export interface SDKAssistantMessage extends InSession {
  type: "assistant";
  message: BetaMessage;
  parent_tool_use_id: string | null;
}

/** A prompt, or the result of one call. */
export interface SDKUserMessage {
  type: "user";
  message: BetaMessageParam & { role: "user" };
  parent_tool_use_id: string | null;
  /** What the tool returned, as it was. */
  tool_use_result?: unknown;
  uuid?: string;
  session_id?: string;
}

/** With `includePartialMessages`: an event of the stream, as the API sent it. */
export interface SDKPartialAssistantMessage extends InSession {
  type: "stream_event";
  event: BetaRawMessageStreamEvent;
  parent_tool_use_id: string | null;
}

export interface ResultFields extends InSession {
  type: "result";
  num_turns: number;
  /** Milliseconds of the whole prompt, and of those the time until the replies came. */
  duration_ms: number;
  duration_api_ms: number;
  stop_reason: string | null;
  /** 0 where the model's price is not known. */
  total_cost_usd: number;
  usage: Usage;
  modelUsage: Record<string, SDKModelUsage>;
  permission_denials: { tool_name: string; tool_use_id: string; tool_input: unknown }[];
}

export interface SDKModelUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadInputTokens: number;
  cacheCreationInputTokens: number;
  costUSD: number;
}

/** The last message of a prompt. */
export type SDKResultMessage =
  | (ResultFields & { subtype: "success"; is_error: boolean; result: string })
  | (ResultFields & {
      subtype: "error_during_execution" | "error_max_turns" | "error_max_budget_usd";
      is_error: true;
      errors: string[];
    });

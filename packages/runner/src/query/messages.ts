import type { UUID } from "node:crypto";
import type { ContentBlockParam } from "@anthropic-ai/sdk/resources/messages/messages";
import type { BetaMessage, BetaRawMessageStreamEvent } from "../sdk-types";
import type { Usage } from "../agent/usage";

/**
 * The messages of a `query`, in the shape of the Claude Agent SDK's stream: code written for its union reads these.
 * Our own declarations: that package brings a binary of hundreds of megabytes, and is no dependency.
 */
export type SDKMessage =
  SDKSystemMessage | SDKAssistantMessage | SDKUserMessage | SDKPartialAssistantMessage | SDKResultMessage;

interface InSession {
  uuid: UUID;
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
  /** Names of the skill folders that were found, permitted or not, sorted. */
  skills: string[];
  /** Names of the skills that a user may start by `/NAME` at the beginning of a prompt, sorted. */
  slash_commands: string[];
  plugins: { name: string; path: string }[];
  /** What only Claude Code has. */
  mcp_servers: { name: string; status: string }[];
  apiKeySource: "none";
  claude_code_version: string;
  output_style: string;
}

export type PermissionMode = "default" | "acceptEdits" | "bypassPermissions" | "plan" | "dontAsk";

/** One content block of a reply. */
export interface SDKAssistantMessage extends InSession {
  type: "assistant";
  message: BetaMessage;
  /** Of an agent that is a tool: the call that it answers. */
  parent_tool_use_id: string | null;
}

/** A prompt, or the result of one call. */
export interface SDKUserMessage {
  type: "user";
  message: { role: "user"; content: string | ContentBlockParam[] };
  parent_tool_use_id: string | null;
  /** What the tool returned, as it was. */
  tool_use_result?: unknown;
  uuid?: UUID;
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
  /**
   * US dollars, of the models whose price is known. A number, as in the Claude Agent SDK, where an `Agent`'s `costUsd` is
   * undefined: 0 beside tokens means that nobody knows. Give `prices`.
   */
  total_cost_usd: number;
  usage: SDKUsage;
  modelUsage: Record<string, SDKModelUsage>;
  permission_denials: SDKPermissionDenial[];
}

export interface SDKPermissionDenial {
  tool_name: string;
  tool_use_id: string;
  tool_input: Record<string, unknown>;
}

/** Tokens by kind, and what else the API tells of a reply: counts are summed, the rest is the last reply's. */
export interface SDKUsage extends Usage {
  cache_creation: { ephemeral_1h_input_tokens: number; ephemeral_5m_input_tokens: number };
  server_tool_use: { web_fetch_requests: number; web_search_requests: number };
  output_tokens_details: { thinking_tokens: number };
  fallback_credit: null;
  /** Of a compaction: summed up in the counts. */
  iterations: [];
  service_tier: "standard" | "priority" | "batch";
  speed: "standard" | "fast";
  inference_geo: string;
}

export interface SDKModelUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadInputTokens: number;
  cacheCreationInputTokens: number;
  webSearchRequests: number;
  /** 0 where the model's price is not known. */
  costUSD: number;
  /** 0: not known. */
  contextWindow: number;
  /** Of one reply, as it was asked for. */
  maxOutputTokens: number;
}

/** The last message of a prompt. */
export type SDKResultMessage =
  | (ResultFields & {
      subtype: "success";
      is_error: boolean;
      result: string;
      /** With `outputFormat`: the answer, checked. */
      structured_output?: unknown;
    })
  | (ResultFields & { subtype: ErrorSubtype; is_error: true; errors: string[] });

export type ErrorSubtype =
  | "error_during_execution"
  | "error_max_turns"
  | "error_max_budget_usd"
  | "error_max_structured_output_retries";

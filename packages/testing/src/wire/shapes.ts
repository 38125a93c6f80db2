/**
 * The Messages API as this package speaks it, by structure: requests may hold anything, since judging them is
 * what the rules are for; replies are typed.
 */

/** Plain JSON. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json | undefined };

export interface TextReplyBlock {
  type: "text";
  text: string;
  citations?: Json[] | null;
}

export interface ToolUseReplyBlock {
  type: "tool_use";
  id: string;
  name: string;
  input: unknown;
  toolset_name?: string;
  caller?: JsonObject;
}

export interface ThinkingReplyBlock {
  type: "thinking";
  thinking: string;
  signature: string;
}

/** Any other block (redacted thinking, server tools, compaction, …): sent as it is. */
export interface OtherReplyBlock {
  type: string;
  [key: string]: unknown;
}

export type ReplyBlock = TextReplyBlock | ToolUseReplyBlock | ThinkingReplyBlock | OtherReplyBlock;

/** Tokens; the fields that are not named here are sent as they are. */
export interface Usage {
  input_tokens: number;
  output_tokens: number;
  cache_creation_input_tokens: number | null;
  cache_read_input_tokens: number | null;
  iterations?: JsonObject[] | null;
  [key: string]: unknown;
}

export interface Message {
  id: string;
  type: "message";
  role: "assistant";
  model: string;
  content: ReplyBlock[];
  stop_reason: string | null;
  stop_sequence: string | null;
  usage: Usage;
}

/** One server-sent event of a streamed reply. */
export interface StreamEvent {
  type: string;
  [key: string]: unknown;
}

export interface ErrorEnvelope {
  type: "error";
  error: { type: string; message: string; details?: { error_code: string } };
  request_id: string;
}

/** The error types of the API by status. */
export const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  405: "invalid_request_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  504: "timeout_error",
  529: "overloaded_error",
};

/** The type that goes with a status, also for a status that the API does not document. */
export function errorType(status: number): string {
  return ERROR_TYPES[status] ?? (status >= 500 ? "api_error" : "invalid_request_error");
}

export function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as a list: content may be a string, a list, or (in a broken request) anything. */
export function blocksOf(content: unknown): { [key: string]: unknown }[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isObject) : [];
}

/** The text of a content value: its text blocks, joined by line breaks. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return blocksOf(content)
    .map((block) => (block.type === "text" && typeof block.text === "string" ? block.text : ""))
    .filter((text) => text !== "")
    .join("\n");
}

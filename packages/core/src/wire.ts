/**
 * The shapes of the Messages API that tools touch. They are declared here, by structure, so that core needs
 * no SDK: the SDK's own types fit them, and what core makes fits the SDK's parameters (held by type tests).
 */

/** A JSON Schema, draft 2020-12, as plain JSON. */
export type JsonSchema = { [keyword: string]: unknown };

/** The schema of a tool's input: the API takes nothing but an object at the root. */
export type ObjectSchema = {
  type: "object";
  properties?: { [name: string]: JsonSchema };
  required?: string[];
  [keyword: string]: unknown;
};

/** An input's schema as it may be given: `as const`, too. */
export type GivenObjectSchema = {
  readonly type: "object";
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
};

/** One entry of a request's `tools`. */
export interface ToolDefinition {
  name: string;
  description?: string;
  input_schema: ObjectSchema;
  strict?: boolean;
  cache_control?: { type: "ephemeral"; ttl?: "5m" | "1h" } | null;
  defer_loading?: boolean;
  eager_input_streaming?: boolean | null;
  input_examples?: { [key: string]: unknown }[];
  allowed_callers?: ("direct" | "code_execution_20250825" | "code_execution_20260120")[];
}

/** A call the model made. Raw JSON and the SDK's typed blocks both fit. */
export interface ToolUse {
  type: "tool_use";
  id: string;
  name: string;
  input: unknown;
}

export interface TextBlock {
  type: "text";
  text: string;
}

export interface ImageBlock {
  type: "image";
  source:
    | {
        type: "base64";
        media_type: "image/jpeg" | "image/png" | "image/gif" | "image/webp";
        data: string;
      }
    | { type: "url"; url: string };
}

/** What a `tool_result` may hold. */
export type ContentBlock = TextBlock | ImageBlock;

/** The answer to one call. */
export interface ToolResult {
  type: "tool_result";
  tool_use_id: string;
  content?: string | ContentBlock[];
  is_error?: boolean;
}

/** The user message that answers the calls of one assistant message: results first, in call order. */
export interface ToolResultMessage {
  role: "user";
  content: (ToolResult | ContentBlock)[];
}

/** As much of an assistant message as `respond` reads. */
export interface AssistantMessage {
  content: string | readonly (ToolUse | TextBlock | { type: string })[];
  stop_reason?: string | null;
}

/** The fields that the API knows. Kinds that are not listed (server tools and their results) are not judged. */

export const REQUEST_FIELDS: ReadonlySet<string> = new Set([
  "model",
  "max_tokens",
  "messages",
  "system",
  "tools",
  "tool_choice",
  "stream",
  "temperature",
  "top_p",
  "top_k",
  "stop_sequences",
  "metadata",
  "thinking",
  "service_tier",
  "container",
  "context_management",
  "mcp_servers",
  "output_config",
  "output_format",
  "speed",
  "cache_control",
  "inference_geo",
  "compaction",
  "thread",
  "diagnostics",
  "billing_policy",
  "fallbacks",
  "fallback_credit_token",
]);

export const MESSAGE_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  user: new Set(["role", "content"]),
  assistant: new Set(["role", "content"]),
  system: new Set(["role", "content", "clear_at", "output_config"]),
};

export const BLOCK_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  text: new Set(["type", "text", "cache_control", "citations"]),
  image: new Set(["type", "source", "cache_control", "transformations"]),
  document: new Set(["type", "source", "cache_control", "citations", "context", "title"]),
  search_result: new Set(["type", "content", "source", "title", "cache_control", "citations"]),
  tool_use: new Set(["type", "id", "name", "input", "cache_control", "caller", "toolset_name"]),
  tool_result: new Set(["type", "tool_use_id", "content", "is_error", "cache_control", "toolset_name"]),
  thinking: new Set(["type", "thinking", "signature"]),
  redacted_thinking: new Set(["type", "data"]),
  compaction: new Set(["type", "content", "encrypted_content", "signature", "tool_changes", "cache_control"]),
  tool_addition: new Set(["type", "tool", "cache_control"]),
  tool_removal: new Set(["type", "tool", "cache_control"]),
};

/** Blocks that the API takes besides those above. */
export const OTHER_BLOCKS: ReadonlySet<string> = new Set([
  "server_tool_use",
  "web_search_tool_result",
  "web_fetch_tool_result",
  "advisor_tool_result",
  "code_execution_tool_result",
  "bash_code_execution_tool_result",
  "text_editor_code_execution_tool_result",
  "tool_search_tool_result",
  "mcp_tool_use",
  "mcp_tool_result",
  "mcp_tool_listing",
  "container_upload",
  "fallback",
]);

/** What a tool result may hold. */
export const RESULT_BLOCKS: readonly string[] = [
  "text",
  "image",
  "document",
  "search_result",
  "tool_reference",
  "browser_state",
];

export const CHOICE_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  auto: new Set(["type", "disable_parallel_tool_use"]),
  any: new Set(["type", "disable_parallel_tool_use"]),
  tool: new Set(["type", "disable_parallel_tool_use", "name"]),
  none: new Set(["type"]),
};

export const THINKING_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  enabled: new Set(["type", "budget_tokens", "display", "block_binding"]),
  disabled: new Set(["type"]),
  between_tools: new Set(["type"]),
  adaptive: new Set(["type", "display", "block_binding"]),
};

export const METADATA_FIELDS: ReadonlySet<string> = new Set(["user_id"]);

export const TOOL_FIELDS: ReadonlySet<string> = new Set([
  "type",
  "name",
  "description",
  "input_schema",
  "strict",
  "cache_control",
  "defer_loading",
  "eager_input_streaming",
  "input_examples",
  "allowed_callers",
]);

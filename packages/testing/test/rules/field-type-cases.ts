import {
  assistant,
  BASE,
  call,
  EARLIER,
  image,
  messages,
  result,
  text,
  tool,
  tools,
  USER,
  user,
  type Params,
  type RuleCase,
} from "./rule-case";

const LOOKUP = tool({});
const THINKING = { ...BASE, max_tokens: 4000 };
const ANY_OBJECT = { type: "object" };
const SEARCH = { type: "web_search_20250305", name: "web_search" };
const FOUND = { type: "search_result", source: "https://example.com", title: "Order A1" };

function answered(more: object): Params {
  return { ...LOOKUP, messages: [USER, assistant(call("t1")), user(result("t1", more))] };
}

/** What clients send that were written for another API, or without types. */
const MISTAKES: [refused: Params, text: string | RegExp, legal: Params][] = [
  [{ ...BASE, model: "" }, "model: String should have at least 1 character", BASE],
  [
    { ...BASE, stop_sequences: "END" },
    "stop_sequences: Input should be a valid list",
    { ...BASE, stop_sequences: ["END"] },
  ],
  [
    { ...BASE, stop_sequences: [1] },
    "stop_sequences.0: Input should be a valid string",
    { ...BASE, stop_sequences: [] },
  ],
  [
    { ...BASE, stop_sequences: ["\n"] },
    "stop_sequences: each stop sequence must contain non-whitespace",
    { ...BASE, stop_sequences: ["\nEND"] },
  ],
  [
    { ...BASE, metadata: { user_id: 7 } },
    "metadata.user_id: Input should be a valid string",
    { ...BASE, metadata: { user_id: null } },
  ],
  [
    { ...BASE, output_config: { effort: "huge" } },
    "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'",
    { ...BASE, output_config: { effort: "xhigh" } },
  ],
  [
    { ...BASE, service_tier: "fast" },
    "service_tier: Input should be 'auto' or 'standard_only'",
    { ...BASE, service_tier: "auto" },
  ],
  [{ ...BASE, speed: "slow" }, "speed: Input should be 'standard' or 'fast'", { ...BASE, speed: "standard" }],
  [
    { ...BASE, output_config: { effort: ["low"] } },
    "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'",
    { ...BASE, output_config: { effort: null } },
  ],
  [
    { ...BASE, output_config: { format: { type: "json_schema", json_schema: { schema: ANY_OBJECT } } } },
    "output_config.format.schema: Field required",
    { ...BASE, output_config: { format: { type: "json_schema", schema: ANY_OBJECT } } },
  ],
  [
    { ...BASE, output_config: { format: { type: "json_object", schema: ANY_OBJECT } } },
    "output_config.format.type: Input should be 'json_schema'",
    { ...BASE, output_config: { format: null } },
  ],
  [
    { ...BASE, cache_control: { type: "forever" } },
    /^cache_control: Input tag 'forever' found/,
    { ...BASE, cache_control: { type: "ephemeral" } },
  ],
  [
    { ...BASE, system: [{ ...text("Be brief."), cache_control: { type: "ephemeral", ttl: "1d" } }] },
    "system.0.cache_control.ephemeral.ttl: Input should be '5m' or '1h'",
    { ...BASE, system: [{ ...text("Be brief."), cache_control: { type: "ephemeral", ttl: "1h" } }] },
  ],
  [
    tool({ cache_control: { type: "ephemeral", ttl: 300 } }),
    "tools.0.custom.cache_control.ephemeral.ttl: Input should be '5m' or '1h'",
    tool({ cache_control: { type: "ephemeral", ttl: "5m" } }),
  ],
  [
    tools({ ...SEARCH, cache_control: "ephemeral" }),
    "tools.0.web_search_20250305.cache_control: Input should be a valid dictionary",
    tools({ ...SEARCH, cache_control: { type: "ephemeral" } }),
  ],
  [{ ...BASE, metadata: "me" }, "metadata: Input should be a valid dictionary", { ...BASE, metadata: {} }],
  [{ ...BASE, system: 7 }, "system: Input should be a valid list", { ...BASE, system: "" }],
  [
    { ...BASE, system: [{ type: "image" }] },
    "system.0.type: Input should be 'text'",
    { ...BASE, system: [text("Be brief.")] },
  ],
  [
    { ...BASE, system: [{ type: "text" }] },
    "system.0.text: Input should be a valid string",
    { ...BASE, system: [] },
  ],
  [
    { ...BASE, system: [text("")] },
    "system: text content blocks must be non-empty",
    { ...BASE, system: null },
  ],
  [tools("lookup" as never), "tools.0: Input should be a valid dictionary", LOOKUP],
  [
    tools({ type: "function", function: { name: "lookup", parameters: {} } }),
    /^tools\.0: Input tag 'function' found using 'type' does not match any of the expected tags: 'custom', /,
    tool({ type: "custom" }),
  ],
  [
    tool({ description: 7 }),
    "tools.0.custom.description: Input should be a valid string",
    tool({ description: "7" }),
  ],
  [
    { ...LOOKUP, tool_choice: "auto" },
    "tool_choice: Input should be a valid dictionary",
    { ...LOOKUP, tool_choice: { type: "auto", disable_parallel_tool_use: true } },
  ],
  [
    { ...LOOKUP, tool_choice: { type: "required" } },
    "tool_choice: Input tag 'required' found using 'type' does not match any of the expected tags: 'auto', 'any', 'tool', 'none'",
    { ...LOOKUP, tool_choice: { type: "any" } },
  ],
  [
    { ...LOOKUP, tool_choice: { type: "tool" } },
    "tool_choice.tool.name: Field required",
    { ...LOOKUP, tool_choice: { type: "tool", name: "lookup" } },
  ],
  [
    { ...LOOKUP, tool_choice: { type: "auto", disable_parallel_tool_use: "yes" } },
    "tool_choice.auto.disable_parallel_tool_use: Input should be a valid boolean",
    { ...LOOKUP, tool_choice: { type: "any", disable_parallel_tool_use: false } },
  ],
  [
    { ...THINKING, thinking: { budget_tokens: 2000 } },
    "thinking: Unable to extract tag using discriminator 'type'",
    { ...THINKING, thinking: { type: "adaptive" } },
  ],
  [
    { ...THINKING, thinking: { type: "enabled" } },
    "thinking.enabled.budget_tokens: Field required",
    { ...THINKING, thinking: { type: "disabled" } },
  ],
  [
    { ...THINKING, thinking: { type: "enabled", budget_tokens: 1023 } },
    "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
    { ...THINKING, thinking: { type: "enabled", budget_tokens: 1024 } },
  ],
  [
    { ...THINKING, thinking: { type: "enabled", budget_tokens: "2000" } },
    "thinking.enabled.budget_tokens: Input should be a valid integer",
    { ...THINKING, thinking: { type: "enabled", budget_tokens: 2000 } },
  ],
  [
    { ...THINKING, thinking: { type: "adaptive", display: "full" } },
    "thinking.adaptive.display: Input should be 'summarized', 'omitted' or 'updates'",
    {
      ...THINKING,
      thinking: {
        type: "enabled",
        budget_tokens: 2000,
        display: "updates",
        block_binding: { prefix_mismatch_behavior: "drop_block" },
      },
    },
  ],
  [{ ...EARLIER, top_k: 0.5 }, "top_k: Input should be a valid integer", { ...EARLIER, top_k: 5 }],
  [
    { ...BASE, context_management: { edits: { type: "clear_tool_uses_20250919" } } },
    "context_management.edits: Input should be a valid list",
    { ...BASE, context_management: null },
  ],
  [
    { ...BASE, mcp_servers: ["https://example.com"] },
    "mcp_servers.0: Input should be a valid dictionary",
    { ...BASE, mcp_servers: null },
  ],
  [
    tool({ strict: "true" }),
    "tools.0.custom.strict: Input should be a valid boolean",
    tool({ strict: false }),
  ],
  [
    messages(user({ ...FOUND, content: [], citations: true })),
    "messages.0.content.0.search_result.citations: Input should be a valid dictionary",
    messages(user({ ...FOUND, content: [text("Shipped.")], citations: { enabled: true } })),
  ],
  [
    messages(user({ type: "image" })),
    "messages.0.content.0.image.source: Field required",
    messages(user(image())),
  ],
  [
    messages(user({ type: "image", source: { data: "iVBORw0KGgo=" } })),
    "messages.0.content.0.image.source: Unable to extract tag using discriminator 'type'",
    messages(user({ type: "image", source: { type: "file", file_id: "file_1" } })),
  ],
  [
    messages(user({ type: "image", source: { type: "url" } })),
    "messages.0.content.0.image.source.url.url: Field required",
    messages(user({ type: "image", source: { type: "url", url: "https://example.com/a.png" } })),
  ],
  [
    messages(user({ type: "document", source: { type: "text", data: "Hello" } })),
    "messages.0.content.0.document.source.text.media_type: Field required",
    messages(user({ type: "document", source: { type: "text", media_type: "text/plain", data: "Hello" } })),
  ],
  [
    messages(user({ type: "document", source: { type: "base64", media_type: "text/csv", data: "YSxi" } })),
    "messages.0.content.0.document.source.base64.media_type: Input should be 'application/pdf'",
    messages(user({ type: "document", source: { type: "text", media_type: "text/plain", data: "a,b" } })),
  ],
  [
    messages(user({ ...FOUND, content: [image()] })),
    "messages.0.content.0.search_result.content.0.type: Input should be 'text'",
    messages(user({ ...FOUND, content: [text("Shipped.")] })),
  ],
  [
    messages(user({ type: "container_upload" }, text("Read it."))),
    "messages.0.content.0.container_upload.file_id: Field required",
    messages(user({ type: "container_upload", file_id: "file_1" }, text("Read it."))),
  ],
  [
    messages(user({ ...text("Hello"), cache_control: { type: "ephemeral", ttl: "2h" } })),
    "messages.0.content.0.text.cache_control.ephemeral.ttl: Input should be '5m' or '1h'",
    messages(user({ ...text("Hello"), cache_control: { type: "ephemeral", ttl: "5m" } })),
  ],
  [
    messages(user({ ...text("Hello"), cache_control: { type: "forever" } })),
    "messages.0.content.0.text.cache_control: Input tag 'forever' found using 'type' does not match any of the expected tags: 'ephemeral'",
    messages(user({ ...text("Hello"), cache_control: { type: "ephemeral", ttl: "1h" } })),
  ],
  [
    answered({ content: { status: "shipped" } }),
    "messages.2.content.0.tool_result.content: Input should be a valid list",
    answered({ content: '{"status":"shipped"}' }),
  ],
  [
    answered({ content: ["shipped"] }),
    "messages.2.content.0.tool_result.content: Input should be a valid list",
    answered({ content: [text("shipped")] }),
  ],
  [
    answered({ is_error: "true" }),
    "messages.2.content.0.tool_result.is_error: Input should be a valid boolean",
    answered({ is_error: true }),
  ],
  [
    answered({ content: [{ type: "tool_reference", name: "lookup" }] }),
    "messages.2.content.0.tool_result.content.0.tool_reference.tool_name: Field required",
    answered({ content: [{ type: "tool_reference", tool_name: "lookup" }] }),
  ],
  [
    answered({ content: [{ type: "resource", uri: "x" }] }),
    /^messages\.2\.content\.0\.tool_result\.content\.0: Input tag 'resource' found using 'type' does not match any of the expected tags: 'text', 'image', /,
    answered({ content: [image()] }),
  ],
];

/** Fields that belong to another kind of the same object. */
const STRAY: typeof MISTAKES = [
  [
    { ...LOOKUP, tool_choice: { type: "auto", name: "lookup" } },
    "tool_choice.auto.name: Extra inputs are not permitted",
    { ...LOOKUP, tool_choice: { type: "tool", name: "lookup", disable_parallel_tool_use: true } },
  ],
  [
    { ...THINKING, thinking: { type: "adaptive", budget_tokens: 2000 } },
    "thinking.adaptive.budget_tokens: Extra inputs are not permitted",
    { ...THINKING, thinking: { type: "adaptive", display: "omitted", block_binding: null } },
  ],
  [
    { ...THINKING, thinking: { type: "disabled", budget_tokens: 0 } },
    "thinking.disabled.budget_tokens: Extra inputs are not permitted",
    { ...THINKING, thinking: { type: "between_tools" } },
  ],
];

/** Row 1: one of each kind of field, with the mistake that is made most. */
export const FIELD_TYPE_CASES: RuleCase[] = [
  ...MISTAKES.map(([refused, text, legal]) => ({ rule: "field-types", refused, text, legal })),
  ...STRAY.map(([refused, text, legal]) => ({ rule: "unknown-fields", refused, text, legal })),
  {
    rule: "unknown-fields",
    refused: { ...BASE, metadata: { user: "me" } },
    text: "metadata.user: Extra inputs are not permitted",
    legal: { ...BASE, metadata: { user_id: "me" } },
  },
  {
    rule: "known-roles",
    refused: messages({ role: 7, content: "Hello" }),
    text: "messages.0.role: Input should be a valid string",
    legal: messages({ role: "user", content: "Hello" }),
  },
  {
    rule: "block-roles",
    refused: { ...LOOKUP, messages: [user(call("t1"))] },
    text: "messages.0: `tool_use` blocks can only be in `assistant` messages",
    legal: answered({}),
  },
  {
    rule: "block-roles",
    refused: messages(USER, assistant(image()), USER),
    text: "messages.1: `image` blocks can only be in `user` messages",
    legal: messages(USER, user(image()), USER),
  },
  {
    rule: "thinking-budget",
    refused: { ...THINKING, thinking: { type: "enabled", budget_tokens: 4000 } },
    text: "`max_tokens` must be greater than `thinking.budget_tokens`.",
    legal: { ...THINKING, thinking: { type: "enabled", budget_tokens: 3999 } },
  },
  {
    rule: "thinking-budget",
    refused: { ...THINKING, thinking: { type: "enabled", budget_tokens: 8000 } },
    text: "`max_tokens` must be greater than `thinking.budget_tokens`.",
    legal: { ...THINKING, thinking: { type: "enabled", budget_tokens: 8000 } },
    legalBetas: ["interleaved-thinking-2025-05-14"],
  },
];

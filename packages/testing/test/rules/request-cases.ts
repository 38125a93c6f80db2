import {
  assistant,
  BASE,
  EARLIER,
  image,
  messages,
  result,
  call,
  text,
  times,
  tool,
  USER,
  user,
  type RuleCase,
} from "./rule-case";

const HALF_PAIR = "a\ud83d";
const HALF_AT = JSON.stringify(messages({ role: "user", content: HALF_PAIR })).indexOf("\\ud83d");
const cached = (index: number): object => ({
  ...text(`part ${String(index)}`),
  cache_control: { type: "ephemeral" },
});

/** Rows 1 to 7, 17 and 19. */
export const REQUEST_CASES: RuleCase[] = [
  {
    rule: "required-fields",
    refused: { ...BASE, max_tokens: undefined },
    text: "max_tokens: Field required",
    legal: BASE,
  },
  {
    rule: "required-fields",
    refused: { ...BASE, model: undefined },
    text: "model: Field required",
    legal: BASE,
  },
  {
    rule: "field-types",
    refused: { ...BASE, max_tokens: "many" },
    text: "max_tokens: Input should be a valid integer",
    legal: BASE,
  },
  {
    rule: "field-types",
    refused: messages(user({ type: "txt", text: "Hello" })),
    text: /^messages\.0\.content\.0: Input tag 'txt' found using 'type' does not match any of the expected tags: 'text', /,
    legal: messages(user(text("Hello"))),
  },
  {
    rule: "field-types",
    refused: messages(user({ type: "text" })),
    text: "messages.0.content.0.text.text: Field required",
    legal: messages(user(text("Hello"))),
  },
  {
    rule: "field-types",
    refused: messages({ role: "user", content: 7 }),
    text: "messages.0.content: Input should be a valid list",
    legal: messages({ role: "user", content: "7" }),
  },
  {
    rule: "field-types",
    refused: { ...BASE, max_tokens: -1 },
    text: "max_tokens: Input should be greater than or equal to 0",
    // Fills the prompt cache, and asks for no reply.
    legal: { ...BASE, max_tokens: 0 },
  },
  {
    rule: "field-types",
    refused: messages(USER, assistant(call("t1", { input: "{}" })), user(result("t1"))),
    text: "messages.1.content.0.tool_use.input: Input should be a valid dictionary",
    legal: messages(USER, assistant(call("t1")), user(result("t1"))),
  },
  {
    rule: "at-least-one-message",
    refused: messages(),
    text: "messages: at least one message is required",
    legal: messages(USER),
  },
  {
    rule: "unknown-fields",
    refused: { ...BASE, betas: [] },
    text: "betas: Extra inputs are not permitted",
    legal: { ...BASE, metadata: {} },
  },
  {
    rule: "unknown-fields",
    refused: messages(USER, assistant({ ...text("Yes."), parsed: {} }), USER),
    text: "messages.1.content.0.text.parsed: Extra inputs are not permitted",
    legal: messages(USER, assistant({ ...text("Yes."), citations: null }), USER),
  },
  {
    rule: "unknown-fields",
    refused: tool({ run: "code" }),
    text: "tools.0.custom.run: Extra inputs are not permitted",
    legal: tool({ strict: false }),
  },
  {
    rule: "known-roles",
    refused: messages({ role: "tool", content: "shipped" }),
    text: 'messages: Unexpected role "tool". Allowed roles are "user" or "assistant"',
    legal: messages(USER),
  },
  {
    rule: "known-roles",
    refused: messages({ content: "shipped" }),
    text: "messages.0.role: Field required",
    legal: messages({ role: "user", content: "shipped" }),
  },
  {
    rule: "first-role-user",
    refused: messages(assistant(text("Hello")), USER),
    text: 'messages: first message must use the "user" role',
    legal: messages(USER, USER),
  },
  {
    rule: "non-empty-content",
    refused: messages(USER, { role: "assistant", content: [] }, USER),
    text: "messages.1: all messages must have non-empty content except for the optional final assistant message",
    legal: { ...EARLIER, messages: [USER, { role: "assistant", content: [] }] },
  },
  {
    rule: "non-empty-text",
    refused: messages(user(text(""))),
    text: "messages: text content blocks must be non-empty",
    legal: messages(user(text("?"))),
  },
  {
    rule: "non-whitespace-text",
    refused: messages({ role: "user", content: " \n" }),
    text: "messages: text content blocks must contain non-whitespace text",
    legal: messages({ role: "user", content: " a\n" }),
  },
  {
    rule: "prefill",
    refused: messages(USER, assistant(text("It is"))),
    text: "This model does not support assistant message prefill. The conversation must end with a user message.",
    legal: { ...EARLIER, messages: [USER, assistant(text("It is"))] },
  },
  {
    rule: "trailing-whitespace",
    refused: { ...EARLIER, messages: [USER, assistant(text("It is "))] },
    text: "messages: final assistant content cannot end with trailing whitespace",
    legal: { ...EARLIER, messages: [USER, assistant(text("It is "), text("on its way"))] },
  },
  {
    rule: "well-formed-strings",
    refused: messages({ role: "user", content: HALF_PAIR }),
    text: `The request body is not valid JSON: no low surrogate in string: line 1 column ${String(HALF_AT + 1)} (char ${String(HALF_AT)})`,
    legal: messages({ role: "user", content: "a\ud83d\ude00 and \\ud83d" }),
  },
  {
    rule: "max-output-tokens",
    refused: { ...BASE, max_tokens: 5000 },
    text: "max_tokens: 5000 > 4096, which is the maximum allowed number of output tokens for claude-sonnet-5-5",
    legal: { ...BASE, max_tokens: 4096 },
    options: { profile: { maxOutput: 4096 } },
  },
  {
    rule: "context-window",
    refused: messages({ role: "user", content: "x".repeat(4000) }),
    text: /^prompt is too long: 10\d\d tokens > 1000 maximum$/,
    legal: messages({ role: "user", content: "x".repeat(3000) }),
    options: { profile: { contextWindow: 1000 } },
  },
  {
    rule: "cache-control-blocks",
    refused: messages(user(...times(5, cached))),
    text: "A maximum of 4 blocks with cache_control may be provided. Found 5.",
    legal: messages(user(...times(4, cached))),
  },
  {
    rule: "cache-control-blocks",
    refused: { ...messages(user(...times(4, cached))), thread: { type: "create" } },
    text: "A maximum of 3 blocks with cache_control may be provided. Found 4.",
    legal: { ...messages(user(...times(3, cached))), thread: { type: "create" } },
    betas: ["message-threads-2026-08-12"],
  },
  {
    rule: "image-media-type",
    refused: messages(user(image({ media_type: "image/bmp" }))),
    text: "messages.0.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
    legal: messages(user(image())),
  },
  {
    rule: "image-bytes",
    refused: messages(
      USER,
      assistant(call("t1")),
      user(result("t1", { content: [image({ media_type: "image/jpeg" })] })),
    ),
    text: "messages.2.content.0.tool_result.content.0.image.source.base64.data: The image was specified using the image/jpeg media type, but the image appears to be a image/png image",
    legal: messages(USER, assistant(call("t1")), user(result("t1", { content: [image()] }))),
  },
  {
    rule: "image-bytes",
    refused: messages(user(image({ data: "aGVsbG8gd29ybGQ=" }))),
    text: "messages.0.content.0.image.source.base64.data: Could not process image",
    legal: messages(user({ type: "image", source: { type: "url", url: "https://example.com/a.png" } })),
  },
  {
    rule: "image-not-empty",
    refused: messages(user(image({ data: "" }))),
    text: "messages.0.content.0.image.source.base64.data: image cannot be empty",
    legal: messages(user(image())),
  },
  {
    rule: "image-size",
    refused: messages(user(image({ data: `iVBORw0KGgo${"A".repeat(5242870)}` }))),
    text: "messages.0.content.0.image.source.base64: image exceeds 5 MB maximum: 5242881 bytes > 5242880 bytes",
    legal: messages(user(image({ data: `iVBORw0KGgo${"A".repeat(5242869)}` }))),
    options: { profile: { contextWindow: 10_000_000 } },
  },
  {
    rule: "beta-header",
    refused: { ...BASE, thread: { type: "create" } },
    text: "thread: Extra inputs are not permitted",
    legal: { ...BASE, thread: { type: "create" } },
    legalBetas: ["message-threads-2026-08-12"],
  },
  {
    rule: "sampling-range",
    refused: { ...EARLIER, temperature: 1.5 },
    text: "temperature: Input should be less than or equal to 1",
    legal: { ...EARLIER, temperature: 1 },
  },
  {
    rule: "sampling-supported",
    refused: { ...BASE, top_p: 0.5 },
    text: "`top_p` is deprecated for this model.",
    legal: { ...EARLIER, top_p: 0.5 },
  },
];

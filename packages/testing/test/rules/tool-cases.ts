import { signatureOf } from "../../src/model/signatures";
import {
  assistant,
  BASE,
  call,
  image,
  messages,
  result,
  schema,
  strict,
  text,
  times,
  tool,
  tools,
  USER,
  user,
  type RuleCase,
} from "./rule-case";

const dangling = (index: number, ids: string): string =>
  `messages.${String(index)}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;

/** As long as one of the API's. */
const RECORDED = `${"Ab9+/".repeat(40)}==`;
const THINKING = { type: "thinking", thinking: "Let me see.", signature: "sig_from_elsewhere" };
const optional = (count: number): object =>
  Object.fromEntries(times(count, (index) => [`p${String(index)}`, { type: "string" }]));
const unions = (count: number): object => {
  const entries = times(count, (index) => [`p${String(index)}`, { type: ["string", "null"] }] as const);
  return { properties: Object.fromEntries(entries), required: entries.map(([name]) => name) };
};
const TREE = { type: "object", additionalProperties: false, required: ["child"] };

/** Rows 8 to 16 and 18. */
export const TOOL_CASES: RuleCase[] = [
  {
    rule: "unanswered-tool-use",
    refused: messages(USER, assistant(call("t1"), call("t2")), user(result("t1"))),
    text: dangling(2, "t2"),
    legal: messages(USER, assistant(call("t1"), call("t2")), user(result("t1"), result("t2"))),
  },
  {
    rule: "unanswered-tool-use",
    refused: messages(USER, assistant(call("t1"), call("t2"))),
    text: dangling(1, "t1, t2"),
    legal: messages(USER, assistant(call("t1"), call("t2")), user(result("t2"), result("t1"))),
  },
  {
    rule: "unexpected-tool-result",
    refused: messages(user(result("t1"))),
    text: "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: t1. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
    legal: messages(USER, assistant(call("t1")), user(result("t1"))),
  },
  {
    rule: "unique-tool-use-ids",
    refused: messages(USER, assistant(call("t1"), call("t1")), user(result("t1"))),
    text: "messages.1.content.1: `tool_use` ids must be unique",
    legal: messages(USER, assistant(call("t1"), call("t1-2")), user(result("t1"), result("t1-2"))),
  },
  {
    rule: "tool-use-id-pattern",
    refused: messages(USER, assistant(call("")), user(result(""))),
    text: "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    legal: messages(USER, assistant(call("t")), user(result("t"))),
  },
  {
    rule: "one-result-per-id",
    refused: messages(USER, assistant(call("t1")), user(result("t1"), result("t1"))),
    text: "messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: t1",
    legal: messages(USER, assistant(call("t1")), user(result("t1"), text("And?"))),
  },
  {
    rule: "results-first",
    refused: messages(USER, assistant(call("t1")), user(text("And?"), result("t1"))),
    text: dangling(2, "t1"),
    legal: messages(USER, assistant(call("t1")), user(result("t1"), text("And?"))),
  },
  {
    rule: "results-in-one-message",
    refused: messages(USER, assistant(call("t1"), call("t2")), user(result("t1")), user(result("t2"))),
    text: dangling(2, "t2"),
    legal: messages(USER, assistant(call("t1"), call("t2")), user(result("t1"), result("t2")), USER),
  },
  {
    rule: "non-empty-text",
    refused: messages(
      USER,
      assistant(call("t1")),
      user(result("t1", { content: [text("shipped"), text("")] })),
    ),
    text: "messages: text content blocks must be non-empty",
    legal: messages(USER, assistant(call("t1")), user(result("t1", { content: "" }))),
  },
  {
    rule: "error-result-not-empty",
    refused: messages(USER, assistant(call("t1")), user(result("t1", { is_error: true, content: [] }))),
    text: "messages.2.content.0.tool_result: content cannot be empty if `is_error` is true",
    legal: messages(USER, assistant(call("t1")), user({ type: "tool_result", tool_use_id: "t1" })),
  },
  {
    rule: "error-result-text-only",
    refused: messages(
      USER,
      assistant(call("t1")),
      user(result("t1", { is_error: true, content: [text("No."), image()] })),
    ),
    text: 'messages.2.content.0.tool_result: all content must be type "text" if `is_error` is true',
    legal: messages(
      USER,
      assistant(call("t1")),
      user(result("t1", { is_error: true, content: [text("No.")] }), image()),
    ),
  },
  {
    rule: "same-toolset-name",
    refused: messages(USER, assistant(call("t1", { toolset_name: "computer" })), user(result("t1"))),
    text: 'messages.2.content.0.tool_result.toolset_name: expected "computer" as in the `tool_use` block, found null',
    legal: messages(
      USER,
      assistant(call("t1", { toolset_name: "computer" })),
      user(result("t1", { toolset_name: "computer" })),
    ),
  },
  {
    rule: "unique-tool-names",
    refused: tools(
      { name: "a", input_schema: { type: "object" } },
      { name: "a", input_schema: { type: "object" } },
    ),
    text: "tools: Tool names must be unique.",
    legal: tools(
      { name: "a", input_schema: { type: "object" } },
      { name: "A", input_schema: { type: "object" } },
    ),
  },
  {
    rule: "tool-name-pattern",
    refused: tool({ name: "Stripe.CreateRefund" }),
    text: "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    legal: tool({ name: "Stripe__CreateRefund" }),
  },
  {
    rule: "input-schema-type",
    refused: tool({ input_schema: { type: "string" } }),
    text: "tools.0.custom.input_schema.type: Input should be 'object'",
    legal: tool({ input_schema: { type: "object" } }),
  },
  {
    rule: "input-schema-top-level",
    refused: schema({ anyOf: [{ required: ["a"] }] }),
    text: "tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level",
    legal: schema({ properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] } } }),
  },
  {
    rule: "property-key-pattern",
    refused: schema({ properties: { a: { type: "object", properties: { "größe!": { type: "string" } } } } }),
    text: "tools.0.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
    legal: schema({ properties: { a: { type: "object", properties: { "a.b-c_1": { type: "string" } } } } }),
  },
  {
    rule: "json-schema-draft",
    refused: schema({
      properties: { pair: { type: "array", items: [{ type: "string" }, { type: "number" }] } },
    }),
    text: "tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12).",
    legal: schema({
      properties: { pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] } },
    }),
  },
  {
    rule: "strict-tool-count",
    refused: tools(...times(21, (index) => strictTool(`t${String(index)}`))),
    text: "Too many strict tools: 21. The maximum number of strict tools supported is 20.",
    legal: tools(...times(20, (index) => strictTool(`t${String(index)}`))),
  },
  {
    rule: "strict-optional-parameters",
    refused: strict({ properties: optional(25) }),
    text: /^Schemas contains too many optional parameters \(25\).*\(limit: 24\)\.$/,
    legal: strict({ properties: optional(24) }),
  },
  {
    rule: "strict-union-parameters",
    refused: strict(unions(17)),
    text: /^Schemas contains too many parameters with union types \(17 .*\(limit: 16\)\.$/,
    legal: strict(unions(16)),
  },
  {
    rule: "strict-closed-objects",
    refused: strict({ properties: { a: { type: "object" } }, required: ["a"] }),
    text: "tools.0.custom: For 'object' type, 'additionalProperties' must be explicitly set to false",
    legal: strict({ properties: { a: { type: "object", additionalProperties: false } }, required: ["a"] }),
  },
  {
    rule: "strict-keywords",
    refused: strict({ properties: { a: { type: "integer", minimum: 1 } }, required: ["a"] }),
    text: "tools.0.custom: For 'integer' type, property 'minimum' is not supported",
    legal: schema({ properties: { a: { type: "integer", minimum: 1 } }, required: ["a"] }),
  },
  {
    rule: "strict-keywords",
    refused: strict({ properties: { a: { type: "array", items: {}, minItems: 2 } }, required: ["a"] }),
    text: "tools.0.custom: For 'array' type, 'minItems' values other than 0 or 1 are not supported",
    legal: strict({ properties: { a: { type: "array", items: {}, minItems: 1 } }, required: ["a"] }),
  },
  {
    rule: "strict-keywords",
    refused: strict({ properties: { a: { type: "string", pattern: "^(?!x)" } }, required: ["a"] }),
    text: "tools.0.custom: For 'string' type, 'pattern' with lookaround is not supported",
    legal: strict({ properties: { a: { type: "string", pattern: "^(?:x)" } }, required: ["a"] }),
  },
  {
    rule: "strict-recursion",
    refused: strict({
      properties: { a: { $ref: "#/$defs/tree" } },
      required: ["a"],
      $defs: { tree: { ...TREE, properties: { child: { $ref: "#/$defs/tree" } } } },
    }),
    text: "tools.0.custom: Circular reference detected in schema definitions",
    legal: strict({
      properties: { a: { $ref: "#/$defs/tree" } },
      required: ["a"],
      $defs: { tree: { ...TREE, properties: { child: { $ref: "#/$defs/leaf" } } }, leaf: { type: "string" } },
    }),
  },
  {
    rule: "tool-choice-offered",
    refused: { ...tool({}), tool_choice: { type: "tool", name: "refund" } },
    text: "tool_choice.tool.name: Tool 'refund' not found in provided tools",
    legal: { ...tool({}), tool_choice: { type: "tool", name: "lookup" } },
  },
  {
    rule: "tool-choice-without-tools",
    refused: { ...BASE, tool_choice: { type: "any" } },
    text: "tool_choice: tool_choice may only be specified while providing tools",
    legal: { ...BASE, tool_choice: { type: "none" } },
  },
  {
    rule: "tool-choice-thinking",
    refused: { ...tool({}), tool_choice: { type: "any" }, thinking: { type: "adaptive" } },
    text: "Thinking may not be enabled when tool_choice forces tool use.",
    legal: { ...tool({}), tool_choice: { type: "any" }, thinking: { type: "disabled" } },
  },
  {
    rule: "thinking-signature",
    refused: messages(USER, assistant(THINKING, text("Yes.")), USER),
    text: "messages.1.content.0: Invalid `signature` in `thinking` block",
    // What a scripted model signed is valid everywhere.
    legal: messages(
      USER,
      assistant({ ...THINKING, signature: signatureOf(THINKING.thinking) }, text("Yes.")),
      USER,
    ),
  },
  {
    rule: "thinking-signature",
    script: [{ thinking: { thinking: "Hm.", signature: RECORDED }, text: "Yes." }, { text: "No." }],
    before: [BASE],
    refused: messages(
      USER,
      assistant({ type: "thinking", thinking: "Hm!", signature: RECORDED }, text("Yes.")),
      USER,
    ),
    text: "messages.1.content.0: Invalid `signature` in `thinking` block",
    legal: messages(
      USER,
      assistant({ type: "thinking", thinking: "Hm.", signature: RECORDED }, text("Yes.")),
      USER,
    ),
  },
  {
    rule: "thinking-unmodified",
    script: [{ thinking: "Let me see.", calls: [["lookup"]] }, { text: "Yes." }],
    before: [tool({})],
    refused: {
      ...messages(USER, assistant(call("toolu_0001")), user(result("toolu_0001"))),
      tools: tool({}).tools,
    },
    text: "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.",
    legal: messages(
      USER,
      assistant({ ...THINKING, signature: signatureOf(THINKING.thinking) }, call("toolu_0001")),
      user(result("toolu_0001")),
    ),
  },
];

function strictTool(name: string): object {
  return { name, strict: true, input_schema: { type: "object", additionalProperties: false } };
}

import { signatureOf } from "../../src/model/signatures";
import {
  assistant,
  BASE,
  call,
  messages,
  result,
  text,
  tool,
  USER,
  user,
  type Params,
  type RuleCase,
} from "./rule-case";

const COMPACT = ["compact-2026-09-04"];
const INLINE = ["inline-tools-2026-09-15"];
const THREADS = ["message-threads-2026-08-12"];
const SUMMARIZE = { compaction: { type: "summarize" } };
/** The block that a scripted model gives for this summary. */
const BLOCK = {
  type: "compaction",
  content: "All is well.",
  encrypted_content: "QWxsIGlzIHdlbGwu",
  signature: signatureOf(["All is well.", "QWxsIGlzIHdlbGwu"]),
};
const SUMMARY = { compaction: "All is well." };
const LOOKUP = { name: "lookup", input_schema: { type: "object" } };
const REFUND = { name: "refund", input_schema: { type: "object" } };
const lookupRemoved = { type: "tool_removal", tool: { type: "tool_reference", name: "lookup" } };
const added = (definition: object): object => ({
  type: "tool_addition",
  tool: { type: "tool_definition", definition },
});
const changed = (...content: object[]): Params => ({
  ...BASE,
  messages: [USER, { role: "system", content }],
  tools: [LOOKUP],
});

/** Compaction and inline tools. */
export const BETA_CASES: RuleCase[] = [
  {
    rule: "input-schema-type",
    betas: INLINE,
    refused: changed(added({ name: "refund", input_schema: { type: "string" } })),
    text: "messages.1.content.0.tool_addition.tool.tool_definition.definition.input_schema.type: Input should be 'object'",
    legal: changed(added(REFUND)),
  },
  {
    rule: "prefill",
    betas: COMPACT,
    refused: { ...BASE, messages: [USER, { role: "assistant", content: "It is on its way." }] },
    text: "This model does not support assistant message prefill. The conversation must end with a user message.",
    legal: { ...BASE, ...SUMMARIZE, messages: [USER, { role: "assistant", content: "It is on its way. " }] },
    script: [SUMMARY],
  },
  {
    rule: "field-types",
    betas: COMPACT,
    refused: { ...BASE, compaction: { type: "shorten" } },
    text: "compaction: Input tag 'shorten' found using 'type' does not match any of the expected tags: 'summarize'",
    legal: { ...BASE, ...SUMMARIZE },
    script: [SUMMARY],
  },
  {
    rule: "field-types",
    betas: THREADS,
    refused: { ...BASE, thread: { type: "continue" } },
    text: "thread.continue.previous_message_id: Field required",
    legal: { ...BASE, thread: { type: "create" } },
  },
  {
    rule: "compaction-params",
    betas: COMPACT,
    refused: { ...BASE, ...SUMMARIZE, stop_sequences: ["END"] },
    text: "stop_sequences: cannot be combined with `compaction`",
    legal: { ...BASE, ...SUMMARIZE, system: "Be brief." },
    script: [SUMMARY],
  },
  {
    rule: "compaction-params",
    betas: COMPACT,
    refused: { ...tool({}), ...SUMMARIZE, tool_choice: { type: "any" } },
    text: "tool_choice: cannot be combined with `compaction`",
    legal: { ...tool({}), ...SUMMARIZE, tool_choice: { type: "auto" } },
    script: [SUMMARY],
  },
  {
    rule: "compaction-params",
    betas: [...COMPACT, "server-side-fallback-2026-07-01"],
    refused: { ...BASE, ...SUMMARIZE, fallbacks: [{ output_config: { format: { type: "json_schema" } } }] },
    text: "fallbacks.0.output_config.format: cannot be combined with `compaction`",
    legal: { ...BASE, ...SUMMARIZE, fallbacks: [{ output_config: { effort: "low" } }] },
    script: [SUMMARY],
  },
  {
    rule: "compaction-incomplete-turn",
    betas: COMPACT,
    refused: { ...messages(USER, assistant(call("t1"))), ...SUMMARIZE },
    text: "compaction: the last turn has `tool_use` blocks without results",
    code: "compaction_incomplete_turn",
    legal: { ...messages(USER, assistant(call("t1")), user(result("t1"))), ...SUMMARIZE },
    script: [SUMMARY],
  },
  {
    rule: "compaction-nothing-to-summarize",
    betas: COMPACT,
    refused: { ...messages(assistant(BLOCK)), ...SUMMARIZE },
    text: "compaction: there are no messages to summarize",
    code: "compaction_nothing_to_summarize",
    legal: { ...messages(assistant(BLOCK), USER), ...SUMMARIZE },
    script: [SUMMARY],
  },
  {
    rule: "compaction-block-ambiguous",
    betas: COMPACT,
    refused: messages(assistant(BLOCK), assistant(BLOCK), USER),
    text: "messages.1.content.0: more than one `compaction` block",
    code: "compaction_block_ambiguous",
    legal: messages(assistant(BLOCK)),
  },
  {
    rule: "compaction-block-misplaced",
    betas: COMPACT,
    refused: messages(USER, assistant(BLOCK), USER),
    text: 'messages.1.content.0: a `compaction` block must stand alone in the first message, with the "assistant" role',
    code: "compaction_block_misplaced",
    legal: messages(assistant(BLOCK), USER),
  },
  {
    rule: "compaction-signature",
    betas: COMPACT,
    refused: messages(assistant({ ...BLOCK, content: "All is lost." }), USER),
    text: "messages.0.content.0: Invalid `signature` in `compaction` block",
    code: "compaction_signature_invalid",
    legal: messages(assistant(BLOCK), USER),
  },
  {
    rule: "compaction-content",
    betas: COMPACT,
    script: [SUMMARY, { text: "Yes." }],
    before: [{ ...BASE, ...SUMMARIZE }],
    refused: messages(assistant({ ...BLOCK, content: "All is lost." }), USER),
    text: "messages.0.content.0: the content is not what was signed",
    code: "compaction_content_mismatch",
    legal: messages(assistant(BLOCK), USER),
  },
  {
    rule: "compaction-tool-changes",
    betas: COMPACT,
    script: [SUMMARY, { text: "Yes." }],
    before: [{ ...BASE, ...SUMMARIZE }],
    refused: messages(assistant({ ...BLOCK, tool_changes: [] }), USER),
    text: "messages.0.content.0: tool_changes differ",
    code: "compaction_tool_changes_mismatch",
    legal: messages(assistant(BLOCK), USER),
  },
  {
    rule: "beta-header",
    refused: { ...BASE, ...SUMMARIZE },
    text: "compaction: Extra inputs are not permitted",
    legal: { ...BASE, ...SUMMARIZE },
    legalBetas: COMPACT,
    script: [SUMMARY],
  },
  {
    rule: "beta-header",
    refused: changed(added(REFUND)),
    text: "messages.1.content.0.tool_addition.tool.tool_definition: Extra inputs are not permitted",
    legal: changed(added(REFUND)),
    legalBetas: INLINE,
  },
  {
    rule: "tool-changes-in-system-message",
    betas: INLINE,
    refused: messages(user(text("Hello"), lookupRemoved)),
    text: 'messages.0.content.1: `tool_removal` blocks are only allowed in messages with the "system" role',
    legal: changed(lookupRemoved),
  },
  {
    rule: "tool-change-names",
    betas: INLINE,
    refused: changed(added({ ...LOOKUP, description: "Another" })),
    text: "messages.1.content.0: a tool named lookup is already there",
    code: "tool_name_conflict",
    legal: changed(lookupRemoved, added({ ...LOOKUP, description: "Another" })),
  },
  {
    rule: "tool-change-names",
    betas: INLINE,
    refused: changed({ type: "tool_removal", tool: { type: "tool_reference", name: "refund" } }),
    text: "messages.1.content.0: no tool is named refund",
    code: "tool_reference_unresolved",
    legal: changed(added(REFUND), { type: "tool_removal", tool: { type: "tool_reference", name: "refund" } }),
  },
];

import type { BetaMessage } from "@anthropic-ai/sdk/resources/beta/messages/messages";
import type { AnyRunner, OracleScript } from "./observe";
import { lookup } from "./tools";

const A1 = { id: "A1" };
const BETAS = ["compact-2026-09-04"];

const compactOn =
  (when: (message: BetaMessage) => boolean, config?: Parameters<AnyRunner["compactBeforeNextTurn"]>[0]) =>
  async (runner: AnyRunner) => {
    for await (const message of runner) if (when(message)) runner.compactBeforeNextTurn(config);
  };

const onCalls = compactOn((message) => message.stop_reason === "tool_use");

/** "A few things to know" on compaction, one script a sentence. */
export const COMPACTIONS: Record<string, OracleScript> = {
  "compaction after a turn's calls": {
    steps: [{ calls: [["lookup", A1]] }, { compaction: "A1 shipped" }, { text: "On its way." }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: onCalls,
  },
  "compaction, streamed": {
    steps: [{ calls: [["lookup", A1]] }, { compaction: "A1 shipped" }, { text: "On its way." }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS, stream: true },
    drive: async (runner) => {
      for await (const item of runner) {
        const message = await (item as unknown as { finalMessage(): Promise<BetaMessage> }).finalMessage();
        if (message.stop_reason === "tool_use") runner.compactBeforeNextTurn();
      }
    },
  },
  "compaction before iterating": {
    steps: [{ compaction: "asked for A1" }, { text: "On its way." }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: async (runner) => {
      runner.compactBeforeNextTurn();
      for await (const message of runner) void message;
    },
  },
  "compaction at the last turn": {
    steps: [{ text: "On its way." }, { compaction: "A1 shipped" }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: compactOn((message) => message.stop_reason === "end_turn"),
  },
  "compaction with instructions, asked for twice": {
    steps: [{ calls: [["lookup", A1]] }, { compaction: "A1" }, { text: "On its way." }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: async (runner) => {
      for await (const message of runner) {
        if (message.stop_reason !== "tool_use") continue;
        runner.compactBeforeNextTurn();
        runner.compactBeforeNextTurn({ type: "summarize", instructions: "Keep the ids." });
      }
    },
  },
  "compaction asked for while one is handled": {
    steps: [{ calls: [["lookup", A1]] }, { compaction: "A1" }, { text: "On its way." }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: compactOn((message) => message.stop_reason !== "end_turn"),
  },
  "compaction leaves out what shapes a reply": {
    steps: [{ calls: [["lookup", A1]] }, { compaction: "A1" }, { text: "{}" }],
    tools: (note) => [lookup(note)],
    params: {
      betas: BETAS,
      stop_sequences: ["STOP"],
      tool_choice: { type: "any" },
      output_config: {
        effort: "low",
        format: {
          type: "json_schema",
          schema: { type: "object", properties: {}, additionalProperties: false },
        },
      },
      metadata: { user_id: "u1" },
    },
    drive: onCalls,
  },
  "compaction without a summary": {
    steps: [
      { calls: [["lookup", A1]] },
      { blocks: [{ type: "compaction", content: null, encrypted_content: null }], stopReason: "compaction" },
      { text: "On its way." },
    ],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: onCalls,
  },
  "compaction after a paused turn": {
    steps: [{ text: "Wait.", stopReason: "pause_turn" }, { text: "On its way." }, { compaction: "A1" }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: compactOn((message) => message.stop_reason === "pause_turn"),
  },
  "compaction after a cut turn is skipped": {
    steps: [{ calls: [["lookup", A1]], stopReason: "max_tokens" }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: compactOn(() => true),
  },
  "compaction at max_iterations is skipped": {
    steps: [{ calls: [["lookup", A1]] }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS, max_iterations: 1 },
    drive: onCalls,
  },
  "compaction is not counted as an iteration": {
    steps: [{ calls: [["lookup", A1]] }, { compaction: "A1" }, { text: "On its way." }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS, max_iterations: 2 },
    drive: onCalls,
  },
  "messages pushed while a compaction is handled": {
    steps: [{ calls: [["lookup", A1]] }, { compaction: "A1" }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: async (runner) => {
      for await (const message of runner) {
        if (message.stop_reason === "tool_use") runner.compactBeforeNextTurn();
        else runner.pushMessages({ role: "user", content: "And?" });
      }
    },
  },
  "messages replaced while a compaction is handled": {
    steps: [{ calls: [["lookup", A1]] }, { compaction: "A1" }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: async (runner) => {
      for await (const message of runner) {
        if (message.stop_reason === "tool_use") runner.compactBeforeNextTurn();
        else
          runner.setMessagesParams((params) => ({
            ...params,
            messages: [{ role: "user", content: "And?" }],
          }));
      }
    },
  },
  "other params changed while a compaction is handled": {
    steps: [{ calls: [["lookup", A1]] }, { compaction: "A1" }, { text: "On its way." }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: async (runner) => {
      for await (const message of runner) {
        if (message.stop_reason === "tool_use") runner.compactBeforeNextTurn();
        if (message.stop_reason === "compaction")
          runner.setMessagesParams((params) => ({ ...params, max_tokens: 7 }));
      }
    },
  },
  "compaction beside a compaction edit": {
    steps: [{ text: "Hello." }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS, context_management: { edits: [{ type: "compact_20260112" }] } },
    drive: compactOn(() => true),
    model: { allow: ["beta-header", "unknown-fields"] },
  },
  "compaction, left by break": {
    steps: [{ calls: [["lookup", A1]] }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: async (runner) => {
      for await (const message of runner) {
        if (message.stop_reason === "tool_use") runner.compactBeforeNextTurn();
        break;
      }
    },
  },
};

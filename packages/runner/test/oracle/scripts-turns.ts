import type { OracleScript } from "./observe";
import { failing, lookup, PIXEL, refund, refusing } from "./tools";

const A1 = { id: "A1" };
const A2 = { id: "A2" };

/** Turns by stop reason, results, and the caller's part in the history. */
export const TURNS: Record<string, OracleScript> = {
  "one call": {
    steps: [{ calls: [["lookup", A1]] }, { text: "On its way." }],
    tools: (note) => [lookup(note)],
  },
  "two calls side by side": {
    steps: [
      {
        text: "Let me look.",
        calls: [
          ["lookup", A1],
          ["lookup", A2],
        ],
      },
      { text: "On their way." },
    ],
    tools: (note) => [lookup(note)],
  },
  streamed: {
    steps: [
      { text: "Let me look.", calls: [["lookup", A1]], chunks: 3 },
      { text: "On its way.", chunks: 4 },
    ],
    tools: (note) => [lookup(note)],
    params: { stream: true },
  },
  awaited: {
    steps: [{ calls: [["lookup", A1]] }, { text: "On its way." }],
    tools: (note) => [lookup(note)],
    drive: async (runner, note) => note(JSON.stringify((await runner).content)),
  },
  "a text that says nothing": {
    steps: [
      {
        blocks: [
          { type: "text", text: "\n\n" },
          { type: "tool_use", id: "toolu_1", name: "lookup", input: A1 },
        ],
        stopReason: "tool_use",
      },
      { text: "On its way." },
    ],
    tools: (note) => [lookup(note)],
  },
  "no call at all": { steps: [{ text: "Hello." }], tools: (note) => [lookup(note)] },
  "no tools": { steps: [{ text: "Hello." }], tools: () => [] },
  "a server tool beside": {
    steps: [{ calls: [["lookup", A1]] }, { text: "On its way." }],
    tools: (note) => [lookup(note), { type: "web_search_20250305", name: "web_search" }],
  },
  "fields of a runnable tool": {
    steps: [{ text: "Hello." }],
    tools: (note) => [
      lookup(note, { cache_control: { type: "ephemeral" }, strict: false, secret: 1, close: () => {} }),
    ],
  },
  "a tool fails": {
    steps: [
      {
        calls: [
          ["refund", A1],
          ["lookup", A1],
        ],
      },
      { text: "It is too old." },
    ],
    tools: (note) => [refund(note, failing("too old")), lookup(note)],
  },
  "a tool throws what is no error": {
    steps: [{ calls: [["refund", A1]] }, { text: "No." }],
    tools: (note) => [
      refund(note, () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- what tools of others do
        throw "no";
      }),
    ],
  },
  "input that does not parse": {
    steps: [{ calls: [["lookup", A1]] }, { text: "No." }],
    tools: (note) => [lookup(note, { parse: failing("id is not known") })],
  },
  "a ToolError": {
    steps: [{ calls: [["refund", A1]] }, { text: "No." }],
    tools: (note) => [refund(note, refusing("ask a person"))],
  },
  "a ToolError of blocks": {
    steps: [{ calls: [["refund", A1]] }, { text: "No." }],
    tools: (note) => [refund(note, refusing([{ type: "text", text: "ask a person" }]))],
  },
  "a ToolError with an image": {
    steps: [{ calls: [["refund", A1]] }, { text: "No." }],
    tools: (note) => [refund(note, refusing([{ type: "text", text: "see" }, PIXEL]))],
    model: { allow: ["error-result-text-only"] },
  },
  "an image in a result": {
    steps: [
      {
        calls: [
          ["lookup", A1],
          ["refund", A1],
        ],
      },
      { text: "I see." },
    ],
    tools: (note) => [lookup(note), refund(note, () => [{ type: "text", text: "see" }, PIXEL])],
  },
  "an unknown tool": {
    steps: [{ calls: [["lookupp", A1, { notOffered: true }]] }, { text: "Sorry." }],
    tools: (note) => [lookup(note)],
  },
  "cut by max_tokens": {
    steps: [{ calls: [["lookup", A1]], stopReason: "max_tokens" }],
    tools: (note) => [lookup(note)],
  },
  refused: { steps: [{ text: "I cannot.", stopReason: "refusal" }], tools: (note) => [lookup(note)] },
  "the context is full": {
    steps: [{ text: "And", stopReason: "model_context_window_exceeded" }],
    tools: (note) => [lookup(note)],
  },
  "a stop reason of tomorrow": {
    steps: [{ calls: [["lookup", A1]], stopReason: "moon_phase" }],
    tools: (note) => [lookup(note)],
  },
  "a paused turn": {
    steps: [
      { text: "Wait.", stopReason: "pause_turn" },
      { calls: [["lookup", A1]] },
      { text: "On its way." },
    ],
    tools: (note) => [lookup(note)],
  },
  thinking: {
    steps: [{ thinking: "hm", text: "Let me look.", calls: [["lookup", A1]] }, { text: "On its way." }],
    tools: (note) => [lookup(note)],
    params: { thinking: { type: "adaptive" } },
  },
  max_iterations: {
    steps: [{ calls: [["lookup", A1]] }, { calls: [["lookup", A2]] }],
    tools: (note) => [lookup(note)],
    params: { max_iterations: 2 },
  },
  "one id twice": {
    steps: [
      {
        calls: [
          ["lookup", A1, { id: "t1" }],
          ["lookup", A2, { id: "t1" }],
        ],
      },
      { text: "On their way." },
    ],
    tools: (note) => [lookup(note)],
    model: { allow: ["unique-tool-use-ids", "one-result-per-id"] },
  },
  "a history with an open call": {
    steps: [{ text: "On its way." }],
    tools: (note) => [lookup(note)],
    messages: [
      { role: "user", content: "Where is A1?" },
      { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "lookup", input: A1 }] },
    ],
  },
  "an error of the API": {
    steps: [{ error: { status: 400, message: "no" } }],
    tools: (note) => [lookup(note)],
  },
  "pushMessages with the reply": {
    steps: [{ text: "Which order?" }, { text: "Fine." }],
    tools: (note) => [lookup(note)],
    drive: async (runner) => {
      let first = true;
      for await (const message of runner) {
        if (first) {
          const { role, content } = message;
          runner.pushMessages({ role, content }, { role: "user", content: "A1" });
        }
        first = false;
      }
    },
  },
  "pushMessages with a reply that calls": {
    steps: [{ calls: [["lookup", A1]] }, { text: "Fine." }],
    tools: (note) => [lookup(note)],
    drive: async (runner) => {
      for await (const { role, content, stop_reason } of runner) {
        if (stop_reason === "tool_use") runner.pushMessages({ role, content });
      }
    },
  },
  "setMessagesParams leaves the reply out": {
    steps: [{ calls: [["lookup", A1]] }, { text: "Fine." }],
    tools: (note) => [lookup(note)],
    drive: async (runner) => {
      for await (const message of runner) {
        if (message.stop_reason === "tool_use")
          runner.setMessagesParams((params) => ({ ...params, max_tokens: 500 }));
      }
    },
  },
  "setMessagesParams before iterating": {
    steps: [{ calls: [["lookup", A1]] }, { text: "Fine." }],
    tools: (note) => [lookup(note)],
    drive: async (runner) => {
      runner.setMessagesParams((params) => ({ ...params, max_tokens: 500 }));
      await runner;
    },
  },
  "generateToolResponse, twice": {
    steps: [{ calls: [["lookup", A1]] }, { text: "Fine." }],
    tools: (note) => [lookup(note)],
    drive: async (runner, note) => {
      for await (const message of runner) {
        note(JSON.stringify(await runner.generateToolResponse()));
        note(JSON.stringify(await runner.generateToolResponse()));
        note(String(message.stop_reason));
      }
    },
  },
  "generateToolResponse and the history by hand": {
    steps: [{ calls: [["lookup", A1]] }, { text: "Fine." }],
    tools: (note) => [lookup(note)],
    drive: async (runner) => {
      for await (const { role, content } of runner) {
        const response = await runner.generateToolResponse();
        if (!response) continue;
        runner.pushMessages({ role, content }, response, { role: "user", content: "Be short." });
      }
    },
  },
  "left by break": {
    steps: [{ calls: [["lookup", A1]] }],
    tools: (note) => [lookup(note)],
    drive: async (runner) => {
      for await (const message of runner) if (message.stop_reason === "tool_use") break;
    },
  },
  "iterated twice": {
    steps: [{ text: "Hello." }],
    tools: (note) => [lookup(note)],
    drive: async (runner) => {
      for await (const message of runner) void message;
      for await (const message of runner) void message;
    },
  },
  "compaction among the params": {
    steps: [],
    tools: (note) => [lookup(note)],
    drive: async (runner) => {
      runner.setMessagesParams((params) => ({ ...params, compaction: { type: "summarize" } }));
      await runner;
    },
  },
};

import type { OracleScript } from "./observe";
import { lookup, refund } from "./tools";

const A1 = { id: "A1" };
const BETAS = ["inline-tools-2026-09-15"];
const GONE = { notOffered: true };

/** "Adding and removing tools during a run", one script a sentence. */
export const TOOL_CHANGES: Record<string, OracleScript> = {
  "a tool added after a turn": {
    steps: [{ calls: [["lookup", A1]] }, { calls: [["refund", A1]] }, { text: "Refunded." }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: async (runner, note) => {
      let first = true;
      for await (const message of runner) {
        if (first) runner.addTools(refund(note));
        first = false;
        void message;
      }
    },
  },
  "tools changed before iterating": {
    steps: [{ calls: [["refund", A1]] }, { text: "Refunded." }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: async (runner, note) => {
      runner.addTools(refund(note));
      runner.removeTools("lookup");
      await runner;
    },
  },
  "a tool removed before its call runs": {
    steps: [{ calls: [["lookup", A1]] }, { text: "Gone." }],
    tools: (note) => [lookup(note), refund(note)],
    params: { betas: BETAS },
    drive: async (runner) => {
      for await (const message of runner)
        if (message.stop_reason === "tool_use") runner.removeTools("lookup");
    },
  },
  "a tool replaced before its call runs": {
    steps: [{ calls: [["lookup", A1]] }, { text: "Found." }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: async (runner, note) => {
      for await (const message of runner) {
        const again = lookup(note, { run: ({ id }: { id: string }) => (note(`new ${id}`), "new") });
        if (message.stop_reason === "tool_use") runner.addTools(again);
      }
    },
  },
  "a tool removed and brought back": {
    steps: [
      { calls: [["lookup", A1]] },
      { calls: [["lookup", A1, GONE]] },
      { calls: [["lookup", A1]] },
      { text: "Found." },
    ],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: async (runner, note) => {
      let turn = 0;
      for await (const message of runner) {
        turn += 1;
        if (turn === 1) runner.removeTools("lookup");
        if (turn === 2) runner.addTools(lookup(note));
        void message;
      }
    },
  },
  "a raw definition takes a tool's name": {
    steps: [{ calls: [["lookup", A1]] }, { text: "Hm." }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    model: { allow: ["tool-change-names"] },
    drive: async (runner, note) => {
      const { name, description, input_schema } = lookup(note);
      for await (const message of runner) {
        if (message.stop_reason === "tool_use") runner.addTools({ name, description, input_schema });
      }
    },
  },
  "an MCP toolset, which has no name, added": {
    steps: [{ calls: [["lookup", A1]] }, { calls: [["lookup", A1]] }, { text: "Hm." }],
    tools: (note) => [lookup(note)],
    params: {
      betas: [...BETAS, "mcp-client-2025-11-20"],
      mcp_servers: [{ type: "url", name: "shop", url: "https://shop.test/mcp" }],
    },
    drive: async (runner) => {
      let added = false;
      for await (const message of runner) {
        if (message.stop_reason !== "tool_use" || added) continue;
        added = true;
        runner.addTools({ type: "mcp_toolset", mcp_server_name: "shop" });
      }
    },
  },
  "a server tool added and removed": {
    steps: [{ calls: [["lookup", A1]] }, { calls: [["lookup", A1]] }, { text: "Hm." }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: async (runner) => {
      let turn = 0;
      for await (const message of runner) {
        turn += 1;
        if (turn === 1) runner.addTools({ type: "web_search_20250305", name: "web_search" });
        if (turn === 2) runner.removeTools("web_search");
        void message;
      }
    },
  },
  "changes wait for a paused turn": {
    steps: [
      { text: "Wait.", stopReason: "pause_turn" },
      { calls: [["lookup", A1]] },
      { calls: [["refund", A1]] },
      { text: "Refunded." },
    ],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: async (runner, note) => {
      for await (const message of runner) {
        if (message.stop_reason === "pause_turn") runner.addTools(refund(note));
      }
    },
  },
  "changes left when the run ends": {
    steps: [{ text: "Hello." }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    drive: async (runner) => {
      for await (const message of runner) {
        runner.removeTools("lookup");
        void message;
      }
    },
  },
  "a tool removed by the history": {
    steps: [{ calls: [["lookup", A1, GONE]] }, { text: "Gone." }],
    tools: (note) => [lookup(note), refund(note)],
    params: { betas: BETAS },
    messages: [
      { role: "user", content: "Where is A1?" },
      {
        role: "system",
        content: [{ type: "tool_removal", tool: { type: "tool_reference", name: "lookup" } }],
      },
    ],
  },
  "tools replaced by setMessagesParams": {
    steps: [{ calls: [["refund", A1]] }, { text: "Refunded." }],
    tools: (note) => [lookup(note)],
    drive: async (runner, note) => {
      runner.setMessagesParams((params) => ({ ...params, tools: [refund(note)] }));
      await runner;
    },
  },
  "tools changed, then compacted": {
    steps: [
      { calls: [["lookup", A1]] },
      { calls: [["refund", A1]] },
      { compaction: "refunded" },
      { calls: [["lookup", A1, { notOffered: true }]] },
      { text: "Done." },
    ],
    tools: (note) => [lookup(note), refund(note)],
    params: { betas: [...BETAS, "compact-2026-09-04"] },
    drive: async (runner) => {
      let turn = 0;
      for await (const message of runner) {
        turn += 1;
        if (turn === 1) runner.removeTools("lookup");
        if (turn === 2) runner.compactBeforeNextTurn();
        void message;
      }
    },
  },
};

// What a journal adds to a run whose tools take ten milliseconds: twenty turns of five calls, side by side.
import core from "@skills/core";
import runner from "@skills/runner";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { measure } from "./measure.mjs";

const TURNS = 20;
const CALLS = 5;
const TOOL_MS = 10;

const tools = new core.BasicToolSet();
const inputSchema = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
tools.addTool({ name: "look", description: "Look it up", inputSchema, run: ({ id }) => sleep(TOOL_MS, id) });

async function create({ messages }) {
  const turn = messages.filter(({ role }) => role === "assistant").length;
  const calls = Array.from({ length: CALLS }, (_, i) => {
    return { type: "tool_use", id: `call_${turn}_${i}`, name: "look", input: { id: `${turn}-${i}` } };
  });
  const isDone = turn === TURNS;
  return {
    id: `msg_${turn}`,
    type: "message",
    role: "assistant",
    model: "m",
    content: isDone ? [{ type: "text", text: "Done." }] : calls,
    stop_reason: isDone ? "end_turn" : "tool_use",
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

const agent = new runner.Agent({
  client: { beta: { messages: { create } } },
  model: "m",
  maxTokens: 100,
  tools: [tools],
});

async function run(journal) {
  const { turns, text } = await agent.run("Look.", { journal });
  assert.deepEqual({ turns, text }, { turns: TURNS + 1, text: "Done." });
}

export async function journal() {
  const folder = mkdtempSync(join(tmpdir(), "bench-journal-"));
  let files = 0;
  const withFile = async (options) => {
    const file = new runner.FileJournal(join(folder, String(files++)), options);
    await run(file).finally(() => file.close());
  };
  try {
    const rows = await measure(
      {
        "no journal": () => run(),
        MemoryJournal: () => run(new runner.MemoryJournal()),
        FileJournal: () => withFile(),
        "FileJournal, sync: true": () => withFile({ sync: true }),
      },
      { n: 1, rounds: 21 },
    );
    return {
      title: `Journal: ${TURNS} turns of ${CALLS} calls side by side, ${TOOL_MS} ms each`,
      unit: "run",
      rows,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

"use strict";
// One run on a journal, from its beginning or from wherever the process before this one was killed.
// Usage: node child.cjs JOURNAL EFFECTS
const { appendFileSync } = require("node:fs");
const { setTimeout: sleep } = require("node:timers/promises");
const { BasicToolSet } = require("@skills/core");
const { Agent, FileJournal } = require("@skills/runner");

const [journalPath, effectsPath] = process.argv.slice(2);
const TURNS = 4;

function tool(name, annotations) {
  return {
    name,
    description: name,
    inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    annotations,
    async run({ id }, { idempotencyKey }) {
      await sleep(Math.random() * 3);
      appendFileSync(effectsPath, `${name} ${id} ${idempotencyKey}\n`);
      await sleep(Math.random() * 3);
      return `${name} ${id}: ok`;
    },
  };
}

/** What the model says depends on the history alone: a killed process takes nothing along. */
function client(name, callsOf) {
  const create = async ({ model, messages }) => {
    await sleep(1);
    const turn = messages.filter(({ role }) => role === "assistant").length;
    const calls = turn < TURNS ? callsOf(turn) : [];
    const content = calls.map(([tool, input], n) => {
      return { type: "tool_use", id: `${name}_${turn}_${n}`, name: tool, input };
    });
    const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
    if (calls.length === 0) content.push({ type: "text", text: `${name} is done.`, citations: null });
    const usage = { input_tokens: 1, output_tokens: 1 };
    return {
      id: `msg_${name}_${turn}`,
      type: "message",
      role: "assistant",
      model,
      content,
      stop_reason,
      usage,
    };
  };
  return { beta: { messages: { create } } };
}

const tools = new BasicToolSet();
tools.addTool(tool("pay", { destructive: true }));
tools.addTool(tool("set", { idempotent: true }));

const options = {
  model: "claude-sonnet-5-5",
  maxTokens: 100,
  maxTurns: 20,
  logger: { ...console, error() {} },
};
const calls = (name, turn) => ["pay", "set", "pay"].map((tool, n) => [tool, { id: `${name}-${turn}-${n}` }]);
const clerk = new Agent({
  ...options,
  tools: [tools],
  client: client("clerk", (turn) => calls("clerk", turn).slice(1)),
});
const boss = new Agent({
  ...options,
  tools: [tools, clerk.asTool({ name: "clerk", description: "Pays." })],
  client: client("boss", (turn) => [
    ...calls("boss", turn),
    ...(turn === 1 ? [["clerk", { task: "Pay." }]] : []),
  ]),
});

async function main() {
  // Validators are compiled now: a life is for the run. These inputs fit no tool, and have no effect.
  const calls = ["pay", "set"].map((name) => ({ type: "tool_use", id: name, name, input: {} }));
  await tools.respond({ content: calls });
  const journal = new FileJournal(journalPath);
  process.stdout.write("ready\n");
  const { status, text, messages } = await boss.run("Pay them all.", { journal });
  process.stdout.write(`${JSON.stringify({ status, text, messages })}\n`);
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

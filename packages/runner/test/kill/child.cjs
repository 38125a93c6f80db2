"use strict";
// Runs on journals, each from its beginning or from wherever the process before this one was killed. Prints "ready",
// and a line of JSON for each run that comes to its end.
// Usage: node child.cjs FOLDER… (each holds one run: its journal, and what its tools did)
const fs = require("node:fs");
const { join } = require("node:path");
const { setTimeout: sleep } = require("node:timers/promises");
const { BasicToolSet } = require("@skills/core");
const { Agent, FileJournal } = require("@skills/runner");

const TURNS = 4;

const { writeSync } = fs;
const never = new Int32Array(new SharedArrayBuffer(4));
/** A slow disk takes some writes in two parts: a process may be killed between them. */
fs.writeSync = (file, bytes, offset) => {
  const half = offset + Math.floor(Math.random() * (bytes.length - offset));
  if (half === offset || Math.random() < 0.6) return writeSync(file, bytes, offset);
  const written = writeSync(file, bytes, offset, half - offset);
  Atomics.wait(never, 0, 0, 3);
  return written;
};

function tool(name, annotations, effectsPath) {
  return {
    name,
    description: name,
    inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    annotations,
    async run({ id }, { idempotencyKey }) {
      await sleep(Math.random() * 3);
      fs.appendFileSync(effectsPath, `${name} ${id} ${idempotencyKey}\n`);
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

const options = {
  model: "claude-sonnet-5-5",
  maxTokens: 100,
  maxTurns: 20,
  logger: { ...console, error() {} },
};
const calls = (name, turn) => ["pay", "set", "pay"].map((tool, n) => [tool, { id: `${name}-${turn}-${n}` }]);

function bossIn(folder) {
  const effects = join(folder, "effects");
  const tools = new BasicToolSet();
  tools.addTool(tool("pay", { destructive: true }, effects));
  tools.addTool(tool("set", { idempotent: true }, effects));
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
  return { tools, boss };
}

async function main(folders) {
  const runs = folders.map((folder) => ({ folder, ...bossIn(folder) }));
  // Validators are compiled now: a life is for the run. These inputs fit no tool, and have no effect.
  const calls = ["pay", "set"].map((name) => ({ type: "tool_use", id: name, name, input: {} }));
  for (const { tools } of runs) await tools.respond({ content: calls });
  process.stdout.write("ready\n");
  await Promise.all(
    runs.map(async ({ folder, boss }) => {
      const journal = new FileJournal(join(folder, "journal"));
      const { status, text, messages } = await boss.run("Pay them all.", { journal });
      process.stdout.write(`${JSON.stringify({ folder, status, text, messages })}\n`);
    }),
  );
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

// node --expose-gc memory-process.mjs turns N | waiting N: prints how many bytes of the heap in use, collected, are
// `turns`: a run's with N turns of five calls each, while its last request is under way, and those of its request's text;
// `waiting`: N runs' that wait for the model's first reply.
import core from "@skills/core";
import runner from "@skills/runner";

const [what, n] = [process.argv[2], Number(process.argv[3])];
const CALLS = 5;

const tools = new core.BasicToolSet();
const inputSchema = {
  type: "object",
  properties: { a: { type: "number" }, b: { type: "number" } },
  required: ["a", "b"],
};
tools.addTool({ name: "add", description: "Add two numbers", inputSchema, run: ({ a, b }) => String(a + b) });
const agentOn = (create) =>
  new runner.Agent({
    client: { beta: { messages: { create } } },
    model: "m",
    maxTokens: 100,
    tools: [tools],
  });

function heapInUse() {
  for (let i = 0; i < 3; i++) globalThis.gc();
  return process.memoryUsage().heapUsed;
}

function reply(turn, content) {
  const stop_reason = content[0].type === "text" ? "end_turn" : "tool_use";
  const usage = { input_tokens: 1, output_tokens: 1 };
  return { id: `msg_${turn}`, type: "message", role: "assistant", model: "m", content, stop_reason, usage };
}

async function afterTurns(turns) {
  await bytesOfRun(200);
  return bytesOfRun(turns);
}

async function bytesOfRun(turns) {
  const before = heapInUse();
  let asked = 0;
  let bytes;
  const agent = agentOn(async (params) => {
    asked += 1;
    // What a client does with a request: its text is made, sent and forgotten.
    const { length } = JSON.stringify(params);
    if (asked > turns) {
      bytes = { heap: heapInUse() - before, text: length };
      return reply(asked, [{ type: "text", text: "Done." }]);
    }
    const calls = Array.from({ length: CALLS }, (_, i) => {
      return { type: "tool_use", id: `call_${asked}_${i}`, name: "add", input: { a: asked, b: i } };
    });
    return reply(asked, calls);
  });
  await agent.run("Add.");
  return bytes;
}

async function ofWaiting(count) {
  const replies = [];
  const agent = agentOn(() => new Promise((resolve) => replies.push(resolve)));
  const begun = (many) => Array.from({ length: many }, (_, i) => agent.run(`Question ${i}`).then());
  const all = async (runs) => {
    for (const resolve of replies.splice(0)) resolve(reply(1, [{ type: "text", text: "Done." }]));
    await Promise.all(runs);
  };
  // What is made once, is made before.
  const first = begun(100);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await all(first);
  const before = heapInUse();
  const runs = begun(count);
  while (replies.length < count) await new Promise((resolve) => setTimeout(resolve, 50));
  const bytes = heapInUse() - before;
  await all(runs);
  return { heap: bytes };
}

const { [what]: measured } = { turns: afterTurns, waiting: ofWaiting };
console.log(JSON.stringify(await measured(n)));

// What a unit test of an agent costs: a scripted model and an agent are made, and the agent runs three turns in this process.
import runner from "@skills/runner";
import testing from "@skills/testing";
import assert from "node:assert/strict";
import { measure } from "./measure.mjs";

const SCRIPT = [
  { calls: [["lookupOrder", { id: "A1" }]] },
  { calls: [["lookupOrder", { id: "B2" }]] },
  { text: "Both are shipped." },
];
const TOOL = {
  name: "lookupOrder",
  description: "Look up an order",
  input_schema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
};
const lookup = ({ id }) => `${id} is shipped`;
const params = { model: "claude-sonnet-5-5", max_tokens: 500 };
const question = { role: "user", content: "Where are A1 and B2?" };

/** The model alone: what any agent has to ask for. */
async function bare() {
  const model = new testing.ScriptedModel(SCRIPT);
  const port = model.port();
  const messages = [question];
  for (;;) {
    const { content, stop_reason } = await port.messages.create({ ...params, messages, tools: [TOOL] });
    messages.push({ role: "assistant", content });
    if (stop_reason !== "tool_use") break;
    const results = content.map(({ id, input }) => ({
      type: "tool_result",
      tool_use_id: id,
      content: lookup(input),
    }));
    messages.push({ role: "user", content: results });
  }
  model.assertComplete();
  return messages.at(-1).content[0].text;
}

const tools = () => [{ ...TOOL, parse: (input) => input, run: lookup }];

/** A test as it is written, over one of the model's faces: `port` or `client`. */
const agentOver = (face) => async () => {
  const model = new testing.ScriptedModel(SCRIPT);
  const agent = new runner.Agent({
    client: model[face](),
    model: params.model,
    maxTokens: 500,
    tools: tools(),
  });
  const { text } = await agent.run(question.content);
  model.assertComplete();
  return text;
};

export async function agentTest() {
  const subjects = {
    "three requests to a ScriptedModel's port()": bare,
    "Agent over port()": agentOver("port"),
    "Agent over client()": agentOver("client"),
  };
  for (const [name, run] of Object.entries(subjects)) assert.equal(await run(), "Both are shipped.", name);
  const runs = Object.entries(subjects).map(([name, run]) => [
    name,
    async (n) => {
      for (let i = 0; i < n; i++) await run();
    },
  ]);
  return {
    title: "A unit test of an agent: three turns",
    unit: "test",
    rows: await measure(Object.fromEntries(runs), { n: 20, rounds: 11 }),
    notes: [
      `Processor time of one test over port(): ${(await processorTime(agentOver("port"))).toFixed(2)} ms.`,
    ],
  };
}

/** Milliseconds a run: what a busy machine changes less than the time on its clock. */
async function processorTime(run) {
  const runs = 200;
  const before = process.cpuUsage();
  for (let i = 0; i < runs; i++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / runs;
}

import { BasicToolSet, type ToolContext } from "@skills/core";
import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { Agent, RunError } from "../src";
import { ASK, desk, quietLogger } from "./desk";

const look = (tokens: number): ScriptStep => ({
  calls: [["lookup", { id: "A1" }]],
  usage: { input_tokens: tokens, output_tokens: 10, cache_read_input_tokens: 90 },
});
const DONE: ScriptStep = { text: "Done.", usage: { input_tokens: 5000, output_tokens: 10 } };

function agentOn(steps: ScriptStep[], compaction: { atTokens: number; instructions?: string }, more = {}) {
  const model = new ScriptedModel(steps);
  const client = model.client({ maxRetries: 0 });
  const base = { client, model: ASK.model, maxTokens: 100, logger: quietLogger(), tools: [desk().tools] };
  return { model, agent: new Agent({ ...base, compaction, ...more }) };
}

it("compacts the history once a turn went beyond the size, and not at the end", async () => {
  const { agent, model } = agentOn([look(100), look(950), { compaction: "A1 is shipped." }, DONE], {
    atTokens: 1000,
    instructions: "Keep ids.",
  });
  const result = await agent.run("Go.");
  expect(result).toMatchObject({ status: "done", turns: 3 });
  expect(model.requests.map(({ body }) => body.compaction)).toEqual([
    undefined,
    undefined,
    { type: "summarize", instructions: "Keep ids." },
    undefined,
  ]);
  expect(model.requests[3]?.body.messages).toHaveLength(1);
  expect(result.messages[0]).toMatchObject({ role: "assistant", content: [{ type: "compaction" }] });
  model.assertComplete();
});

it("gives a call after the compaction a key of its own, whatever its id", async () => {
  const keys: string[] = [];
  const tools = new BasicToolSet();
  const inputSchema = { type: "object" as const, properties: {} };
  const run = (_: unknown, { idempotencyKey }: ToolContext) => {
    keys.push(idempotencyKey);
  };
  tools.addTool({ name: "pay", description: "pay", inputSchema, run });
  const pay: ScriptStep = {
    blocks: [{ type: "tool_use", id: "call_0", name: "pay", input: {} }],
    stopReason: "tool_use",
    usage: { input_tokens: 1000, output_tokens: 10 },
  };
  const steps = [
    pay,
    { compaction: "Paid once." },
    { ...pay, usage: { input_tokens: 10, output_tokens: 10 } },
  ];
  const { agent } = agentOn([...steps, DONE], { atTokens: 1000 }, { tools: [tools] });
  await agent.run("Pay twice.");
  expect(new Set(keys).size).toBe(2);
});

it("names the beta beside those of the caller", async () => {
  const params = { betas: ["inline-tools-2026-09-15"] };
  const { agent, model } = agentOn([DONE], { atTokens: 1000 }, { params });
  await agent.run("Go.");
  expect(model.requests[0]?.betas).toEqual(["inline-tools-2026-09-15", "compact-2026-09-04"]);
});

it("refuses a size that is none", () => {
  expect(() => agentOn([], { atTokens: 0 })).toThrow(RunError);
});

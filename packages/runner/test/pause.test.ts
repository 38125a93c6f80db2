import { BasicToolSet } from "@skills/core";
import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { Agent, RunError, type AgentOptions, type RunState } from "../src";
import { ASK, quietLogger } from "./desk";

const DONE: ScriptStep = { text: "Done." };
const pay = (id: string) => ["pay", { id }] as const;
const look = (id: string) => ["look", { id }] as const;

/** A till whose payments need approval, and what went over its counter. */
function till() {
  const ran: string[] = [];
  const tools = new BasicToolSet();
  const inputSchema = { type: "object" as const, properties: { id: { type: "string" } }, required: ["id"] };
  const add = (name: string, more: object) =>
    tools.addTool({
      name,
      description: name,
      inputSchema,
      run: ({ id }: { id: string }) => {
        ran.push(`${name} ${id}`);
        return `${name} ${id}: ok`;
      },
      ...more,
    });
  add("pay", { needsApproval: true });
  add("look", {});
  return { tools, ran };
}

function agentOn(steps: ScriptStep[], tools: object, more: Partial<AgentOptions> = {}) {
  const model = new ScriptedModel(steps);
  const client = model.client({ maxRetries: 0 });
  const agent = new Agent({
    client,
    model: ASK.model,
    maxTokens: 100,
    tools: [tools],
    logger: quietLogger(),
    ...more,
  });
  return { model, agent };
}

/** As another process would get it. */
const overTheWire = (state: RunState) => JSON.parse(JSON.stringify(state)) as RunState;

it("pauses at a call that needs approval, the other calls of the turn answered", async () => {
  const { tools, ran } = till();
  const { agent } = agentOn([{ calls: [pay("A1"), look("A1")] }], tools);
  const run = agent.run("Go.");
  const result = await run;
  expect(result).toMatchObject({
    status: "paused",
    pending: [{ id: "toolu_0001", name: "pay", input: { id: "A1" } }],
  });
  expect(ran).toEqual(["look A1"]);
  expect(run.state()).toMatchObject({ version: 1, turns: 1, pending: [{ id: "toolu_0001" }] });
});

it("leaves a paused run's history such that another conversation can go on from it", async () => {
  const { tools } = till();
  const { agent } = agentOn([{ calls: [pay("A1"), look("A1")] }, DONE], tools);
  const { messages } = await agent.run("Go.");
  expect(messages.at(-1)).toMatchObject({
    content: [
      { tool_use_id: "toolu_0001", is_error: true },
      { tool_use_id: "toolu_0002", content: "look A1: ok" },
    ],
  });
  expect(await agent.run([...messages, { role: "user", content: "Never mind." }])).toMatchObject({
    status: "done",
  });
});

it("goes on in another process: allowed, denied with a reason, with an edited input, each for itself", async () => {
  const { tools, ran } = till();
  const { agent } = agentOn([{ calls: [pay("A1"), look("A1"), pay("A2"), pay("A3")] }], tools);
  const run = agent.run("Go.");
  await run;
  const state = overTheWire(run.state());

  const later = till();
  const { agent: other, model } = agentOn([DONE], later.tools);
  const result = await other.resume(state, {
    toolu_0001: { allow: true },
    toolu_0003: { allow: false, reason: "too much" },
    toolu_0004: { allow: true, input: { id: "B3" } },
  });
  expect(result).toMatchObject({ status: "done", turns: 2 });
  expect(ran).toEqual(["look A1"]);
  expect(later.ran).toEqual(["pay A1", "pay B3"]);
  expect(model.requests[0]?.body.messages.at(-1)).toEqual({
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "toolu_0001", content: "pay A1: ok" },
      { type: "tool_result", tool_use_id: "toolu_0002", content: "look A1: ok" },
      { type: "tool_result", tool_use_id: "toolu_0003", content: "Not run: too much", is_error: true },
      { type: "tool_result", tool_use_id: "toolu_0004", content: "pay B3: ok" },
    ],
  });
  model.assertComplete();
});

it("waits on for calls without a decision", async () => {
  const { tools, ran } = till();
  const { agent, model } = agentOn([{ calls: [pay("A1"), pay("A2")] }, DONE], tools);
  const first = agent.run("Go.");
  await first;
  const second = agent.resume(overTheWire(first.state()), { toolu_0002: { allow: true } });
  expect(await second).toMatchObject({ status: "paused", pending: [{ id: "toolu_0001" }] });
  expect(ran).toEqual(["pay A2"]);
  expect(model.requests).toHaveLength(1);
  expect(await agent.resume(overTheWire(second.state()), { toolu_0001: { allow: true } })).toMatchObject({
    status: "done",
  });
  expect(ran).toEqual(["pay A2", "pay A1"]);
  model.assertComplete();
});

it("counts turns, calls and tokens over a pause", async () => {
  const { tools } = till();
  const usage = { input_tokens: 100, output_tokens: 10 };
  const { agent } = agentOn(
    [
      { calls: [pay("A1")], usage },
      { calls: [look("A2"), look("A3")], usage },
    ],
    tools,
    {
      maxToolCalls: 2,
    },
  );
  const first = agent.run("Go.");
  await first;
  const result = await agent.resume(overTheWire(first.state()), { toolu_0001: { allow: true } });
  expect(result).toMatchObject({
    status: "limit",
    limit: "maxToolCalls",
    turns: 2,
    usage: { input_tokens: 200, output_tokens: 20 },
  });
});

it.each<[string, ScriptStep]>([
  ["done", DONE],
  ["refused", { text: "I will not.", stopReason: "refusal" }],
  ["truncated", { text: "It is", stopReason: "max_tokens" }],
])("gives the result of a run that is over (%s) without asking again", async (status, step) => {
  const { tools } = till();
  const { agent, model } = agentOn([step], tools);
  const run = agent.run("Go.");
  const result = await run;
  const state = overTheWire(run.state());
  expect(await agent.resume(state)).toEqual(result);
  expect(result.status).toBe(status);
  expect(model.requests).toHaveLength(1);
});

it("gives the result of a run that a tool ended without asking again", async () => {
  const { tools } = till();
  const inputSchema = { type: "object" as const, properties: {} };
  const parts = { name: "answer", description: "answer", inputSchema, run: () => "Paid." };
  tools.addTool({ ...parts, interpretAsResponse: true });
  const { agent } = agentOn([{ calls: [["answer"]] }], tools);
  const run = agent.run("Go.");
  const result = await run;
  expect(result.text).toBe("Paid.");
  expect(await agent.resume(run.state())).toEqual(result);
});

it("sends a turn that the model paused back as it came, where its run goes on", async () => {
  const { agent, model } = agentOn([{ text: "Hm.", stopReason: "pause_turn" }, DONE], till().tools, {
    maxTurns: 1,
  });
  const run = agent.run("Go.");
  expect(await run).toMatchObject({ limit: "maxTurns" });
  const options = { client: model.client(), model: ASK.model, maxTokens: 100, logger: quietLogger() };
  const next = new Agent({ ...options, tools: [till().tools] });
  expect(await next.resume(run.state())).toMatchObject({ status: "done" });
  expect(model.requests[1]?.body.messages.at(-1)).toMatchObject({ role: "assistant" });
});

it("goes on with a run that is over where the user says more", async () => {
  const { tools } = till();
  const { agent, model } = agentOn([DONE, { text: "Again." }], tools);
  const run = agent.run("Go.");
  await run;
  const more = agent.resume(run.state());
  more.steer("And now?");
  expect(await more).toMatchObject({ text: "Again.", turns: 2 });
  expect(model.requests[1]?.said).toEqual(["Go.", "And now?"]);
});

it.each([
  [undefined, /version undefined/],
  [{ version: 7 }, /version 7/],
  [{ version: 1, messages: [] }, /damaged/],
])("refuses a state that it cannot read: %p", (state, message) => {
  const { agent } = agentOn([], till().tools);
  expect(() => agent.resume(state as never)).toThrow(message);
});

it("refuses a state of which a part is not as it was made, and names the part", async () => {
  const { agent } = agentOn([{ calls: [pay("A1")] }], till().tools);
  const run = agent.run("Go.");
  await run;
  const whole = run.state();
  const damages: Partial<Record<keyof typeof whole, unknown[]>> = {
    id: [undefined, 7],
    messages: [undefined, "Go.", [null], ["Go."]],
    pending: [undefined, [null], [{ id: "toolu_1" }]],
    inside: [undefined, [], { toolu_1: { ...whole, messages: undefined } }],
    turns: [undefined, null, NaN, -1],
    usage: [undefined, { "claude-sonnet-5-5": null }],
    counts: [undefined, {}, { ...whole.counts, calls: null }, { ...whole.counts, repeats: { inARow: 1 } }],
  };
  for (const [part, values] of Object.entries(damages))
    for (const value of values)
      expect(() => agent.resume({ ...whole, [part]: value })).toThrow(
        part === "inside" && !Array.isArray(value) && value ? /damaged: messages/ : `damaged: ${part}`,
      );
  expect(() => agent.resume(whole)).not.toThrow();
});

it("refuses a decision on a call that does not wait, and a state of a run under way", async () => {
  const { tools } = till();
  const { agent } = agentOn([{ calls: [pay("A1")] }], tools);
  const run = agent.run("Go.");
  expect(() => run.state()).toThrow(RunError);
  await run;
  expect(() => agent.resume(run.state(), { toolu_9: { allow: true } })).toThrow(/toolu_9.*toolu_0001/s);
});

it("asks about a call whose id is a word of the language, too", async () => {
  const asked: string[] = [];
  const approve: AgentOptions["approve"] = ({ id }) => {
    asked.push(id);
    return { allow: true };
  };
  const call = ["pay", { id: "A1" }, { id: "constructor" }] as const;
  const { tools, ran } = till();
  const { agent } = agentOn([{ calls: [call] }, DONE], tools, { approve });
  expect(await agent.run("Go.")).toMatchObject({ status: "done" });
  expect([asked, ran]).toEqual([["constructor"], ["pay A1"]]);
});

import { BasicToolSet } from "@skills/core";
import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { Agent, type AgentEvent, type AgentOptions, type RunState } from "../src";
import { ASK, quietLogger } from "./desk";

const DONE: ScriptStep = { text: "All done." };
const ask = (task: string) => ["clerk", { task }] as const;
const pay = (id: string) => ["pay", { id }] as const;

function agentOn(steps: ScriptStep[], tools: object[], more: Partial<AgentOptions> = {}) {
  const model = new ScriptedModel(steps);
  const client = model.client({ maxRetries: 0 });
  const base = { client, model: ASK.model, maxTokens: 100, logger: quietLogger() };
  return { model, agent: new Agent({ ...base, tools, ...more }) };
}

function till() {
  const ran: { id: string; key: string }[] = [];
  const tools = new BasicToolSet();
  const inputSchema = { type: "object" as const, properties: { id: { type: "string" } }, required: ["id"] };
  tools.addTool({
    name: "pay",
    description: "pay",
    inputSchema,
    needsApproval: true,
    run: (input, { idempotencyKey }) => {
      const { id } = input as { id: string };
      ran.push({ id, key: idempotencyKey });
      return `paid ${id}`;
    },
  });
  return { tools, ran };
}

const CLERK = { name: "clerk", description: "Pays." };
const overTheWire = (state: RunState) => JSON.parse(JSON.stringify(state)) as RunState;

it("runs an agent for a call, and gives its last words as the result; its tokens count", async () => {
  const usage = { input_tokens: 10, output_tokens: 1 };
  const clerk = agentOn([{ text: "Paid A1.", usage }], []);
  const boss = agentOn(
    [
      { calls: [ask("Pay A1.")], usage },
      { ...DONE, usage },
    ],
    [clerk.agent.asTool(CLERK)],
  );
  const result = await boss.agent.run("Go.");
  expect(clerk.model.requests[0]?.said).toEqual(["Pay A1."]);
  expect(boss.model.requests[1]?.results).toEqual(["Paid A1."]);
  expect(result.usage).toMatchObject({ input_tokens: 30, output_tokens: 3 });
});

it("takes an input of its own, and gives a structured answer", async () => {
  const sum = { type: "object" as const, properties: { sum: { type: "number" } }, required: ["sum"] };
  const clerk = agentOn([{ text: '{"sum":3}' }], [], { outputType: sum });
  const tool = clerk.agent.asTool<{ a: number }>({
    ...CLERK,
    inputSchema: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
    prompt: ({ a }) => `Add to ${String(a)}.`,
  });
  const boss = agentOn([{ calls: [["clerk", { a: 1 }]] }, DONE], [tool]);
  await boss.agent.run("Go.");
  expect(clerk.model.requests[0]?.said).toEqual(["Add to 1."]);
  expect(boss.model.requests[1]?.results).toEqual(['{"sum":3}']);
});

it("tells the model where the agent stopped at a limit of its own", async () => {
  const clerk = agentOn([{ text: "First", calls: [["clerk", {}, { notOffered: true }]] }], [], {
    maxTurns: 1,
  });
  const boss = agentOn([{ calls: [ask("Pay.")] }, DONE], [clerk.agent.asTool(CLERK)]);
  expect(await boss.agent.run("Go.")).toMatchObject({ status: "done" });
  expect(boss.model.requests[1]?.results).toEqual([
    expect.stringMatching(/^clerk stopped .*maxTurns.*First/),
  ]);
});

it("shows the agent's events inside the call's, under whatever names the set gives it", async () => {
  const clerk = agentOn([{ text: "Paid." }], []);
  const boss = agentOn(
    [{ calls: [["my_clerk", { task: "Pay." }]] }, DONE],
    [clerk.agent.asTool(CLERK).prefix("my_")],
  );
  const inner: AgentEvent["type"][] = [];
  for await (const event of boss.agent.run("Go."))
    if (event.type === "agent_event" && event.toolUse.name === "my_clerk") inner.push(event.event.type);
  expect(inner).toEqual(expect.arrayContaining(["turn_start", "text_delta", "message", "turn_end", "end"]));
});

describe("approvals inside", () => {
  const clerkSteps: ScriptStep[] = [{ calls: [pay("A1")] }, { text: "Paid." }];
  const bossSteps: ScriptStep[] = [{ calls: [ask("Pay A1.")] }, DONE];

  it("pause the outer run, which goes on inside in another process", async () => {
    const before = till();
    const clerk = agentOn([{ calls: [pay("A1"), pay("A2")] }], [before.tools]);
    const boss = agentOn([{ calls: [ask("Pay both.")] }], [clerk.agent.asTool(CLERK)]);
    const run = boss.agent.run("Go.");
    expect(await run).toMatchObject({
      status: "paused",
      pending: [{ id: "toolu_0001/toolu_0001", name: "pay" }, { id: "toolu_0001/toolu_0002" }],
    });

    const after = till();
    const nextClerk = agentOn([{ text: "Paid A1 only." }], [after.tools]);
    const nextBoss = agentOn([DONE], [nextClerk.agent.asTool(CLERK)]);
    const state = overTheWire(run.state());
    const result = await nextBoss.agent.resume(state, {
      "toolu_0001/toolu_0001": { allow: true },
      "toolu_0001/toolu_0002": { allow: false, reason: "too much" },
    });
    expect(result).toMatchObject({ status: "done", turns: 2 });
    expect(before.ran).toEqual([]);
    expect(after.ran).toEqual([{ id: "A1", key: `${state.id}/1/toolu_0001/1/toolu_0001` }]);
    expect(nextClerk.model.requests[0]?.results).toEqual(["paid A1", "Not run: too much"]);
    expect(nextBoss.model.requests[0]?.results).toEqual(["Paid A1 only."]);
  });

  it("wait on where only some are decided, and do not ask the inner model meanwhile", async () => {
    const { tools, ran } = till();
    const clerk = agentOn([{ calls: [pay("A1"), pay("A2")] }, { text: "Paid." }], [tools]);
    const boss = agentOn([{ calls: [ask("Pay both.")] }, DONE], [clerk.agent.asTool(CLERK)]);
    const first = boss.agent.run("Go.");
    await first;
    const second = boss.agent.resume(first.state(), { "toolu_0001/toolu_0002": { allow: true } });
    expect(await second).toMatchObject({ status: "paused", pending: [{ id: "toolu_0001/toolu_0001" }] });
    const third = boss.agent.resume(second.state(), { "toolu_0001/toolu_0001": { allow: true } });
    expect(await third).toMatchObject({ status: "done" });
    expect(ran.map(({ id }) => id)).toEqual(["A2", "A1"]);
    clerk.model.assertComplete();
    boss.model.assertComplete();
  });

  it("are asked of whoever the outer agent asks, where the inner one has nobody", async () => {
    const { tools, ran } = till();
    const clerk = agentOn(clerkSteps, [tools]);
    const asked: string[] = [];
    const boss = agentOn(bossSteps, [clerk.agent.asTool(CLERK)], {
      approve: ({ name }) => {
        asked.push(name);
        return { allow: true };
      },
    });
    expect(await boss.agent.run("Go.")).toMatchObject({ status: "done" });
    expect(asked).toEqual(["pay"]);
    expect(ran).toHaveLength(1);
  });

  it("do not ask again for the agent's own call", async () => {
    const { tools, ran } = till();
    const clerk = agentOn(clerkSteps, [tools]);
    const boss = agentOn(bossSteps, [clerk.agent.asTool({ ...CLERK, needsApproval: true })]);
    const first = boss.agent.run("Go.");
    expect(await first).toMatchObject({ pending: [{ id: "toolu_0001" }] });
    const second = boss.agent.resume(first.state(), { toolu_0001: { allow: true } });
    expect(await second).toMatchObject({ pending: [{ id: "toolu_0001/toolu_0001" }] });
    const third = boss.agent.resume(second.state(), { "toolu_0001/toolu_0001": { allow: true } });
    expect(await third).toMatchObject({ status: "done" });
    expect(ran).toHaveLength(1);
  });
});

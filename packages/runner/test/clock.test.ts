import { BasicToolSet } from "@skills/core";
import { ScriptedModel, VirtualClock, type ScriptStep } from "@skills/testing";
import { Agent, type AgentOptions } from "../src";
import { ASK, quietLogger } from "./desk";

const HOUR = 3_600_000;

function agentOn(
  steps: ScriptStep[],
  clock: VirtualClock,
  run: () => unknown,
  more: Partial<AgentOptions> = {},
) {
  const tools = new BasicToolSet();
  const inputSchema = { type: "object" as const, properties: {} };
  const annotations = { idempotent: true };
  tools.addTool({ name: "wait", description: "wait", inputSchema, run, annotations });
  const model = new ScriptedModel(steps);
  const client = model.client({ maxRetries: 0 });
  const base = { client, model: ASK.model, maxTokens: 100, logger: quietLogger(), tools: [tools] };
  return { model, agent: new Agent({ ...base, clock, ...more }) };
}

const STEPS: ScriptStep[] = [{ calls: [["wait", {}]] }, { text: "Done." }];
const never = () => new Promise<never>(() => undefined);

it("keeps the times of a run and of its tools by the clock that it is given", async () => {
  using clock = new VirtualClock();
  const timeout = agentOn(STEPS, clock, never, { toolTimeoutMs: HOUR });
  const inTime = timeout.agent.run("Go.").then((result) => result.status);
  await clock.advance(HOUR);
  expect(await inTime).toBe("done");
  expect(timeout.model.requests[1]?.results).toEqual([expect.stringContaining("3600000 ms")]);

  const deadline = agentOn(STEPS, clock, never, { deadlineMs: HOUR });
  const late = deadline.agent.run("Go.").then((result) => result.limit);
  await clock.advance(HOUR);
  expect(await late).toBe("deadlineMs");
});

it("waits by it between the attempts at a call", async () => {
  using clock = new VirtualClock();
  let attempts = 0;
  const fail = () => {
    attempts += 1;
    throw new Error("flaky");
  };
  const { agent } = agentOn(STEPS, clock, fail, { toolRetries: 2 });
  const done = agent.run("Go.").then((result) => result.status);
  await clock.advance(50);
  expect(attempts).toBe(1);
  await clock.advance(50);
  expect(attempts).toBe(2);
  await clock.advance(200);
  expect(await done).toBe("done");
  expect(attempts).toBe(3);
});

it("waits no longer than half a minute, however often a call has failed", async () => {
  using clock = new VirtualClock();
  let attempts = 0;
  const fail = () => {
    attempts += 1;
    throw new Error("flaky");
  };
  const { agent } = agentOn(STEPS, clock, fail, { toolRetries: 12 });
  const done = agent.run("Go.").then((result) => result.status);
  // 100 ms, doubled eight times, and then half a minute each.
  await clock.advance(100 * (2 ** 9 - 1) + 4 * 30_000);
  expect(await done).toBe("done");
  expect(attempts).toBe(13);
});

it.each([Infinity, 2 ** 31])(
  "takes a deadline of %s ms, which no timer holds, for none",
  async (deadlineMs) => {
    const model = new ScriptedModel([{ text: "Done.", latencyMs: 20 }]);
    const base = { client: model.client(), model: ASK.model, maxTokens: 100, logger: quietLogger() };
    expect(await new Agent({ ...base, deadlineMs }).run("Go.")).toMatchObject({ status: "done" });
  },
);

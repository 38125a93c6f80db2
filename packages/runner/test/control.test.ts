import { inspect } from "node:util";
import { BasicToolSet, type ToolContext } from "@skills/core";
import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, RunError, toolRunner, type AgentOptions } from "../src";
import { ASK, desk, quietLogger } from "./desk";

const LOOK: ScriptStep = { calls: [["lookup", { id: "A1" }]] };
const DONE: ScriptStep = { text: "Done." };

function agentOn(model: ScriptedModel, options: Partial<AgentOptions> = {}): Agent {
  const client = model.client({ maxRetries: 0, logLevel: "off" });
  return new Agent({
    client,
    model: ASK.model,
    maxTokens: 100,
    tools: [desk().tools],
    logger: quietLogger(),
    ...options,
  });
}

const looks = (count: number) =>
  Array.from({ length: count }, (_, n) => ["lookup", { id: `A${String(n)}` }] as const);

/** A tool that takes its time; `most` is how many ran side by side. */
function slowTool(limits: object = {}) {
  const seen = { running: 0, most: 0, order: [] as string[] };
  const tools = new BasicToolSet();
  const run = (name: string) => async () => {
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    seen.order.push(`${name} with ${String(seen.running)}`);
    await sleep(5);
    seen.running -= 1;
  };
  const inputSchema = { type: "object" as const, properties: { n: { type: "number" } } };
  tools.addTool({ name: "slow", description: "slow", inputSchema, run: run("slow"), limits });
  tools.addTool({ name: "other", description: "other", inputSchema, run: run("other") });
  return { tools, seen };
}

const calls = (...names: string[]) => names.map((name, n) => [name, { n }] as const);

it("runs at most maxConcurrency calls of a turn side by side", async () => {
  const { tools, seen } = slowTool();
  const model = new ScriptedModel([{ calls: calls("slow", "slow", "slow", "slow", "slow") }, DONE]);
  await agentOn(model, { tools: [tools], maxConcurrency: 2 }).run("Go.");
  expect(seen.most).toBe(2);
  expect(seen.order).toHaveLength(5);
});

it("runs a sequential tool alone, in its place in the order", async () => {
  const { tools, seen } = slowTool({ sequential: true });
  const model = new ScriptedModel([{ calls: calls("other", "other", "slow", "other") }, DONE]);
  await agentOn(model, { tools: [tools] }).run("Go.");
  expect(seen.order).toEqual(["other with 1", "other with 2", "slow with 1", "other with 1"]);
});

it("does not wait for a tool beyond its time, nor beyond the run's for tools that have none", async () => {
  const tools = new BasicToolSet();
  const inputSchema = { type: "object" as const, properties: {} };
  const run = () => new Promise(() => {});
  tools.addTool({ name: "own", description: "own", inputSchema, run, limits: { timeoutMs: 20 } });
  tools.addTool({ name: "runs", description: "runs", inputSchema, run });
  const model = new ScriptedModel([{ calls: [["own"], ["runs"]] }, DONE]);
  const result = await agentOn(model, { tools: [tools], toolTimeoutMs: 40 }).run("Go.");
  expect(result.status).toBe("done");
  expect(model.requests[1]?.body.messages.at(-1)).toMatchObject({
    content: [
      { content: expect.stringContaining("20 ms") as string, is_error: true },
      { content: expect.stringContaining("40 ms") as string, is_error: true },
    ],
  });
});

it("ends before a request where the tokens of the run are used up", async () => {
  const model = new ScriptedModel([{ ...LOOK, usage: { input_tokens: 900, output_tokens: 100 } }]);
  const result = await agentOn(model, { maxTokensTotal: 1000 }).run("Go.");
  expect(result).toMatchObject({ status: "limit", limit: "maxTokensTotal", turns: 1 });
  model.assertComplete();
});

it("ends before a request where the cost of the run is used up", async () => {
  const model = new ScriptedModel([{ ...LOOK, usage: { input_tokens: 1_000_000, output_tokens: 0 } }]);
  const prices = { "claude-sonnet-5-5": { input: 3, output: 15 } };
  const result = await agentOn(model, { maxCostUsd: 3, prices }).run("Go.");
  expect(result).toMatchObject({ status: "limit", limit: "maxCostUsd", costUsd: 3 });
});

it("refuses a cost limit that it could not hold", () => {
  const model = new ScriptedModel();
  expect(() => agentOn(model, { model: "claude-unheard-of", maxCostUsd: 1 })).toThrow(
    /S411.*claude-unheard-of/s,
  );
});

it("asks nothing with a budget of zero", async () => {
  const model = new ScriptedModel();
  const result = await agentOn(model, { maxTokensTotal: 0 }).run("Go.");
  expect(result).toMatchObject({ status: "limit", limit: "maxTokensTotal", turns: 0, text: "" });
  expect(model.requests).toEqual([]);
});

it("ends at its deadline, whatever is under way", async () => {
  const model = new ScriptedModel([{ ...DONE, latencyMs: 60_000 }]);
  const started = performance.now();
  const result = await agentOn(model, { deadlineMs: 30 }).run("Go.");
  expect(result).toMatchObject({ status: "limit", limit: "deadlineMs" });
  expect(performance.now() - started).toBeLessThan(2000);
});

it("ends where the calls of the run are used up, those beyond answered as not run", async () => {
  const { tools, calls: ran } = desk();
  const model = new ScriptedModel([{ calls: looks(3) }]);
  const result = await agentOn(model, { tools: [tools], maxToolCalls: 2 }).run("Go.");
  expect(result).toMatchObject({ status: "limit", limit: "maxToolCalls" });
  expect(ran).toHaveLength(2);
  expect(result.messages.at(-1)).toMatchObject({ content: [{}, {}, { is_error: true }] });
});

it("answers calls of a tool beyond its own limit, and goes on", async () => {
  const { tools, seen } = slowTool({ maxCalls: 1 });
  const model = new ScriptedModel([{ calls: calls("slow", "slow") }, DONE]);
  const result = await agentOn(model, { tools: [tools] }).run("Go.");
  expect(seen.order).toHaveLength(1);
  expect(result.status).toBe("done");
});

it("ends after too many failures in a row", async () => {
  const refund = (id: string) => ["refund", { id }] as const;
  const model = new ScriptedModel([
    { calls: [refund("A1"), ["lookup", { id: "A1" }], refund("A2")] },
    { calls: [refund("A3")] },
  ]);
  const result = await agentOn(model, { maxConsecutiveFailures: 2 }).run("Go.");
  expect(result).toMatchObject({ status: "limit", limit: "maxConsecutiveFailures", turns: 2 });
  model.assertComplete();
});

it.each([
  ["before the reply", { steps: [{ ...DONE, latencyMs: 60_000 }] }],
  ["within a stream", { steps: [{ ...DONE, fault: { kind: "stall", at: 2 } }] }],
  ["at an approval", { steps: [LOOK], approve: () => new Promise<never>(() => {}), approveEvery: true }],
] as [string, { steps: ScriptStep[] } & Partial<AgentOptions>][])(
  "aborts promptly %s",
  async (_, { steps, ...options }) => {
    const model = new ScriptedModel(steps);
    const controller = new AbortController();
    const started = performance.now();
    setTimeout(() => controller.abort(), 50);
    const result = await agentOn(model, options).run("Go.", { signal: controller.signal });
    expect(result.status).toBe("aborted");
    expect(performance.now() - started).toBeLessThan(2000);
  },
);

it("tells the model that its reply was cut, and stops after three cut replies in a row", async () => {
  const cut: ScriptStep = { text: "And", stopReason: "max_tokens" };
  const once = new ScriptedModel([{ calls: [["lookup", { id: "A1" }]], stopReason: "max_tokens" }, DONE]);
  expect(await agentOn(once, { onTruncated: "continue" }).run("Go.")).toMatchObject({
    status: "done",
    text: "Done.",
  });
  once.assertComplete();

  const forever = new ScriptedModel([cut, cut, cut, cut]);
  expect(await agentOn(forever, { onTruncated: "continue" }).run("Go.")).toMatchObject({
    status: "truncated",
  });
  forever.assertComplete();

  const stops = new ScriptedModel([cut]);
  expect(await agentOn(stops).run("Go.")).toMatchObject({ status: "truncated", text: "And" });
});

it("asks for approval where a tool needs it, and runs it with the input that was approved", async () => {
  const ran: unknown[] = [];
  const tools = new BasicToolSet();
  const inputSchema = { type: "object" as const, properties: { id: { type: "string" } } };
  const run = (input: unknown) => void ran.push(input);
  tools.addTool({ name: "pay", description: "pay", inputSchema, run, needsApproval: true });
  const pay = (id: string) => ["pay", { id }] as const;
  const model = new ScriptedModel([{ calls: [pay("A1"), pay("A2")] }, DONE]);
  await agentOn(model, {
    tools: [tools],
    approve: ({ input }) =>
      (input as { id: string }).id === "A1"
        ? { allow: true, input: { id: "B1" } }
        : { allow: false, reason: "too much" },
  }).run("Go.");
  expect(ran).toEqual([{ id: "B1" }]);
  expect(model.requests[1]?.body.messages.at(-1)).toMatchObject({
    content: [{}, { content: "Not run: too much", is_error: true }],
  });
});

it("tells the model of an approval that failed, logs it, and runs nothing", async () => {
  const { tools, calls } = desk();
  const logger = quietLogger();
  const model = new ScriptedModel([LOOK, DONE]);
  const approve = () => Promise.reject(new Error("nobody answers"));
  await agentOn(model, { tools: [tools], approve, approveEvery: true, logger }).run("Go.");
  expect(model.requests[1]?.results).toEqual([expect.stringContaining("nobody answers")]);
  expect(logger.lines).toEqual([expect.stringContaining("lookup")]);
  expect(calls).toEqual([]);
});

it("ends with the text of a tool that gives the final answer", async () => {
  const tools = new BasicToolSet();
  const inputSchema = { type: "object" as const, properties: {} };
  const more = { interpretAsResponse: true, serialize: true, saveReturn: true };
  tools.addTool({ name: "answer", description: "answer", inputSchema, run: () => ({ total: 7 }), ...more });
  const model = new ScriptedModel([{ calls: [["answer"]] }]);
  const result = await agentOn(model, { tools: [tools] }).run("Go.");
  expect(result).toMatchObject({ status: "done", text: '{"total":7}' });
  model.assertComplete();
});

it("throws an error that carries the history and its cause", async () => {
  const model = new ScriptedModel([LOOK, { error: { status: 400, message: "no" } }]);
  const error = await agentOn(model)
    .run("Go.")
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  expect(error).toBeInstanceOf(RunError);
  expect(error).toMatchObject({ code: "S400", cause: { status: 400 }, messages: { length: 3 } });
});

it.each([{ maxTurns: 0 }, { maxConcurrency: 0 }, { toolTimeoutMs: -1 }, { maxTokens: NaN }])(
  "refuses options that cannot hold: %p",
  (options) => {
    expect(() => agentOn(new ScriptedModel(), options)).toThrow(RunError);
  },
);

it.each([undefined, {}, { beta: {} }, Promise.resolve()])("refuses what is no client: %p", (client) => {
  const given = { client: client as never, model: ASK.model, maxTokens: 100 };
  expect(() => new Agent(given)).toThrow(/^S422: .* is no client/);
  expect(() => toolRunner(given.client, { ...ASK, tools: [] })).toThrow(/^S422: .* is no client/);
});

it.each([undefined, null, false, "findOrder", new (class Order {})()])(
  "refuses what is no tool: %p",
  (tool) => {
    const client = new ScriptedModel().client();
    const tools = [tool as never];
    expect(() => new Agent({ client, model: ASK.model, maxTokens: 100, tools })).toThrow(
      /^S105: .* has no tools/,
    );
    expect(() => toolRunner(client, { ...ASK, tools })).toThrow(/^S105: .* has no tools/);
  },
);

it("throws an error with a state from which another process goes on", async () => {
  const first = new ScriptedModel([LOOK, { error: { status: 529, message: "busy" } }]);
  const error = (await Promise.resolve(agentOn(first).run("Go.")).catch(
    (reason: unknown) => reason,
  )) as RunError;
  const next = new ScriptedModel([DONE]);
  const state = JSON.parse(JSON.stringify(error.state)) as NonNullable<RunError["state"]>;
  expect(await agentOn(next).resume(state)).toMatchObject({ status: "done" });
  expect(next.requests[0]?.results).toEqual([expect.stringContaining("shipped")]);
});

it("logs no conversation where its error is logged", async () => {
  const model = new ScriptedModel([{ error: { status: 400 } }]);
  const error: unknown = await Promise.resolve(agentOn(model).run("My card is 4111.")).catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ messages: [{ content: "My card is 4111." }], state: { turns: 1 } });
  expect(inspect(error, { depth: null }) + JSON.stringify(error)).not.toContain("4111");
});

it("aborts the run when the iteration over its events is left", async () => {
  const model = new ScriptedModel([LOOK, DONE]);
  const run = agentOn(model).run("Go.");
  for await (const event of run) if (event.type === "message") break;
  expect(await run).toMatchObject({ status: "aborted" });
  expect(model.requests).toHaveLength(1);
});

it.each([
  [{ readOnly: true }, 3],
  [{ idempotent: true }, 3],
  [{ destructive: true }, 1],
])("tries a failed call again only where that does no harm: %p", async (annotations, attempts) => {
  const keys: string[] = [];
  const tools = new BasicToolSet();
  const inputSchema = { type: "object" as const, properties: {} };
  const run = (_: unknown, context: ToolContext) => {
    keys.push(context.idempotencyKey);
    throw new Error("flaky");
  };
  tools.addTool({ name: "flaky", description: "flaky", inputSchema, run, annotations });
  const model = new ScriptedModel([{ calls: [["flaky"]] }, DONE]);
  await agentOn(model, { tools: [tools], toolRetries: 2 }).run("Go.");
  expect(keys).toHaveLength(attempts);
  expect(new Set(keys).size).toBe(1);
});

import assert from "node:assert/strict";
import { BasicToolSet } from "@skills/core";
import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { Agent, completeHistory, MemoryJournal, type AgentOptions, type JournalRecord } from "../src";
import { ASK, quietLogger } from "./desk";

const DONE: ScriptStep = { text: "Done." };
const add = (n: number) => ["add", { n }] as const;

/** A tool with an effect, which can be told to end the process at one: here, to fail the journal. */
function counter(options: object = {}) {
  const effects: { n: number; key: string }[] = [];
  const tools = new BasicToolSet();
  tools.addTool({
    name: "add",
    description: "add",
    inputSchema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
    run: (input, { idempotencyKey }) => {
      const { n } = input as { n: number };
      effects.push({ n, key: idempotencyKey });
      return `added ${String(n)}`;
    },
    ...options,
  });
  return { tools, effects };
}

function agentOn(steps: ScriptStep[], tools: object[], more: Partial<AgentOptions> = {}) {
  const model = new ScriptedModel(steps);
  const client = model.client({ maxRetries: 0 });
  const base = { client, model: ASK.model, maxTokens: 100, logger: quietLogger() };
  return { model, agent: new Agent({ ...base, tools, ...more }) };
}

/** The journal as a process leaves it that ends once the first `count` records are kept. */
function cut(journal: MemoryJournal, count: number): MemoryJournal {
  const short = new MemoryJournal();
  for (const record of journal.read().slice(0, count)) short.append(record);
  return short;
}

const upTo = (journal: MemoryJournal, is: (record: JournalRecord) => boolean) =>
  cut(journal, journal.read().findIndex(is) + 1);

async function recorded(steps: ScriptStep[], tools: object[], more: Partial<AgentOptions> = {}) {
  const journal = new MemoryJournal();
  const { agent } = agentOn(steps, tools, more);
  const result = await agent.run("Go.", { journal });
  return { journal, result };
}

it("goes on from every record, doing nothing twice that has finished", async () => {
  const steps: ScriptStep[] = [{ calls: [add(1), add(2)] }, { calls: [add(3)] }, DONE];
  const { journal, result } = await recorded(steps, [counter().tools]);
  const records = journal.read();
  for (let count = 1; count <= records.length; count++) {
    const kept = records.slice(0, count);
    const asked = kept.filter(({ type }) => type === "request_finished").length;
    const begun = kept.filter(({ type }) => type === "call_started").length;
    const { tools, effects } = counter();
    // The first replies' ids are used up: the rest of the script goes on after them.
    const rest = steps.slice(asked).map((step, index) => {
      const first = [1, 3][asked + index] ?? 0;
      const { calls = [], ...others } = step as { calls?: (readonly [string, unknown])[] };
      return calls.length === 0
        ? step
        : {
            ...others,
            calls: calls.map(
              ([name, input], n) => [name, input, { id: `toolu_000${String(first + n)}` }] as const,
            ),
          };
    });
    const { agent, model } = agentOn(rest, [tools]);
    const again = await agent.run("Go.", { journal: cut(journal, count) });
    expect(again.status).toBe("done");
    expect(again.text).toBe("Done.");
    expect(again.turns).toBe(3);
    expect(effects).toHaveLength(3 - begun);
    expect(again.messages).toHaveLength(result.messages.length);
    model.assertComplete();
  }
});

it("gives the result of a run that is over without asking again", async () => {
  const { journal, result } = await recorded([{ calls: [add(1)] }, DONE], [counter().tools]);
  const { agent, model } = agentOn([], [counter().tools]);
  expect(await agent.run("Go.", { journal })).toEqual(result);
  expect(model.requests).toEqual([]);
});

describe("a call that had begun when the process ended", () => {
  const isStart = ({ type }: JournalRecord) => type === "call_started";
  const STEPS: ScriptStep[] = [{ calls: [add(1)] }, DONE];

  it("is not run again: the model is told that its outcome is unknown", async () => {
    const { journal } = await recorded(STEPS, [counter().tools]);
    const { tools, effects } = counter();
    const { agent, model } = agentOn([DONE], [tools]);
    expect(await agent.run("Go.", { journal: upTo(journal, isStart) })).toMatchObject({ status: "done" });
    expect(effects).toEqual([]);
    expect(model.requests[0]?.results).toEqual([expect.stringContaining("outcome is unknown")]);
  });

  it.each([{ idempotent: true }, { readOnly: true }])(
    "runs again, with the same key: %p",
    async (annotations) => {
      const before = counter({ annotations });
      const { journal } = await recorded(STEPS, [before.tools], { stream: false });
      const { tools, effects } = counter({ annotations });
      const { agent } = agentOn([DONE], [tools]);
      await agent.run("Go.", { journal: upTo(journal, isStart) });
      expect(effects).toEqual(before.effects);
      expect(effects).toHaveLength(1);
    },
  );

  it("waits for a decision where the agent says so: allowed, it runs with the same key; denied, it does not", async () => {
    const before = counter();
    const { journal } = await recorded(STEPS, [before.tools]);
    for (const allow of [true, false]) {
      const { tools, effects } = counter();
      const { agent, model } = agentOn([DONE], [tools], { onUnknownOutcome: "pause" });
      const short = upTo(journal, isStart);
      const run = agent.run("Go.", { journal: short });
      expect(await run).toMatchObject({ status: "paused", pending: [{ id: "toolu_0001" }] });
      expect(effects).toEqual([]);
      const done = await agent.resume(
        run.state(),
        { toolu_0001: { allow, reason: "It went through." } as never },
        { journal: short },
      );
      expect(done.status).toBe("done");
      expect(effects).toEqual(allow ? before.effects : []);
      expect(model.requests[0]?.results[0]).toMatch(allow ? /added 1/ : /unknown.*It went through/);
    }
  });
});

it("forgets calls that started early, of a reply that was lost with its process", async () => {
  const annotations = { idempotent: true };
  const { journal } = await recorded([{ calls: [add(1), add(2)] }, DONE], [counter({ annotations }).tools]);
  const short = upTo(journal, ({ type }) => type === "call_finished");
  expect(short.read().map(({ type }) => type)).not.toContain("request_finished");
  const { tools, effects } = counter({ annotations });
  const { agent, model } = agentOn([{ calls: [add(5)] }, DONE], [tools]);
  await agent.run("Go.", { journal: short });
  expect(effects).toMatchObject([{ n: 5 }]);
  expect(model.requests[1]?.results).toEqual(["added 5"]);
});

it("goes on inside of an agent's call, the inner calls that finished not run again", async () => {
  const clerkSteps: ScriptStep[] = [{ calls: [add(1)] }, { calls: [add(2)] }, { text: "Added." }];
  const bossSteps: ScriptStep[] = [{ calls: [["clerk", { task: "Add." }]] }, DONE];
  const as = { name: "clerk", description: "Adds." };
  const usage = { input_tokens: 10, output_tokens: 1 };
  const priced = (steps: ScriptStep[]) => steps.map((step) => ({ ...step, usage }));
  const before = counter();
  const { journal, result } = await recorded(priced(bossSteps), [
    agentOn(priced(clerkSteps), [before.tools]).agent.asTool(as),
  ]);
  const isFirstInnerEnd = (record: JournalRecord) =>
    record.type === "inside" && record.record.type === "call_finished";
  const { tools, effects } = counter();
  const clerk = agentOn(priced([{ calls: [[...add(2), { id: "toolu_0002" }]] }, { text: "Added." }]), [
    tools,
  ]);
  const boss = agentOn(priced([DONE]), [clerk.agent.asTool(as)]);
  const again = await boss.agent.run("Go.", { journal: upTo(journal, isFirstInnerEnd) });
  expect(effects).toEqual(before.effects.slice(1));
  expect(again.messages).toEqual(result.messages);
  expect(again.usage).toEqual(result.usage);
  clerk.model.assertComplete();
  boss.model.assertComplete();
});

it("goes on after an abort as after a crash", async () => {
  const journal = new MemoryJournal();
  const { tools, effects } = counter();
  tools.addTool({
    name: "hang",
    description: "hang",
    inputSchema: { type: "object", properties: {} },
    run: () => new Promise(() => undefined),
    annotations: { idempotent: true },
  });
  const first = agentOn([{ calls: [add(1), ["hang", {}]] }], [tools]);
  const run = first.agent.run("Go.", { journal });
  setTimeout(() => run.abort(), 50);
  expect((await run).status).toBe("aborted");
  tools.removeTool("hang");
  tools.addTool({
    name: "hang",
    description: "hang",
    inputSchema: { type: "object", properties: {} },
    run: () => "at last",
    annotations: { idempotent: true },
  });
  const second = agentOn([DONE], [tools]);
  await second.agent.run("Go.", { journal });
  expect(effects).toHaveLength(1);
  expect(second.model.requests[0]?.results).toEqual(["added 1", "at last"]);
});

it("goes on asking for the rest of a reply that was cut", async () => {
  const cutReply: ScriptStep = { text: "One", stopReason: "max_tokens" };
  const more = { onTruncated: "continue" as const };
  const { journal, result } = await recorded([cutReply, { text: "Two" }], [counter().tools], more);
  const { agent, model } = agentOn([{ text: "Two" }], [counter().tools], more);
  const short = upTo(journal, ({ type }) => type === "request_finished");
  expect((await agent.run("Go.", { journal: short })).messages).toEqual(result.messages);
  model.assertComplete();
});

it("keeps the answer of a tool that ends the run", async () => {
  const final = { interpretAsResponse: true };
  const { journal, result } = await recorded([{ calls: [add(1)] }], [counter(final).tools]);
  for (const count of [journal.read().length, journal.read().length - 1]) {
    const { tools, effects } = counter(final);
    const { agent } = agentOn([], [tools]);
    const again = await agent.run("Go.", { journal: cut(journal, count) });
    expect(again).toMatchObject({ status: "done", text: result.text });
    expect(effects).toEqual([]);
  }
});

it("refuses the journal of another run, and one of another version", async () => {
  const { journal } = await recorded([DONE], []);
  const { agent } = agentOn([], []);
  const failed = async (prompt: string, from: MemoryJournal) =>
    Promise.resolve(agent.run(prompt, { journal: from })).then(
      () => undefined,
      (reason: unknown) => reason,
    );
  expect(await failed("Something else.", journal)).toMatchObject({ code: "S418" });
  const other = new MemoryJournal();
  other.append({ ...journal.read()[0], version: 7 } as never);
  expect(await failed("Go.", other)).toMatchObject({ code: "S418" });
});

it("ends the run where a record cannot be kept, before the effect", async () => {
  const { tools, effects } = counter();
  const { agent } = agentOn([{ calls: [add(1)] }], [tools]);
  const journal = {
    read: () => [],
    append({ type }: JournalRecord) {
      if (type === "call_started") throw new Error("disk full");
    },
  };
  const failed = await Promise.resolve(agent.run("Go.", { journal })).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(effects).toEqual([]);
  expect(failed).toMatchObject({ code: "S424", cause: { message: "disk full" } });
});

it.each(["request_started", "request_finished", "call_started", "call_finished", "results"] as const)(
  "is not waited for by a run that is aborted while %s is kept",
  async (type) => {
    const { agent } = agentOn([{ calls: [add(1)] }, DONE], [counter().tools]);
    let reach = () => {};
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const never = new Promise<void>(() => undefined);
    const append = (record: JournalRecord) => (record.type === type ? (reach(), never) : undefined);
    const run = agent.run("Go.", { journal: { read: () => [], append } });
    const ended = run.then(({ status, messages }) => ({
      status,
      whole: completeHistory(messages, "open") === messages,
    }));
    await reached;
    run.abort();
    expect(await ended).toEqual({ status: "aborted", whole: true });
  },
);

it.each<[string, () => unknown]>([
  ["throws", () => assert.fail("no connection")],
  ["gives a promise", () => Promise.resolve([])],
])("says so where a journal's read() %s", async (_what, read) => {
  const { agent, model } = agentOn([DONE], []);
  const journal = { read, append: () => undefined } as unknown as MemoryJournal;
  await expect(agent.run("Go.", { journal })).rejects.toMatchObject({ code: "S418" });
  expect(model.requests).toEqual([]);
});

it("is one run's at a time: another on the same journal would do everything twice", async () => {
  const { tools, effects } = counter();
  const { agent } = agentOn([{ calls: [add(1)] }, DONE], [tools]);
  const journal = new MemoryJournal();
  const first = agent.run("Go.", { journal });
  const running = first.then((result) => result);
  await expect(agent.run("Go.", { journal })).rejects.toMatchObject({ code: "S419" });
  const result = await running;
  expect(result.status).toBe("done");
  expect(await agent.run("Go.", { journal })).toEqual(result);
  expect(effects).toHaveLength(1);
});

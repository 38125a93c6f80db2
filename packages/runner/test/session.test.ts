import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, FileSessionStore, MemorySessionStore, type SessionStore } from "../src";
import { agentOn } from "./desk-agent";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sessions-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const LOOK: ScriptStep = { calls: [["lookup", { id: "A1" }]] };
const failure = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => undefined,
    (reason: unknown) => reason,
  );

describe.each<[string, () => SessionStore]>([
  ["memory", () => new MemorySessionStore()],
  ["file", () => new FileSessionStore(folder)],
])("with a %s store", (_, makeStore) => {
  it("goes on from one run to the next, and wherever it is opened again", async () => {
    const store = makeStore();
    const { agent, model } = agentOn([LOOK, { text: "Shipped." }, { text: "Soon." }, { text: "Yes." }]);
    const session = await agent.session({ id: "s1", store });
    await session.run("Where is A1?");
    await session.run("When?");
    const again = await agent.session({ id: "s1", store });
    expect(again.messages).toEqual(session.messages);
    await again.run("Really?");
    expect(model.requests.at(-1)?.said).toEqual(["Where is A1?", "When?", "Really?"]);
    expect(again.messages).toHaveLength(8);
    model.assertComplete();
  });

  it("forks: what is said in one is not heard in the other", async () => {
    const store = makeStore();
    const { agent, model } = agentOn([{ text: "One." }, { text: "Two." }, { text: "Three." }]);
    const session = await agent.session({ id: "s1", store });
    await session.run("First.");
    const fork = await session.fork("s2");
    await fork.run("Second.");
    await session.run("Third.");
    expect(model.requests.map(({ said }) => said)).toEqual([
      ["First."],
      ["First.", "Second."],
      ["First.", "Third."],
    ]);
    expect((await agent.session({ id: "s2", store })).messages).toHaveLength(4);
  });

  it("forks to no session that is there: its history would be lost", async () => {
    const store = makeStore();
    const { agent } = agentOn([{ text: "One." }, { text: "Two." }]);
    const session = await agent.session({ id: "s1", store });
    await session.run("First.");
    await (await session.fork("s2")).run("Second.");
    for (const id of ["s1", "s2"]) await expect(session.fork(id)).rejects.toMatchObject({ code: "S428" });
    expect((await agent.session({ id: "s2", store })).messages).toHaveLength(4);
  });

  it("keeps what a run left that failed, was aborted or paused", async () => {
    const store = makeStore();
    const { agent } = agentOn([LOOK, { error: { status: 400, message: "no" } }, { text: "Better." }]);
    const session = await agent.session({ id: "s1", store });
    expect(await failure(session.run("Go."))).toMatchObject({ code: "S400" });
    expect((await agent.session({ id: "s1", store })).messages).toHaveLength(3);
    expect(await session.run("Again.")).toMatchObject({ text: "Better." });
  });

  it("takes messages without a run, and a history that was compacted", async () => {
    const store = makeStore();
    const { agent } = agentOn([{ text: "Hello." }]);
    const session = await agent.session({ id: "s1", store });
    await session.append({ role: "user", content: "Hi." }, { role: "assistant", content: "Hi!" });
    await session.run("Well?");
    const records = await store.read("s1");
    expect(records.map(({ type }) => type)).toEqual(["messages", "messages"]);
    await store.append("s1", { type: "history", messages: [{ role: "user", content: "Short." }] });
    expect((await agent.session({ id: "s1", store })).messages).toEqual([
      { role: "user", content: "Short." },
    ]);
  });
});

it("goes on with a paused run", async () => {
  const { agent } = agentOn([LOOK, { text: "Shipped." }], {
    approveEvery: true,
  });
  const session = await agent.session();
  const run = session.run("Where is A1?");
  expect(await run).toMatchObject({ status: "paused" });
  expect(await session.resume(run.state(), { toolu_0001: { allow: true } })).toMatchObject({
    status: "done",
  });
  expect(session.messages).toMatchObject([
    { content: "Where is A1?" },
    { role: "assistant" },
    { content: [{ tool_use_id: "toolu_0001" }] },
    { role: "assistant" },
  ]);
  expect(JSON.stringify(session.messages)).not.toContain("Not run");
});

it("keeps what was said while a run waited, and resumes no run twice", async () => {
  const { agent } = agentOn([LOOK, { text: "Hello." }, { text: "Shipped." }], { approveEvery: true });
  const store = new MemorySessionStore();
  const open = () => agent.session({ id: "s1", store });
  const run = (await open()).run("Where is A1?");
  await run;
  await (await open()).run("Hello?");
  const last = await open();
  const resume = () => last.resume(run.state(), { toolu_0001: { allow: true } });
  expect(await resume()).toMatchObject({ text: "Shipped." });
  expect(last.messages.slice(-3)).toMatchObject([
    { role: "assistant", content: [{ text: "Shipped." }] },
    { role: "user", content: "Hello?" },
    { role: "assistant", content: [{ text: "Hello." }] },
  ]);
  expect((await open()).messages).toEqual(last.messages);
  await expect(resume()).rejects.toMatchObject({ code: "S430" });
  expect((await open()).messages).toEqual(last.messages);
});

it("runs one at a time", async () => {
  const { agent } = agentOn([{ text: "One.", latencyMs: 20 }]);
  const session = await agent.session();
  const first = session.run("First.");
  const done = first.then((result) => result.text);
  expect(await failure(session.run("Second."))).toMatchObject({ code: "S425" });
  expect(await failure(session.run("Third."))).toMatchObject({ code: "S425" });
  expect(await done).toBe("One.");
  expect(session.messages).toHaveLength(2);
});

it.each(["../out", "", "a/b", ".hidden"])("names no file outside of its folder: %j", async (id) => {
  const store = new FileSessionStore(folder);
  expect(await failure(store.append(id, { type: "messages", messages: [] }))).toMatchObject({ code: "S426" });
  expect(readdirSync(folder)).toEqual([]);
});

import type { ScriptStep } from "@skills/testing";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  FileSessionStore,
  MemorySessionStore,
  type AgentOptions,
  type RunError,
  type SessionStore,
} from "../src";
import { buildRunner } from "./build";
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
  ["a file", () => new FileSessionStore(folder)],
])("two sessions of one id, side by side, in %s", (_, makeStore) => {
  const opened = async (steps: ScriptStep[], more: Partial<AgentOptions> = {}) => {
    const store = makeStore();
    const { agent, model } = agentOn(steps, more);
    const open = () => agent.session({ id: "s1", store });
    return { one: await open(), other: await open(), open, model };
  };

  it("keep what both ran, and hear of it with their next runs", async () => {
    const { one, other, open, model } = await opened([{ text: "1." }, { text: "2." }, { text: "3." }]);
    await one.run("First.");
    await other.run("Second.");
    await other.run("Third.");
    expect(model.requests.at(-1)?.said).toEqual(["First.", "Second.", "Third."]);
    expect((await open()).messages).toEqual(other.messages);
  });

  it("keep what both ran at once", async () => {
    const { one, other, open } = await opened([
      { when: { said: "First." }, text: "1." },
      { when: { said: "Second." }, text: "2." },
    ]);
    await Promise.all([one.run("First."), other.run("Second.")]);
    const { messages } = await open();
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(new Set(messages.map(({ content }) => JSON.stringify(content))).size).toBe(4);
  });

  it("keep what one was told while a run of the other waited for approval", async () => {
    const { one, other, open } = await opened([LOOK, { text: "Hello." }, { text: "Shipped." }], {
      approveEvery: true,
    });
    const run = one.run("Where is A1?");
    await run;
    const later = await open();
    await later.run("Hello?");
    await one.resume(run.state(), { toolu_0001: { allow: true } });
    const { messages } = await open();
    expect(messages).toEqual(one.messages);
    expect(messages.slice(-3)).toMatchObject([
      { role: "assistant", content: [{ text: "Shipped." }] },
      { role: "user", content: "Hello?" },
      { role: "assistant", content: [{ text: "Hello." }] },
    ]);
    expect(JSON.stringify(messages)).not.toContain("Not run");
    expect(other.messages).toEqual([]);
  });

  it("do not overwrite a history that both replaced: the error has what is not kept", async () => {
    const { one, open } = await opened([LOOK, { text: "Shipped." }, { text: "Sent." }, { text: "Yes." }], {
      approveEvery: true,
    });
    const run = one.run("Where is A1?");
    await run;
    const other = await open();
    await other.resume(run.state(), { toolu_0001: { allow: true } });
    const late = await failure(one.resume(run.state(), { toolu_0001: { allow: false } }));
    expect(late).toMatchObject({ code: "S430" });
    expect(JSON.stringify((late as RunError).messages)).toContain("Sent.");
    expect((await open()).messages).toEqual(other.messages);
    await one.run("Really?");
    expect((await open()).messages).toHaveLength(6);
  });
});

/** Adds to one session as long as another process does, too; each record says how many it comes after. */
const CHILD = `
const store = new (require("@skills/runner").FileSessionStore)(process.argv[1]);
(async () => {
  for (let kept = 0; kept < 40; ) {
    const { length } = await store.read("s1");
    const messages = [{ role: "user", content: String(length) }];
    if (await store.append("s1", { type: "messages", messages }, length)) kept += 1;
  }
})();
`;

it("is one session for two processes that write it at once", async () => {
  buildRunner();
  const child = () => promisify(execFile)(process.execPath, ["-e", CHILD, folder], { cwd: __dirname });
  await Promise.all([child(), child()]);
  const records = await new FileSessionStore(folder).read("s1");
  const after = records.map(({ messages }) => Number(messages[0]?.content));
  expect(after).toEqual([...after.keys()]);
  expect(after).toHaveLength(80);
}, 120_000);

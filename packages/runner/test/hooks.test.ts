import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { Agent, type Hooks } from "../src";
import { ASK, desk, quietLogger } from "./desk";

const LOOK: ScriptStep = { calls: [["lookup", { id: "A1" }]] };
const DONE: ScriptStep = { text: "Done." };
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

function agentOn(steps: ScriptStep[], hooks: Hooks | Hooks[]) {
  const model = new ScriptedModel(steps);
  const { tools, calls } = desk();
  const client = model.client({ maxRetries: 0 });
  const agent = new Agent({
    client,
    model: ASK.model,
    maxTokens: 100,
    tools: [tools],
    hooks,
    logger: quietLogger(),
  });
  return { model, agent, calls };
}

it("sends the request that a hook makes, each seeing what the one before it made; the history stays as it is", async () => {
  const say = (text: string): Hooks => ({
    beforeModel: (request) => ({
      ...request,
      messages: [...request.messages, { role: "user", content: text }],
    }),
  });
  const { agent, model } = agentOn([DONE], [say("One."), say("Two.")]);
  const { messages } = await agent.run("Go.");
  expect(model.requests[0]?.said).toEqual(["Go.", "One.", "Two."]);
  expect(messages).toHaveLength(2);
});

it("takes a hook's reply in the model's place", async () => {
  const first = agentOn([DONE], []);
  const kept = (await first.agent.run("Go.")).messages[1];
  const message = { ...(await new ScriptedModel([DONE]).client().beta.messages.create(ASK)) };
  const { agent, model } = agentOn([], { beforeModel: () => ({ reply: message }) });
  const result = await agent.run("Go.");
  expect(result.text).toBe("Done.");
  expect(result.messages[1]).toEqual(kept);
  expect(model.requests).toEqual([]);
});

it("keeps the reply that a hook makes of it", async () => {
  const { agent } = agentOn([{ text: "Call 555-1234." }], {
    afterModel: (message) => ({
      ...message,
      content: [{ type: "text", text: "Call [number].", citations: null }],
    }),
  });
  const result = await agent.run("Go.");
  expect(result.text).toBe("Call [number].");
  expect(result.messages[1]).toMatchObject({ content: [{ text: "Call [number]." }] });
});

it("changes a call's input, answers it, or refuses it, before the tool runs", async () => {
  const calls = ["A1", "A2", "A3"].map((id) => ["lookup", { id }] as const);
  const {
    agent,
    model,
    calls: ran,
  } = agentOn([{ calls }, DONE], {
    beforeTool: ({ input }) => {
      const { id } = input as { id: string };
      if (id === "A1") return { input: { id: "B1" } };
      return id === "A2" ? { answer: "from the cache" } : { refuse: "not that one" };
    },
  });
  await agent.run("Go.");
  expect(ran).toEqual(["lookup B1"]);
  expect(model.requests[1]?.body.messages.at(-1)).toMatchObject({
    content: [{}, { content: "from the cache" }, { content: "not that one", is_error: true }],
  });
  model.assertComplete();
});

it("sends the result that a hook makes of a tool's", async () => {
  const { agent, model } = agentOn([LOOK, DONE], {
    afterTool: ({ result }) => ({ content: String(result.content).replace("shipped", "on its way") }),
  });
  await agent.run("Go.");
  expect(model.requests[1]?.results).toEqual([expect.stringContaining("on its way")]);
});

it("goes on where a hook has more to ask", async () => {
  let asked = 0;
  const { agent, model } = agentOn([DONE, { text: "Really done." }], {
    onStop: () => (asked++ === 0 ? { continue: "Are you sure?" } : undefined),
  });
  const result = await agent.run("Go.");
  expect(result).toMatchObject({ text: "Really done.", turns: 2 });
  expect(model.requests[1]?.said).toEqual(["Go.", "Are you sure?"]);
  model.assertComplete();
});

it.each([
  ["beforeModel", 1],
  ["afterModel", 1],
  ["beforeTool", 3],
  ["afterTool", 3],
  ["onStop", 4],
] as const)("ends the run, its history whole, where %s throws", async (name, length) => {
  const hooks: Hooks = {
    [name]: () => {
      throw new Error("broken");
    },
  };
  const { agent } = agentOn([LOOK, DONE], hooks);
  const error = await agent.run("Go.").then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: "S416", cause: { message: "broken" }, messages: { length } });
  const { messages } = error as { messages: (typeof ASK)["messages"] };
  const model = new ScriptedModel([DONE]);
  await model.client().beta.messages.create({
    ...ASK,
    messages: [...messages, { role: "user", content: "Well?" }],
    tools: desk().tools.toolsSchema,
  });
  model.assertComplete();
});

it.each(["beforeModel", "afterModel", "beforeTool", "afterTool", "onStop"] as const)(
  "is aborted at once while %s hangs, its history whole",
  async (name) => {
    let reach: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const hang = () => {
      reach();
      return new Promise<never>(() => undefined);
    };
    const run = agentOn([LOOK, DONE], { [name]: hang }).agent.run("Go.");
    const ended = run.then((result) => result);
    await reached;
    run.abort();
    const { status, messages } = await ended;
    expect(status).toBe("aborted");
    const model = new ScriptedModel([DONE]);
    await model.client().beta.messages.create({
      ...ASK,
      messages: [...messages, { role: "user", content: "Well?" }],
      tools: desk().tools.toolsSchema,
    });
    model.assertComplete();
  },
);

const half = "🙂".slice(0, 1);
it.each<[string, Hooks, string]>([
  ["an answer", { beforeTool: () => ({ answer: `Well${half}` }) }, "Well\uFFFD"],
  ["blocks", { beforeTool: () => ({ answer: [{ type: "text", text: `Well${half}` }] }) }, "Well\uFFFD"],
  ["a refusal", { beforeTool: () => ({ refuse: `No${half}` }) }, "No\uFFFD"],
  ["a result", { afterTool: () => ({ content: `Cut${half}` }) }, "Cut\uFFFD"],
])("sends no half of a character that a hook left at the end of %s", async (_what, hooks, text) => {
  const { agent, model } = agentOn([LOOK, DONE], hooks);
  expect(await agent.run("Go.")).toMatchObject({ text: "Done." });
  expect(model.requests[1]?.results).toEqual([text]);
  model.assertComplete();
});

describe("a history that the API accepts, whatever a hook says", () => {
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } } as const;
  const FAIL: ScriptStep = { calls: [["refund", { id: "A1" }]] };

  it.each<[string, ScriptStep, Hooks]>([
    ["refuses without a word", LOOK, { beforeTool: () => ({ refuse: " " }) }],
    ["leaves an error without a text", FAIL, { afterTool: () => ({ content: "" }) }],
    ["leaves an error without content", FAIL, { afterTool: () => ({ content: undefined }) }],
    ["shows an image with an error", FAIL, { afterTool: () => ({ content: [image] }) }],
    [
      "makes a call twice",
      LOOK,
      { afterModel: (message) => ({ ...message, content: [...message.content, ...message.content] }) },
    ],
    ["would go on with nothing to say", DONE, { onStop: () => ({ continue: " " }) }],
  ])("%s", async (_what, step, hooks) => {
    const { agent, model } = agentOn(step === DONE ? [DONE] : [step, DONE], hooks);
    const { messages, status } = await agent.run("Go.");
    expect(status).toBe("done");
    model.assertComplete();
    const next = new ScriptedModel([DONE]);
    await next.client({ maxRetries: 0 }).beta.messages.create({
      ...ASK,
      messages: [...messages, { role: "user", content: "And now?" }],
      tools: desk().tools.toolsSchema,
    });
    next.assertComplete();
  });
});

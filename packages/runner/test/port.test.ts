import { ScriptedModel } from "@skills/testing";
import { Agent, toolRunner } from "../src";
import { ASK, desk, quietLogger } from "./desk";

const STEPS = [{ calls: [["lookup", { id: "A1" }] as const] }, { text: "On its way." }];

it("runs on a port of the client's shape, without the SDK", async () => {
  const model = new ScriptedModel(STEPS);
  const message = await toolRunner(model.port(), { ...ASK, tools: [desk().tools] });
  expect(message.content).toMatchObject([{ text: "On its way." }]);
  model.assertComplete();
});

it("asks a port that cannot stream for whole replies", async () => {
  const model = new ScriptedModel(STEPS);
  const options = { client: model.port(), model: ASK.model, maxTokens: 100, tools: [desk().tools] };
  const result = await new Agent({ ...options, logger: quietLogger() }).run("Go.");
  expect(result).toMatchObject({ status: "done", text: "On its way." });
  model.assertComplete();
});

it.each([{}, null, "<html>", { content: null, usage: {} }, { content: [], usage: null }])(
  "says what a client gave that is no message, and keeps the history: %j",
  async (garbage) => {
    const client = { beta: { messages: { create: () => Promise.resolve(garbage as object) } } };
    const options = { client, model: ASK.model, maxTokens: 100, logger: quietLogger() };
    const said = { code: "S427", message: expect.stringContaining(JSON.stringify(garbage)) as unknown };
    await expect(new Agent(options).run("Go.")).rejects.toMatchObject({
      ...said,
      messages: [{ role: "user", content: "Go." }],
    });
    await expect(toolRunner(client, { ...ASK, tools: [] })).rejects.toMatchObject(said);
  },
);

it("says so of a stream that gives no message, too", async () => {
  const stream = {
    on: () => undefined,
    abort: () => undefined,
    errored: false,
    controller: new AbortController(),
    finalMessage: () => Promise.resolve(null as never),
    [Symbol.asyncIterator]: () => ({
      next: () => Promise.resolve({ done: true as const, value: undefined }),
    }),
  };
  const client = { beta: { messages: { create: () => Promise.resolve({}), stream: () => stream } } };
  const options = { client, model: ASK.model, maxTokens: 100, logger: quietLogger() };
  await expect(new Agent(options).run("Go.")).rejects.toMatchObject({ code: "S427" });
});

import { ScriptedModel } from "@skills/testing";
import { Agent, toolRunner } from "../src";
import { ASK, quietLogger } from "./desk";

const GO = { role: "user", content: "Go." };

describe("a history that is none", () => {
  it.each<[unknown, RegExp]>([
    [GO, /messages is no list/],
    [7, /messages is no list/],
    [[GO, null], /messages\[1\] has no role: null/],
    [["Go."], /messages\[0\] has no role/],
    [[GO, { role: "assistant", content: null }], /messages\[1\]\.content is neither a text nor a list/],
    [[{ role: "user" }], /messages\[0\]\.content is neither/],
    [
      [{ role: "user", content: [{ type: "text", text: "Go." }, null] }],
      /messages\[0\]\.content\[1\] is no block/,
    ],
    [[{ role: "user", content: ["Go."] }], /messages\[0\]\.content\[0\] is no block: "Go\."/],
  ])("is told of before anything is asked: %j", async (messages, message) => {
    const model = new ScriptedModel([]);
    const options = { client: model.client(), model: ASK.model, maxTokens: 100, logger: quietLogger() };
    const said = { code: "S429", message: expect.stringMatching(message) as string };
    await expect(new Agent(options).run(messages as never)).rejects.toMatchObject(said);
    expect(() => toolRunner(model.client(), { ...ASK, messages: messages as never, tools: [] })).toThrow(
      message,
    );
    const runner = toolRunner(model.client(), { ...ASK, tools: [] });
    expect(() => runner.setMessagesParams((params) => ({ ...params, messages: messages as never }))).toThrow(
      message,
    );
    expect(runner.params.messages).toEqual(ASK.messages);
    expect(model.requests).toEqual([]);
  });
});

it("takes a system message that holds settings alone", () => {
  const settings = { role: "system", output_config: { effort: "low" } };
  const messages = [...ASK.messages, settings] as never;
  const runner = toolRunner(new ScriptedModel([]).client(), { ...ASK, messages, tools: [] });
  expect(runner.params.messages).toEqual(messages);
});

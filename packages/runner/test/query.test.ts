import { ScriptedModel } from "@skills/testing";
import { query, type SDKMessage } from "../src";
import { ASK, desk } from "./desk";

const optionsOf = (model: ScriptedModel) => ({
  client: model.client(),
  model: ASK.model,
  tools: [desk().tools],
});

it("gives init, one assistant message a block, one user message a result, and the result", async () => {
  const model = new ScriptedModel([
    {
      text: "Let me look.",
      calls: [
        ["lookup", { id: "A1" }],
        ["lookup", { id: "A2" }],
      ],
    },
    { text: "On their way." },
  ]);
  const messages: SDKMessage[] = [];
  for await (const message of query({ prompt: "Where are they?", options: optionsOf(model) }))
    messages.push(message);

  expect(messages.map(({ type }) => type)).toEqual([
    "system",
    "assistant",
    "assistant",
    "assistant",
    "user",
    "user",
    "assistant",
    "result",
  ]);
  expect(messages[0]).toMatchObject({ subtype: "init", tools: ["lookup", "refund"], skills: [] });
  expect(messages[4]).toMatchObject({
    message: { content: [{ tool_use_id: "toolu_0001" }] },
    tool_use_result: { id: "A1", status: "shipped" },
  });
  expect(messages.at(-1)).toMatchObject({
    subtype: "success",
    is_error: false,
    result: "On their way.",
    num_turns: 2,
  });
  expect(new Set(messages.map((message) => message.session_id)).size).toBe(1);
  model.assertComplete();
});

it("throws after a result that is an error", async () => {
  const model = new ScriptedModel([{ calls: [["lookup", { id: "A1" }]] }]);
  const messages: SDKMessage[] = [];
  const read = async () => {
    for await (const message of query({ prompt: "Where?", options: { ...optionsOf(model), maxTurns: 1 } })) {
      messages.push(message);
    }
  };
  await expect(read()).rejects.toThrow("error_max_turns");
  expect(messages.at(-1)).toMatchObject({ type: "result", subtype: "error_max_turns", is_error: true });
});

it("checks its options in the call itself", () => {
  expect(() => query({ prompt: " ", options: { model: "m" } })).toThrow("prompt");
  expect(() => query({ prompt: "Hello", options: { model: "" } })).toThrow("model");
  expect(() => query({ prompt: "Hello", options: { model: "m", maxTurns: 0 } })).toThrow("maxTurns");
});

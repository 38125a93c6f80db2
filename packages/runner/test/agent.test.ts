import { ScriptedModel } from "@skills/testing";
import { Agent, toolRunner, type RunError } from "../src";
import { ASK, desk, quietLogger } from "./desk";

const agentOn = (model: ScriptedModel, more = {}) =>
  new Agent({
    client: model.client(),
    model: ASK.model,
    maxTokens: 1000,
    tools: [desk().tools],
    logger: quietLogger(),
    ...more,
  });

it("runs a prompt to its result", async () => {
  const model = new ScriptedModel([{ calls: [["lookup", { id: "A1" }]] }, { text: "On its way." }]);
  const result = await agentOn(model).run("Where is A1?");
  expect(result).toMatchObject({ text: "On its way.", status: "done", stopReason: "end_turn", turns: 2 });
  expect(result.messages.map((message) => message.role)).toEqual(["user", "assistant", "user", "assistant"]);
  model.assertComplete();
});

it("tells what happens, in order", async () => {
  const model = new ScriptedModel([
    { calls: [["lookup", { id: "A1" }]] },
    { text: "On its way.", chunks: 2 },
  ]);
  const types = [];
  for await (const event of agentOn(model).run("Where is A1?")) {
    if (event.type !== "stream_event" && event.type !== "tool_input_delta") types.push(event.type);
  }
  expect(types).toEqual([
    "turn_start",
    "message",
    "tool_start",
    "tool_end",
    "results",
    "turn_end",
    "turn_start",
    "text_delta",
    "text_delta",
    "message",
    "turn_end",
    "end",
  ]);
});

it("ends at the limit of its turns with a history that a next run can go on from", async () => {
  const model = new ScriptedModel([{ calls: [["lookup", { id: "A1" }]] }, { text: "On its way." }]);
  const first = await agentOn(model, { maxTurns: 1 }).run("Where is A1?");
  expect(first).toMatchObject({ status: "limit", limit: "maxTurns", turns: 1 });
  const second = await agentOn(model).run([...first.messages, { role: "user", content: "Well?" }]);
  expect(second.text).toBe("On its way.");
  model.assertComplete();
});

/** Held by the compiler, too: the SDK's promises take handlers like these. */
it("tells a handler of errors of a run's or a runner's, as a promise does", async () => {
  const error = { status: 400 };
  const model = new ScriptedModel([{ error }, { error }]);
  const ofRun = await agentOn(model)
    .run("Go.")
    .then(
      ({ text }) => text,
      ({ messages }: RunError) => messages,
    );
  expect(ofRun).toEqual([{ role: "user", content: "Go." }]);
  const ofRunner = await toolRunner(model.client({ maxRetries: 0 }), { ...ASK, tools: [] })
    .then(undefined, ({ status }: { status: number }) => status)
    .finally(() => model.assertComplete());
  expect(ofRunner).toBe(400);
});

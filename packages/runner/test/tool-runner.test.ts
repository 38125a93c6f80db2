import { ScriptedModel } from "@skills/testing";
import { toolRunner } from "../src";
import { ASK, desk, quietLogger } from "./desk";

it("runs the calls of a turn side by side and answers them in one message, in call order", async () => {
  const { tools, calls } = desk();
  const model = new ScriptedModel([
    {
      calls: [
        ["lookup", { id: "A1" }],
        ["lookup", { id: "A2" }],
      ],
    },
    { text: "Both are on their way." },
  ]);
  const replies = [];
  for await (const message of toolRunner(model.client(), { ...ASK, tools: [tools] })) replies.push(message);

  expect(replies.map((reply) => reply.stop_reason)).toEqual(["tool_use", "end_turn"]);
  expect(calls).toEqual(["lookup A1", "lookup A2"]);
  expect(model.requests[1]?.body.messages.at(-1)).toEqual({
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "toolu_0001", content: '{"id":"A1","status":"shipped"}' },
      { type: "tool_result", tool_use_id: "toolu_0002", content: '{"id":"A2","status":"shipped"}' },
    ],
  });
  model.assertComplete();
});

it("can be awaited for the last reply", async () => {
  const { tools } = desk();
  const model = new ScriptedModel([{ calls: [["lookup", { id: "A1" }]] }, { text: "It is on its way." }]);
  const message = await toolRunner(model.client(), { ...ASK, tools: [tools] });
  expect(message.content).toMatchObject([{ type: "text", text: "It is on its way." }]);
  model.assertComplete();
});

it("yields streams where it streams", async () => {
  const { tools } = desk();
  const model = new ScriptedModel([
    { calls: [["lookup", { id: "A1" }]] },
    { text: "On its way.", chunks: 3 },
  ]);
  let text = "";
  for await (const stream of toolRunner(model.client(), { ...ASK, tools: [tools], stream: true })) {
    stream.on("text", (delta) => (text += delta));
    await stream.finalMessage();
  }
  expect(text).toBe("On its way.");
  model.assertComplete();
});

it("stops after max_iterations, its last calls answered", async () => {
  const { tools, calls } = desk();
  const model = new ScriptedModel([{ calls: [["lookup", { id: "A1" }]] }]);
  const runner = toolRunner(model.client(), { ...ASK, tools: [tools], max_iterations: 1 });
  await runner;
  expect(calls).toEqual(["lookup A1"]);
  expect(runner.params.messages.at(-1)).toMatchObject({ role: "user", content: [{ type: "tool_result" }] });
  model.assertComplete();
});

it("tells the model of a tool's error and logs it", async () => {
  const { tools } = desk();
  const logger = quietLogger();
  const model = new ScriptedModel([{ calls: [["refund", { id: "A1" }]] }, { text: "It is too old." }]);
  await toolRunner(model.client(), { ...ASK, tools: [tools] }, { logger });
  expect(model.requests[1]?.body.messages.at(-1)).toMatchObject({
    content: [{ content: "Error: order A1 is too old", is_error: true }],
  });
  expect(logger.lines).toEqual([expect.stringContaining("refund")]);
});

it("names the near match and the tools there are when a call names no tool", async () => {
  const { tools } = desk();
  const model = new ScriptedModel([
    { calls: [["lookupp", { id: "A1" }, { notOffered: true }]] },
    { text: "Sorry." },
  ]);
  const logger = quietLogger();
  await toolRunner(model.client(), { ...ASK, tools: [tools] }, { logger });
  expect(logger.lines).toEqual([expect.stringContaining("lookupp")]);
  expect(model.requests[1]?.body.messages.at(-1)).toMatchObject({
    content: [{ content: expect.stringMatching(/lookupp.*lookup.*refund/s) as string, is_error: true }],
  });
});

it("sends each request with the options that the SDK's runner takes", async () => {
  const model = new ScriptedModel([{ calls: [["lookup", { id: "A1" }]] }, { text: "On its way." }]);
  const options = { headers: new Headers({ "x-desk": "7" }), openTelemetry: { conversationId: "c1" } };
  await toolRunner(model.client(), { ...ASK, tools: [desk().tools] }, options);
  expect(model.requests.map(({ headers }) => headers["x-desk"])).toEqual(["7", "7"]);
});

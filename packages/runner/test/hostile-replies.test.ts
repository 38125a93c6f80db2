import type { BetaMessageParam } from "@anthropic-ai/sdk/resources/beta/messages/messages";
import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { Agent, MemoryJournal, toolRunner } from "../src";
import { ASK, desk, quietLogger } from "./desk";

const CALL = { type: "tool_use", id: "t1", name: "lookup", input: { id: "A1" } };
const DONE = { content: [{ type: "text", text: "Done." }], stop_reason: "end_turn" };
const LOOK: ScriptStep = { calls: [["lookup", { id: "A1" }]] };

/** An agent on a port whose replies are these, each made whole by a message's other fields. */
function agentOn(...replies: object[]) {
  const { tools, calls } = desk();
  const waiting = [...replies];
  const usage = { input_tokens: 1, output_tokens: 1 };
  const create = () =>
    Promise.resolve({
      role: "assistant",
      model: ASK.model,
      usage,
      stop_reason: "tool_use",
      ...waiting.shift(),
    });
  const client = { beta: { messages: { create } } };
  const options = { client, model: ASK.model, maxTokens: 100, tools: [tools], logger: quietLogger() };
  return { agent: new Agent(options), calls, client };
}

describe("a reply with what is no block", () => {
  it.each([
    null,
    "hi",
    {},
    { type: 7 },
    { ...CALL, id: 5 },
    { ...CALL, id: undefined },
    { ...CALL, name: null },
    { ...CALL, input: null },
    { ...CALL, input: '{"id":"A1"}' },
    { ...CALL, input: ["A1"] },
  ])("ends the run before any of its calls runs: %j", async (block) => {
    const { agent, calls } = agentOn({ content: [CALL, block] });
    await expect(agent.run("Go.")).rejects.toMatchObject({
      code: "S427",
      message: expect.stringContaining(JSON.stringify(block)) as unknown,
      messages: [{ role: "user", content: "Go." }],
    });
    expect(calls).toEqual([]);
  });

  it("keeps and sends back a block of a type that nobody here knows", async () => {
    const block = { type: "hologram", data: { x: 1 } };
    const { agent, calls } = agentOn({ content: [block, CALL] }, DONE);
    const { messages, status } = await agent.run("Go.");
    expect(status).toBe("done");
    expect(messages[1]).toEqual({ role: "assistant", content: [block, CALL] });
    expect(calls).toEqual(["lookup A1"]);
  });
});

it("takes a reply that names no model for one of the model that was asked", async () => {
  const { agent, calls } = agentOn({ content: [CALL], model: undefined }, DONE);
  expect(await agent.run("Go.")).toMatchObject({ status: "done" });
  expect(calls).toEqual(["lookup A1"]);
});

it("takes a reply for the assistant's, whatever role it says", async () => {
  const { agent, calls } = agentOn({ content: [CALL], role: "user" }, DONE);
  expect((await agent.run("Go.")).messages[1]).toMatchObject({ role: "assistant" });
  expect(calls).toEqual(["lookup A1"]);
});

it("holds a budget of tokens though a reply counts in what is no number", async () => {
  const odd = { input_tokens: "many", output_tokens: NaN, cache_read_input_tokens: -5 };
  const { client } = agentOn({ content: [CALL], usage: odd }, { content: [CALL] }, { content: [CALL] }, DONE);
  const { tools } = desk();
  const options = { client, model: ASK.model, maxTokens: 100, tools: [tools], logger: quietLogger() };
  const result = await new Agent({ ...options, maxTokensTotal: 2 }).run("Go.");
  expect(result).toMatchObject({ limit: "maxTokensTotal", turns: 2, usage: { input_tokens: 1 } });
});

describe("texts that say nothing, which the API takes back from nobody", () => {
  const blank = (text: string) => ({ type: "text", text });
  const STEPS: ScriptStep[] = [
    { blocks: [blank(""), blank(" \n"), { ...CALL, id: "toolu_1" }], stopReason: "tool_use" },
    LOOK,
    { blocks: [blank("\n\n")], stopReason: "end_turn" },
  ];

  it.each([true, false])("stay out of the history (stream: %s)", async (stream) => {
    const model = new ScriptedModel([...STEPS, { text: "Go on." }]);
    const client = model.client({ maxRetries: 0 });
    const tools = [desk().tools];
    const agent = new Agent({
      client,
      model: ASK.model,
      maxTokens: 100,
      tools,
      stream,
      logger: quietLogger(),
    });
    const { messages, text } = await agent.run("Go.");
    expect(text).toBe("\n\n");
    await agent.run([...messages, { role: "user", content: "And?" }]);
    model.assertComplete();
  });

  it("are in what a runner yields as the model gave them", async () => {
    const model = new ScriptedModel(STEPS);
    const seen: unknown[] = [];
    for await (const { content } of toolRunner(model.client(), { ...ASK, tools: [desk().tools] }))
      seen.push(...content);
    expect(seen.slice(0, 2)).toMatchObject([{ text: "" }, { text: " \n" }]);
    model.assertComplete();
  });

  it("stay out of the history that a journal gives back", async () => {
    const journal = new MemoryJournal();
    const run = async (): Promise<BetaMessageParam[]> => {
      const client = new ScriptedModel(STEPS).client();
      const tools = [desk().tools];
      const options = { client, model: ASK.model, maxTokens: 100, tools, journal, logger: quietLogger() };
      return (await new Agent(options).run("Go.")).messages;
    };
    expect(await run()).toEqual(await run());
  });
});

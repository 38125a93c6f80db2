import { BasicToolSet, Skill, Tool } from "@skills/core";
import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { toolRunner } from "../src";
import { agentOn } from "./desk-agent";
import { ASK, desk, quietLogger } from "./desk";

const INLINE = { betas: ["inline-tools-2026-09-15"] };
const NOTHING = { type: "object" as const, properties: {}, additionalProperties: false };
const GO: ScriptStep = { calls: [["unlock"]] };
const LATE: ScriptStep = { calls: [["late"]] };
const DONE: ScriptStep = { text: "Done." };

/** A set whose tool `unlock` takes itself away and brings another. */
function changingSet() {
  const tools = new BasicToolSet();
  const add = (name: string, run: () => unknown) =>
    tools.addTool({ name, description: name, inputSchema: NOTHING, run });
  add("unlock", () => {
    tools.removeTool("unlock");
    add("late", () => "here");
  });
  return tools;
}

const namesIn = (model: ScriptedModel, index: number) =>
  model.requests[index]?.tools.map((tool) => tool.name);

it("tells of a set's changes in a message where inline changes are on: `tools` stays as it was", async () => {
  const model = new ScriptedModel([GO, LATE, DONE]);
  await toolRunner(model.client(), { ...ASK, ...INLINE, tools: [changingSet()] });
  expect([0, 1, 2].map((index) => namesIn(model, index))).toEqual([["unlock"], ["unlock"], ["unlock"]]);
  expect(model.requests[1]?.body.messages.at(-1)).toMatchObject({
    role: "system",
    content: [
      { type: "tool_addition", tool: { type: "tool_definition", definition: { name: "late" } } },
      { type: "tool_removal", tool: { type: "tool_reference", name: "unlock" } },
    ],
  });
  model.assertComplete();
});

it("tells of changes last, after what the user says meanwhile: the API takes a system message only there", async () => {
  const { agent, model } = agentOn([GO, DONE], { tools: [changingSet()], params: INLINE });
  const run = agent.run("Go.");
  for await (const event of run) if (event.type === "tool_start") run.steer("In French, please.");
  expect(model.requests[1]?.body.messages.slice(2)).toMatchObject([
    { role: "user", content: [{ type: "tool_result" }] },
    { role: "user", content: "In French, please." },
    { role: "system", content: [{ type: "tool_addition" }, { type: "tool_removal" }] },
  ]);
  model.assertComplete();
});

it("sends a set's changes as another `tools` where they are not", async () => {
  const model = new ScriptedModel([GO, LATE, DONE]);
  await toolRunner(model.client(), { ...ASK, tools: [changingSet()] });
  expect([0, 1].map((index) => namesIn(model, index))).toEqual([["unlock"], ["late"]]);
  model.assertComplete();
});

@Skill({ name: "stock" })
class Stock {
  /** Count what is there. */
  @Tool()
  count(sku: string): number {
    return sku.length;
  }
}

it("adds and removes the tools of a skill's instance", async () => {
  const { tools } = desk();
  const stock = new Stock();
  const model = new ScriptedModel([
    { calls: [["lookup", { id: "A1" }]] },
    { calls: [["count", { sku: "abc" }]] },
    { calls: [["count", { sku: "abc" }, { notOffered: true }]] },
    DONE,
  ]);
  const logger = quietLogger();
  const runner = toolRunner(model.client(), { ...ASK, ...INLINE, tools: [tools] }, { logger });
  let turn = 0;
  for await (const message of runner) {
    expect(message.role).toBe("assistant");
    turn += 1;
    if (turn === 1) runner.addTools(stock);
    if (turn === 2) await runner.generateToolResponse();
    if (turn === 2) runner.removeTools(stock);
  }
  expect(model.requests[2]?.body.messages.at(-2)).toMatchObject({ content: [{ content: "3" }] });
  expect(model.requests[3]?.body.messages.at(-1)).toMatchObject({ content: [{ is_error: true }] });
  expect(logger.lines).toEqual([expect.stringContaining("count")]);
  model.assertComplete();
});

it("takes instances of skill classes among its tools", async () => {
  const model = new ScriptedModel([{ calls: [["count", { sku: "abcd" }]] }, DONE]);
  await toolRunner(model.client(), { ...ASK, tools: [new Stock()] });
  expect(model.requests[0]?.tools).toMatchObject([{ name: "count", description: "Count what is there." }]);
  expect(model.requests[1]?.results).toEqual(["4"]);
  model.assertComplete();
});

it("warns of a call that nothing runs: of a raw definition", async () => {
  const raw = { name: "lookup", description: "Look up an order", input_schema: NOTHING };
  const model = new ScriptedModel([{ text: "Hm.", calls: [["lookup"]] }, DONE]);
  const logger = quietLogger();
  await toolRunner(model.client(), { ...ASK, tools: [raw] }, { logger });
  expect(model.requests[1]?.results).toEqual([expect.stringContaining("lookup")]);
  expect(logger.lines).toEqual([expect.stringMatching(/"lookup".*not found/)]);
});

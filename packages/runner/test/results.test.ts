import { BasicToolSet } from "@skills/core";
import { ScriptedModel } from "@skills/testing";
import { Agent } from "../src";
import { ASK, quietLogger } from "./desk";

const NONE = { type: "object" as const, properties: {} };

function agentOn(tools: BasicToolSet, calls: string[]) {
  const model = new ScriptedModel([{ calls: calls.map((name) => [name, {}] as const) }, { text: "Done." }]);
  const client = model.client({ maxRetries: 0 });
  const base = { client, model: ASK.model, maxTokens: 100, logger: quietLogger(), tools: [tools] };
  return { model, agent: new Agent(base) };
}

it("puts what a tool returned for another call of the turn into that call's result", async () => {
  const tools = new BasicToolSet();
  tools.addTool({
    name: "both",
    description: "Answers for both.",
    inputSchema: NONE,
    serialize: false,
    interpretAsResponse: true,
    run: (_, { toolUse }) => [
      { type: "text", text: "mine" },
      { toolUseId: toolUse.id === "toolu_0001" ? "toolu_0002" : "", content: "yours" },
      { toolUseId: "toolu_9999", content: "nobody's" },
    ],
  });
  tools.addTool({ name: "other", description: "Other.", inputSchema: NONE, run: () => "overwritten" });
  const { agent, model } = agentOn(tools, ["both", "other"]);
  const answers: unknown[] = [];
  for await (const event of agent.run("Go."))
    if (event.type === "results") answers.push(...event.answers.map(({ result }) => result));
  expect(model.requests[1]?.body.messages.at(-1)?.content).toEqual(answers);
  expect(answers).toMatchObject([
    { tool_use_id: "toolu_0001", content: [{ text: "mine" }, { text: "nobody's" }] },
    { tool_use_id: "toolu_0002", content: "yours" },
  ]);
  model.assertComplete();
});

it("cuts a long result by code points, its head and tail kept, with its size", async () => {
  const tools = new BasicToolSet();
  const long = `head ${"🙂".repeat(5000)} tail`;
  tools.addTool({
    name: "long",
    description: "Long.",
    inputSchema: NONE,
    run: () => long,
    limits: { maxResultChars: 200 },
  });
  tools.addTool({ name: "huge", description: "Huge.", inputSchema: NONE, run: () => "x".repeat(300_000) });
  const { agent, model } = agentOn(tools, ["long", "huge"]);
  await agent.run("Go.");
  const [short = "", capped = ""] = model.requests[1]?.results ?? [];
  expect(short).toMatch(/^head 🙂+.*5010.*🙂+ tail$/su);
  expect([...short].length).toBeLessThan(400);
  expect(short.isWellFormed()).toBe(true);
  expect(capped.length).toBeLessThan(110_000);
  model.assertComplete();
});

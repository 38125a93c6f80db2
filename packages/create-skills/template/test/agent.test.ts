import { expect, test } from "{{testLibrary}}";
import { ScriptedModel } from "@skills/testing";
import { ordersAgent } from "../src/agent.js";

test("looks an order up before it answers", async () => {
  const model = new ScriptedModel([
    { calls: [["findOrder", { id: "A17" }]] },
    { text: "A17 is on its way." },
  ]);
  const { text } = await ordersAgent(model.client()).run("Where is my order A17?");
  expect(text).toBe("A17 is on its way.");
  model.assertComplete();
});

test("tells the model of an order that there is not", async () => {
  const model = new ScriptedModel([
    { calls: [["findOrder", { id: "B1" }]] },
    { when: { result: "there is no order B1" }, text: "I cannot find B1. Is that its number?" },
  ]);
  const { text } = await ordersAgent(model.client()).run("Where is my order B1?");
  expect(text).toMatch("cannot find");
  model.assertComplete();
});

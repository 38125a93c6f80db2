import { matchers, ScriptedModel, ShopModel } from "@skills/testing";
import { afterEach, expect, test } from "vitest";
import { desk, SCRIPT } from "./agent.mjs";

expect.extend(matchers);

let model;
afterEach(() => model.assertComplete());

test("passes: an agent's conversation, with the matchers", async () => {
  model = new ScriptedModel(SCRIPT);
  const { text, messages } = await desk(model).run("Where is A1?");
  expect(text).toBe("A1 is shipped.");
  expect(model).toHaveCalledTool("lookupOrder", { id: expect.stringMatching(/^A/) });
  expect(messages).toHaveCalledToolsInOrder(["lookupOrder"]);
  expect(messages).not.toHaveToolError();
  expect(model).toBeComplete();
});

test("passes: a model that answers by rules", async () => {
  model = new ShopModel();
  const { status } = await desk(model).run("Hello");
  expect(status).toBe("done");
});

test("fails: a matcher that does not hold", async () => {
  model = new ScriptedModel(SCRIPT);
  await desk(model).run("Where is A1?");
  expect(model).toHaveCalledTool("refundOrder");
});

test("fails: a step that no request asked for", async () => {
  model = new ScriptedModel([...SCRIPT, { text: "Never." }]);
  await desk(model).run("Where is A1?");
});

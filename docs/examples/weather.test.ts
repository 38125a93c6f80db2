// #region test
import { ScriptedModel } from "@skills/testing";
import { weatherAgent } from "./weather";

test("asks for the weather before it answers", async () => {
  const model = new ScriptedModel([
    { calls: [["getCurrentWeather", { location: "Oslo" }]] },
    { text: "No, it is 4 °C." },
  ]);
  const { text } = await weatherAgent(model.client()).run("Is it warm in Oslo?");
  expect(text).toBe("No, it is 4 °C.");
  model.assertComplete();
});
// #endregion

test("the tool result holds what the method returned", async () => {
  const model = new ScriptedModel([
    { calls: [["getCurrentWeather", { location: "Oslo", unit: "fahrenheit" }]] },
    { text: "No." },
  ]);
  const { messages } = await weatherAgent(model.client()).run("Is it warm in Oslo?");
  expect(messages[2]?.content).toEqual([
    expect.objectContaining({ type: "tool_result", content: '{"temperature":39.2,"unit":"fahrenheit"}' }),
  ]);
});

import { ScriptedModel } from "../src";

const request = (properties: object) => ({
  model: "claude-sonnet-5-5",
  max_tokens: 100,
  messages: [{ role: "user" as const, content: "Is it warm in Oslo?" }],
  tools: [
    {
      name: "get_weather",
      input_schema: {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object" as const,
        properties,
      },
    },
  ],
});

test("a schema that names another draft, as other toolkits send it, is offered and judged like any other", async () => {
  using model = new ScriptedModel([{ calls: [["get_weather", { location: "Oslo" }]] }]);
  const { stop_reason } = await model.client().messages.create(request({ location: { type: "string" } }));
  expect(stop_reason).toBe("tool_use");
});

test("an input that breaks it is a fault of the script", async () => {
  const model = new ScriptedModel([{ calls: [["get_weather", { location: 7 }]] }]);
  await expect(model.client().messages.create(request({ location: { type: "string" } }))).rejects.toThrow(
    "/location must be string",
  );
});

test("a schema that is none under the API's draft is refused", async () => {
  const model = new ScriptedModel([{ text: "Yes." }]);
  await expect(model.client().messages.create(request({ location: { type: "text" } }))).rejects.toThrow(
    "input_schema",
  );
});

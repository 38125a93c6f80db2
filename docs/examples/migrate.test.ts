import { Tool } from "@skills/core";
import { Agent, query, toolRunner, type ModelClient } from "@skills/runner";
import { ScriptedModel, type ScriptStep } from "@skills/testing";

// #region class
class Weather {
  /**
   * Get the current weather in a place.
   * @param location City and state, e.g. San Francisco, CA
   */
  @Tool({ name: "get_weather" })
  async getWeather(location: string, unit: "celsius" | "fahrenheit" = "celsius") {
    return forecast(location, unit);
  }
}
// #endregion

async function forecast(location: string, unit: "celsius" | "fahrenheit") {
  if (location === "Atlantis") throw new Error(`nobody knows where ${location} is`);
  return { temperature: unit === "celsius" ? 4 : 39.2, unit };
}

/** What docs/peers gives to the toolkits that people come from. */
const SCRIPT: ScriptStep[] = [
  { calls: [["get_weather", { location: "Oslo" }]] },
  { calls: [["get_weather", { location: 7 }, { invalid: true }]] },
  { calls: [["get_weather", { location: "Atlantis" }]] },
  { calls: [["get_wether", {}, { notOffered: true }]] },
  { text: "No, it is 4 °C." },
];

const question = "Is it warm in Oslo?";

async function withSdk(client: ModelClient) {
  // #region sdk
  const message = await toolRunner(client, {
    model: "claude-sonnet-5-5",
    max_tokens: 1024,
    messages: [{ role: "user", content: question }],
    tools: [new Weather()],
  });
  // #endregion
  return message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

async function withAgent(client: ModelClient) {
  // #region agent
  const agent = new Agent({
    client,
    model: "claude-sonnet-5-5",
    maxTokens: 1024,
    system: "You tell the weather.",
    tools: [new Weather()],
    maxTurns: 10,
  });
  const { text } = await agent.run(question);
  // #endregion
  return text;
}

async function withQuery(client: ModelClient) {
  let text = "";
  // #region query
  const options = {
    model: "claude-sonnet-5-5",
    client,
    tools: [new Weather()],
    allowedTools: ["get_weather"],
  };
  for await (const message of query({ prompt: question, options })) {
    if (message.type === "result" && message.subtype === "success") text = message.result;
  }
  // #endregion
  return text;
}

let log: jest.SpyInstance;
beforeEach(() => {
  log = jest.spyOn(console, "error").mockImplementation(() => undefined);
  // Of the call of a tool that is not there.
  jest.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

test.each(Object.entries({ withSdk, withAgent, withQuery }))("what the model reads: %s", async (_, ask) => {
  const model = new ScriptedModel(SCRIPT);
  expect(await ask(model.client())).toBe("No, it is 4 °C.");
  model.assertComplete();
  const results = model.requests.slice(1).map(({ body }) => (body.messages.at(-1)?.content as object[])[0]);
  expect(results).toMatchObject([
    { content: '{"temperature":4,"unit":"celsius"}' },
    { content: expect.stringContaining("location: expected a string; received 7"), is_error: true },
    { content: "Error: nobody knows where Atlantis is", is_error: true },
    { content: expect.stringContaining('Did you mean "get_weather"?'), is_error: true },
  ]);
  expect(model.requests[0]?.body.tools).toMatchObject([{ input_schema: { required: ["location"] } }]);
});

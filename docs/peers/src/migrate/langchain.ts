import { ChatAnthropic } from "@langchain/anthropic";
import { createAgent, tool } from "langchain";
import { z } from "zod";
import { forecast } from "./forecast.js";

export async function ask(baseURL: string, question: string) {
  const model = new ChatAnthropic({
    model: "claude-sonnet-5-5",
    maxTokens: 1024,
    apiKey: "test",
    anthropicApiUrl: baseURL,
  });
  // #region before
  const getWeather = tool(async ({ location, unit }) => JSON.stringify(await forecast(location, unit)), {
    name: "get_weather",
    description: "Get the current weather in a place.",
    schema: z.object({
      location: z.string().describe("City and state, e.g. San Francisco, CA"),
      unit: z.enum(["celsius", "fahrenheit"]).default("celsius"),
    }),
  });

  const agent = createAgent({ model, tools: [getWeather], systemPrompt: "You tell the weather." });
  const { messages } = await agent.invoke({ messages: [{ role: "user", content: question }] });
  const text = messages.at(-1)?.text;
  // #endregion
  return text;
}

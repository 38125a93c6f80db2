import { createAnthropic } from "@ai-sdk/anthropic";
import { generateText, stepCountIs, tool } from "ai";
import { z } from "zod";
import { forecast } from "./forecast.js";

export async function ask(baseURL: string, question: string) {
  const anthropic = createAnthropic({ baseURL: `${baseURL}/v1`, apiKey: "test" });
  // #region before
  const getWeather = tool({
    description: "Get the current weather in a place.",
    inputSchema: z.object({
      location: z.string().describe("City and state, e.g. San Francisco, CA"),
      unit: z.enum(["celsius", "fahrenheit"]).default("celsius"),
    }),
    execute: async ({ location, unit }) => forecast(location, unit),
  });

  const { text } = await generateText({
    model: anthropic("claude-sonnet-5-5"),
    maxOutputTokens: 1024,
    prompt: question,
    tools: { get_weather: getWeather },
    stopWhen: stepCountIs(10),
  });
  // #endregion
  return text;
}

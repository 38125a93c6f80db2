// #region imports
import Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { z } from "zod";
// #endregion
import { forecast } from "./forecast.js";

export async function ask(client: Anthropic, question: string) {
  // #region before
  const getWeather = betaZodTool({
    name: "get_weather",
    description: "Get the current weather in a place.",
    inputSchema: z.object({
      location: z.string().describe("City and state, e.g. San Francisco, CA"),
      unit: z.enum(["celsius", "fahrenheit"]).default("celsius"),
    }),
    run: async ({ location, unit }) => JSON.stringify(await forecast(location, unit)),
  });

  const message = await client.beta.messages.toolRunner({
    model: "claude-sonnet-5-5",
    max_tokens: 1024,
    messages: [{ role: "user", content: question }],
    tools: [getWeather],
  });
  // #endregion
  return message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

import {
  createSdkMcpServer,
  query as queryWithProgram,
  tool,
  type Options,
} from "@anthropic-ai/claude-agent-sdk";
import { z } from "zod";
import { forecast } from "./forecast.js";

export async function ask(spawnClaudeCodeProcess: Options["spawnClaudeCodeProcess"], question: string) {
  // The real package; in its program's place the scripted model plays.
  const program = { spawnClaudeCodeProcess, pathToClaudeCodeExecutable: "claude" };
  const query: typeof queryWithProgram = ({ prompt, options }) =>
    queryWithProgram({ prompt, options: { ...options, ...program } });
  let text = "";
  // #region before
  const getWeather = tool(
    "get_weather",
    "Get the current weather in a place.",
    {
      location: z.string().describe("City and state, e.g. San Francisco, CA"),
      unit: z.enum(["celsius", "fahrenheit"]).default("celsius"),
    },
    async ({ location, unit }) => ({
      content: [{ type: "text", text: JSON.stringify(await forecast(location, unit)) }],
    }),
  );

  const options: Options = {
    model: "claude-sonnet-5-5",
    mcpServers: { weather: createSdkMcpServer({ name: "weather", tools: [getWeather] }) },
    allowedTools: ["mcp__weather__get_weather"],
  };
  for await (const message of query({ prompt: question, options })) {
    if (message.type === "result" && message.subtype === "success") text = message.result;
  }
  // #endregion
  return text;
}

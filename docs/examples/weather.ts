// #region agent
import type Anthropic from "@anthropic-ai/sdk";
import { Skill, Tool } from "@skills/core";
import { Agent } from "@skills/runner";

@Skill({ instructions: "Say temperatures in the unit that people use where the user is." })
export class Weather {
  /**
   * Get the current weather in a place.
   * @param location City and state, e.g. San Francisco, CA
   * @param unit Temperature unit
   */
  @Tool()
  async getCurrentWeather(location: string, unit: "celsius" | "fahrenheit" = "celsius") {
    const celsius = location.startsWith("Oslo") ? 4 : 21;
    return { temperature: unit === "celsius" ? celsius : (celsius * 9) / 5 + 32, unit };
  }
}

export function weatherAgent(client: Anthropic) {
  return new Agent({ client, model: "claude-sonnet-5-5", maxTokens: 1024, tools: [new Weather()] });
}
// #endregion

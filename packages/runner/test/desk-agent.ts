import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { Agent, type AgentOptions } from "../src";
import { ASK, desk, quietLogger } from "./desk";

/** An agent with the desk's tools, and the model that it asks. */
export function agentOn(
  steps: ScriptStep[],
  more: Partial<AgentOptions> = {},
): { model: ScriptedModel; agent: Agent } {
  const model = new ScriptedModel(steps);
  const client = model.client({ maxRetries: 0 });
  const base = { client, model: ASK.model, maxTokens: 100, logger: quietLogger(), tools: [desk().tools] };
  return { model, agent: new Agent({ ...base, ...more }) };
}

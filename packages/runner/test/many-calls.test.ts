import { BasicToolSet, type ToolContext } from "@skills/core";
import { ScriptedModel } from "@skills/testing";
import { getEventListeners, getMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, toolRunner } from "../src";
import { ASK, quietLogger } from "./desk";

/** Tools that wait as tools do: on a timer, and on the signal that they are given. */
function waitingTools(limits: object) {
  const seen = { listeners: 0, warnings: 0 };
  const tools = new BasicToolSet();
  const inputSchema = { type: "object" as const, properties: { n: { type: "number" } } };
  const run = async (_: unknown, { signal }: ToolContext) => {
    const waited = sleep(1, "waited", { signal });
    const count = getEventListeners(signal, "abort").length;
    const most = getMaxListeners(signal);
    seen.listeners = Math.max(seen.listeners, count);
    if (count > most) seen.warnings += 1;
    return waited;
  };
  tools.addTool({ name: "wait", description: "wait", inputSchema, run, limits });
  return { tools, seen };
}

function client() {
  const calls = Array.from({ length: 30 }, (_, n) => ["wait", { n }] as const);
  return new ScriptedModel([{ calls }, { text: "Done." }]).client({ maxRetries: 0 });
}

// As many as Node holds for a leak, and warns of.
describe.each([{}, { sequential: true }])("thirty calls in a turn, of a tool with limits %j", (limits) => {
  it("may listen on the signal of an agent's run", async () => {
    const { tools, seen } = waitingTools(limits);
    const hooks = { beforeTool: async () => sleep(1, undefined) };
    const options = { client: client(), model: ASK.model, maxTokens: 100, logger: quietLogger(), hooks };
    await new Agent({ ...options, tools: [tools], maxConcurrency: 15 }).run("Go.");
    expect(seen.listeners).toBeGreaterThan(10);
    expect(seen.warnings).toBe(0);
  });

  it("may listen on the signal that a runner was given", async () => {
    const { tools, seen } = waitingTools(limits);
    const { signal } = new AbortController();
    await toolRunner(client(), { ...ASK, tools: [tools] }, { signal, logger: quietLogger() });
    expect(seen.listeners).toBeGreaterThan(10);
    expect(seen.warnings).toBe(0);
  });
});

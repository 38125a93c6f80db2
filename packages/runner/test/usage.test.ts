import { ScriptedModel } from "@skills/testing";
import { Agent, PRICES } from "../src";
import { ASK, desk, quietLogger } from "./desk";

const USAGE = {
  input_tokens: 1_000_000,
  output_tokens: 1_000_000,
  cache_creation_input_tokens: 1_000_000,
  cache_read_input_tokens: 1_000_000,
};

async function runWith(prices: Record<string, { input: number; output: number }>) {
  const model = new ScriptedModel([
    { calls: [["lookup", { id: "A1" }]], usage: USAGE },
    { text: "Done.", usage: USAGE },
  ]);
  const options = { client: model.client(), model: ASK.model, maxTokens: 100, tools: [desk().tools] };
  return await new Agent({ ...options, prices, logger: quietLogger() }).run("Go.");
}

it("adds up the tokens of every reply and their cost, caches at their own prices", async () => {
  const { usage, costUsd } = await runWith({ "claude-sonnet-5-5": { input: 4, output: 20 } });
  expect(usage.cache_read_input_tokens).toBe(2_000_000);
  expect(costUsd).toBeCloseTo(2 * (4 + 20 + 4 * 1.25 + 4 * 0.1));
});

it("takes the price of the longest name that the model's begins with", async () => {
  const { costUsd } = await runWith({
    claude: { input: 1000, output: 1000 },
    "claude-sonnet-5": { input: 1, output: 0 },
    "claude-sonnet-5-55": { input: 1000, output: 1000 },
  });
  expect(costUsd).toBeCloseTo(2 * (1 + 1.25 + 0.1));
});

it("says that it does not know a cost where it knows no price", async () => {
  expect((await runWith({})).costUsd).toBeUndefined();
});

it("holds a budget by what it knows, where an agent inside has a model without a price", async () => {
  const inner = new ScriptedModel([{ text: "Found.", usage: USAGE }]);
  const clerk = new Agent({ client: inner.client(), model: "unheard-of", maxTokens: 100 });
  const outer = new ScriptedModel([{ calls: [["ask", { task: "Find." }]], usage: USAGE }]);
  const boss = new Agent({
    client: outer.client(),
    model: ASK.model,
    maxTokens: 100,
    tools: [clerk.asTool({ name: "ask", description: "Asks." })],
    prices: { [ASK.model]: { input: 1, output: 1 } },
    maxCostUsd: 1,
  });
  const result = await boss.run("Go.");
  expect(result).toMatchObject({ status: "limit", limit: "maxCostUsd" });
  expect(result.costUsd).toBeUndefined();
});

it("lists prices above zero only", () => {
  for (const { input, output } of Object.values(PRICES)) expect(Math.min(input, output)).toBeGreaterThan(0);
});

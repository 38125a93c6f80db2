import { ScriptedModel } from "@skills/testing";
import { Agent, query, type SDKMessage, type SDKUserMessage } from "../src";
import { desk, quietLogger } from "./desk";
import { read, user } from "./query-reading";

const optionsOf = (model: ScriptedModel) => ({
  client: model.client({ maxRetries: 0, logLevel: "off" }),
  model: "claude-sonnet-5-5",
  tools: [desk().tools],
  settingSources: [],
  logger: quietLogger(),
});

it("goes on with the next prompt after one that was interrupted", async () => {
  const model = new ScriptedModel([{ text: "One.", latencyMs: 60_000 }, { text: "Two." }]);
  async function* prompts() {
    yield user("First.");
    yield await Promise.resolve(user("Second."));
  }
  const asking = query({ prompt: prompts(), options: optionsOf(model) });
  const results: SDKMessage[] = [];
  for await (const message of asking) {
    if (message.type === "system") setTimeout(() => void asking.interrupt(), 20);
    if (message.type === "result") results.push(message);
  }
  expect(results).toMatchObject([
    { subtype: "error_during_execution", errors: ["The query was interrupted."] },
    { subtype: "success", result: "Two." },
  ]);
  expect(new Set(results.map(({ uuid }) => uuid)).size).toBe(2);
});

it("ends with an error where its one prompt is interrupted", async () => {
  const model = new ScriptedModel([{ text: "One.", latencyMs: 60_000 }]);
  const asking = query({ prompt: "Go.", options: optionsOf(model) });
  const reading = async () => {
    for await (const message of asking)
      if (message.type === "system") setTimeout(() => void asking.interrupt(), 20);
  };
  await expect(reading()).rejects.toThrow("error_during_execution: The query was interrupted.");
});

it("ends where it is aborted while it waits for a prompt, and lets go of the input", async () => {
  const abortController = new AbortController();
  let returned = false;
  const prompt: AsyncIterable<SDKUserMessage> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => undefined),
      return: () => {
        returned = true;
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  };
  setTimeout(() => abortController.abort(), 20);
  const { thrown, messages } = await read(new ScriptedModel([]), { abortController }, prompt);
  expect(String(thrown)).toContain("the query was aborted while it waited for a prompt");
  expect(messages.map(({ type }) => type)).toEqual(["system"]);
  expect(returned).toBe(true);
});

it("says what is wrong with a prompt that is no user message, and lets an input's own error through", async () => {
  async function* wrong() {
    yield await Promise.resolve({ role: "user", content: "Hello" } as unknown as SDKUserMessage);
  }
  const { thrown } = await read(new ScriptedModel([]), {}, wrong());
  expect(String(thrown)).toMatch(/S420: the prompt gave {"role":"user".*}, which is no user message/);
  // eslint-disable-next-line require-yield -- it fails before it has anything
  async function* broken(): AsyncGenerator<SDKUserMessage> {
    await Promise.resolve();
    throw new Error("the line is dead");
  }
  expect(String((await read(new ScriptedModel([]), {}, broken())).thrown)).toBe("Error: the line is dead");
});

it("gives a checked answer where an output format is asked for, and its own error where there is none", async () => {
  const schema = {
    type: "object",
    properties: { total: { type: "integer" } },
    required: ["total"],
    additionalProperties: false,
  };
  const outputFormat = { type: "json_schema" as const, schema };
  const good = await read(new ScriptedModel([{ text: '{"total": 3}' }]), { outputFormat });
  expect(good.result).toMatchObject({ subtype: "success", structured_output: { total: 3 } });
  const bad = await read(new ScriptedModel([{ text: "three" }, { text: "3" }]), { outputFormat });
  expect(bad.result).toMatchObject({ subtype: "error_max_structured_output_retries", is_error: true });
  expect(bad.thrown).toBeInstanceOf(Error);
});

it("adds up usage by kind and by model", async () => {
  const usage = {
    input_tokens: 10,
    output_tokens: 5,
    cache_read_input_tokens: 2,
    server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
  };
  const model = new ScriptedModel([
    { calls: [["lookup", { id: "A1" }]], usage },
    { text: "Done.", usage },
  ]);
  const { result } = await read(model, { maxTokens: 500 });
  expect(result).toMatchObject({
    // Nobody knows the price of this model; the field is a number all the same.
    total_cost_usd: 0,
    usage: {
      input_tokens: 20,
      output_tokens: 10,
      cache_read_input_tokens: 4,
      server_tool_use: { web_search_requests: 2, web_fetch_requests: 0 },
      service_tier: "standard",
    },
    modelUsage: {
      "claude-sonnet-5-5": { inputTokens: 20, outputTokens: 10, webSearchRequests: 2, maxOutputTokens: 500 },
    },
  });
});

it("gives the messages of an agent that is a tool under the call that it answers, and counts its tokens", async () => {
  const usage = { input_tokens: 10, output_tokens: 1 };
  const inner = new ScriptedModel([
    { calls: [["lookup", { id: "A1" }]], usage },
    { text: "Shipped.", usage },
  ]);
  const clerk = new Agent({ ...optionsOf(inner), maxTokens: 100 });
  const outer = new ScriptedModel([
    { calls: [["clerk", { task: "Where is A1?" }]], usage },
    { text: "It is shipped.", usage },
  ]);
  const tools = [clerk.asTool({ name: "clerk", description: "Knows orders." })];
  const { messages, result } = await read(outer, { tools });
  const parents = messages.flatMap((message) =>
    "parent_tool_use_id" in message ? [[message.type, message.parent_tool_use_id]] : [],
  );
  expect(parents).toEqual([
    ["assistant", null],
    ["assistant", "toolu_0001"],
    ["user", "toolu_0001"],
    ["assistant", "toolu_0001"],
    ["user", null],
    ["assistant", null],
  ]);
  expect(result).toMatchObject({ num_turns: 2, usage: { input_tokens: 40, output_tokens: 4 } });
});

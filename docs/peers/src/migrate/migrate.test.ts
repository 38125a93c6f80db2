import Anthropic from "@anthropic-ai/sdk";
import { ScriptedModel, spawnClaudeCode, type ScriptStep } from "@skills/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import * as agentSdk from "./agent-sdk.js";
import * as aiSdk from "./ai-sdk.js";
import * as langchain from "./langchain.js";
import * as sdk from "./sdk.js";

/*
 * The code that stands first on each page of docs/migrate runs against the script that docs/examples/migrate.test.ts
 * gives to ours: a good call, an input that breaks the schema, a tool that throws, a tool that is not there.
 */

const QUESTION = "Is it warm in Oslo?";

function script(tool: string): ScriptStep[] {
  return [
    { calls: [[tool, { location: "Oslo", unit: "celsius" }]] },
    { calls: [[tool, { location: 7, unit: "celsius" }, { invalid: true }]] },
    { calls: [[tool, { location: "Atlantis", unit: "celsius" }]] },
    { calls: [["get_wether", {}, { notOffered: true }]] },
    { text: "No, it is 4 °C." },
  ];
}

interface Result {
  content?: string | { text: string }[];
  is_error?: boolean;
}

/** Runs the peer's own loop; gives what the model read of each call, and what it was told of the tool. */
async function results(tool: string, ask: (model: ScriptedModel, url: string) => Promise<unknown>) {
  const model = new ScriptedModel(script(tool));
  const server = await model.listen();
  assert.equal(await ask(model, server.url), "No, it is 4 °C.");
  model.assertComplete();
  await server.close();
  const read = model.requests.slice(1).map(({ body }) => {
    const [{ content, is_error = false }] = body.messages.at(-1)?.content as [Result];
    return { text: typeof content === "object" ? content[0]?.text : content, is_error };
  });
  const [{ input_schema }] = model.requests[0]?.body.tools as [{ input_schema: { required: string[] } }];
  return { read, required: input_schema.required };
}

const GOOD = { text: '{"temperature":4,"unit":"celsius"}', is_error: false };

test("the SDK's betaZodTool and toolRunner", async () => {
  const { read, required } = await results("get_weather", (_, url) =>
    sdk.ask(new Anthropic({ baseURL: url, apiKey: "test" }), QUESTION),
  );
  assert.deepEqual(required, ["location", "unit"]);
  assert.deepEqual(read[0], GOOD);
  assert.equal(read[1]?.is_error, true);
  assert.match(read[1]?.text ?? "", /^Error: \[\n {2}\{\n {4}"expected": "string"/);
  assert.deepEqual(read.slice(2), [
    { text: "Error: nobody knows where Atlantis is", is_error: true },
    { text: "Error: Tool 'get_wether' not found", is_error: true },
  ]);
});

test("LangChain's tool and createAgent", async () => {
  const { read, required } = await results("get_weather", (_, url) => langchain.ask(url, QUESTION));
  assert.deepEqual(required, ["location", "unit"]);
  assert.deepEqual(read[0], GOOD);
  assert.match(read[1]?.text ?? "", /^Error invoking tool 'get_weather' .*\n[^]*\n {4}at .*\(file:/);
  assert.deepEqual(read.slice(2), [
    { text: "Error: nobody knows where Atlantis is\n Please fix your mistakes.", is_error: false },
    { text: "Error: get_wether is not a valid tool, try one of [get_weather].", is_error: false },
  ]);
});

test("the AI SDK's tool and generateText", async () => {
  const { read, required } = await results("get_weather", (_, url) => aiSdk.ask(url, QUESTION));
  assert.deepEqual(required, ["location"]);
  assert.deepEqual(read[0], GOOD);
  assert.match(read[1]?.text ?? "", /^AI_InvalidToolInputError: Invalid input for tool get_weather/);
  assert.deepEqual(read[2], { text: "Error: nobody knows where Atlantis is", is_error: true });
  assert.match(read[3]?.text ?? "", /^AI_NoSuchToolError: .* Available tools: get_weather\.$/);
});

test("the Claude Agent SDK's tool and query", async () => {
  const { read, required } = await results("mcp__weather__get_weather", (model) =>
    agentSdk.ask(spawnClaudeCode(model) as never, QUESTION),
  );
  assert.deepEqual(required, ["location"]);
  assert.deepEqual(read[0], GOOD);
  assert.match(read[1]?.text ?? "", /^MCP error -32602: Input validation error: Invalid arguments/);
  assert.deepEqual(read[2], { text: "nobody knows where Atlantis is", is_error: true });
});

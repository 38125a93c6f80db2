/**
 * Tool conversations of clients that nobody here wrote, over `listen()`, streamed and not: the API's rules are on, so
 * each request that they send was judged. Build first (`pnpm build`), then, in this folder: `npm install && npm run clients`.
 */
import { createAnthropic } from "@ai-sdk/anthropic";
import { ChatAnthropic } from "@langchain/anthropic";
import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import * as ai from "ai";
import assert from "node:assert/strict";
import testing from "../../packages/testing/dist/index.js";

const MODEL = "claude-sonnet-5-5";
const QUESTION = "Where are A1 and B2?";
const ANSWER = "Both are on their way.";
const SCHEMA = {
  type: "object",
  properties: { id: { type: "string" } },
  required: ["id"],
  additionalProperties: false,
};
const TOOL = { name: "lookupOrder", description: "Look up an order", input_schema: SCHEMA };
const lookup = (id) => `${id} is shipped`;

async function langchain(url, isStreamed) {
  const chat = new ChatAnthropic({
    model: MODEL,
    maxTokens: 500,
    apiKey: "test",
    anthropicApiUrl: url,
  }).bindTools([TOOL]);
  const ask = async (messages) => {
    if (!isStreamed) return chat.invoke(messages);
    let whole;
    for await (const chunk of await chat.stream(messages)) whole = whole?.concat(chunk) ?? chunk;
    return whole;
  };
  const messages = [new HumanMessage(QUESTION)];
  for (;;) {
    const reply = await ask(messages);
    messages.push(reply);
    if (!reply.tool_calls?.length) return reply.text;
    for (const { id, args } of reply.tool_calls)
      messages.push(new ToolMessage({ tool_call_id: id, content: lookup(args.id) }));
  }
}

async function aiSdk(url, isStreamed) {
  const params = {
    model: createAnthropic({ baseURL: `${url}/v1`, apiKey: "test" })(MODEL),
    maxOutputTokens: 500,
    prompt: QUESTION,
    stopWhen: ai.stepCountIs(5),
    tools: {
      lookupOrder: ai.tool({
        description: TOOL.description,
        inputSchema: ai.jsonSchema(SCHEMA),
        execute: async ({ id }) => lookup(id),
      }),
    },
  };
  return isStreamed ? ai.streamText(params).text : (await ai.generateText(params)).text;
}

async function plainFetch(url, isStreamed) {
  const messages = [{ role: "user", content: QUESTION }];
  for (;;) {
    const response = await globalThis.fetch(`${url}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": "test", "anthropic-version": "2023-06-01", "content-type": "application/json" },
      body: JSON.stringify({ model: MODEL, max_tokens: 500, messages, tools: [TOOL], stream: isStreamed }),
    });
    const content = isStreamed ? blocksOf(await response.text()) : (await response.json()).content;
    const calls = content.filter(({ type }) => type === "tool_use");
    if (calls.length === 0) return content.map(({ text }) => text).join("");
    messages.push({ role: "assistant", content });
    messages.push({
      role: "user",
      content: calls.map(({ id, input }) => ({
        type: "tool_result",
        tool_use_id: id,
        content: lookup(input.id),
      })),
    });
  }
}

function blocksOf(stream) {
  const blocks = [];
  const json = [];
  for (const [, data] of stream.matchAll(/^data: (.*)$/gm)) {
    const { type, index, content_block: block, delta } = JSON.parse(data);
    if (type === "content_block_start") blocks[index] = block;
    if (delta?.type === "text_delta") blocks[index].text += delta.text;
    if (delta?.type === "input_json_delta") json[index] = (json[index] ?? "") + delta.partial_json;
  }
  return blocks.map((block, index) =>
    block.type === "tool_use" ? { ...block, input: JSON.parse(json[index] || "{}") } : block,
  );
}

for (const [name, converse] of Object.entries({ langchain, aiSdk, plainFetch })) {
  for (const isStreamed of [false, true]) {
    const model = new testing.ScriptedModel(
      [
        {
          text: "Let me see.",
          calls: [
            ["lookupOrder", { id: "A1" }],
            ["lookupOrder", { id: "B2" }],
          ],
        },
        { text: ANSWER },
      ],
      { stream: { chunks: 3, bytes: 40, escapes: true }, allow: process.argv.slice(2) },
    );
    const server = await model.listen();
    assert.equal(await converse(server.url, isStreamed), ANSWER);
    assert.deepEqual(model.requests.at(-1).results, ["A1 is shipped", "B2 is shipped"]);
    model.assertComplete();
    await server.close();
    console.log(
      `${name}${isStreamed ? ", streamed" : ""}: ${String(model.requests.length)} requests, none refused`,
    );
  }
}

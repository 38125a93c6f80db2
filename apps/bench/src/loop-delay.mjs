// How long after the event that shows a call to be complete its tool starts, while the reply still streams.
import Anthropic from "@anthropic-ai/sdk";
import core from "@skills/core";
import runner from "@skills/runner";
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

const CALLS = 5;
const RUNS = 60;
const WARM_UP = 10;

const usage = { input_tokens: 1, output_tokens: 1 };
const base = { type: "message", role: "assistant", model: "m", content: [], stop_reason: null, usage };

/** One event a chunk, some time between chunks: a model's pace. `onCall` hears when a call's last event is sent. */
function streamed(events, onCall) {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    async start(stream) {
      let open;
      for (const event of events) {
        await sleep(1);
        // The event after a call's own end is the first that shows that the call was not cut off.
        if (open !== undefined && event.type !== "content_block_stop") onCall(open);
        open = event.type === "content_block_stop" ? event.index : undefined;
        stream.enqueue(encoder.encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));
      }
      stream.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

function callEvents(index) {
  const content_block = { type: "tool_use", id: `call_${index}`, name: "look", input: {} };
  const partial_json = JSON.stringify({ index });
  return [
    { type: "content_block_start", index, content_block },
    { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json } },
    { type: "content_block_stop", index },
  ];
}

const turn = (stop_reason, inner) => [
  { type: "message_start", message: { id: "msg", ...base } },
  ...inner,
  { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
  { type: "message_stop" },
];

const done = [
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Done." } },
  { type: "content_block_stop", index: 0 },
];

async function delaysOfRun() {
  const sent = new Map();
  const delays = [];
  let asked = 0;
  const fetch = async () => {
    asked += 1;
    if (asked > 1) return streamed(turn("end_turn", done), () => {});
    const calls = Array.from({ length: CALLS }, (_, index) => callEvents(index)).flat();
    return streamed(turn("tool_use", calls), (index) => sent.set(index, performance.now()));
  };
  const tools = new core.BasicToolSet();
  tools.addTool({
    name: "look",
    description: "Look it up",
    annotations: { readOnly: true },
    inputSchema: { type: "object", properties: { index: { type: "number" } }, required: ["index"] },
    run: ({ index }) => void delays.push(performance.now() - sent.get(index)),
  });
  const client = new Anthropic({ apiKey: "none", fetch });
  const { text } = await new runner.Agent({ client, model: "m", maxTokens: 100, tools: [tools] }).run(
    "Look.",
  );
  assert.equal(text, "Done.");
  assert.equal(delays.length, CALLS);
  return delays;
}

export async function delay() {
  for (let i = 0; i < WARM_UP; i++) await delaysOfRun();
  const delays = [];
  for (let i = 0; i < RUNS; i++) delays.push(...(await delaysOfRun()));
  delays.sort((a, b) => a - b);
  const at = (share) => `${delays[Math.floor(share * (delays.length - 1))].toFixed(2)} ms`;
  return {
    title: "From the event that completes a call to its tool's start",
    figures: [
      ["median", at(0.5)],
      ["90 %", at(0.9)],
      ["99 %", at(0.99)],
    ],
    notes: [
      `${RUNS} runs of ${CALLS} calls, streamed over in-process fetch with a millisecond between events; the event is the first after the call's own end, its time is taken before it is sent.`,
    ],
  };
}

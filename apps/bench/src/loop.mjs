// A run of 50 turns with five calls a turn over in-process fetch: the same script, the same requests.
import Anthropic from "@anthropic-ai/sdk";
import runner from "@skills/runner";
import { measure } from "./measure.mjs";

const TURNS = 50;
const CALLS = 5;

const tool = {
  type: "custom",
  name: "add",
  description: "Add two numbers",
  input_schema: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
  },
  parse: (input) => input,
  run: ({ a, b }) => String(a + b),
};

/** A model that asks for the calls of fifty turns and then ends: the least that a fetch can do. */
function client() {
  let turn = 0;
  const fetch = async () => {
    turn += 1;
    const done = turn > TURNS;
    const content = done
      ? [{ type: "text", text: "Done." }]
      : Array.from({ length: CALLS }, (_, i) => ({
          type: "tool_use",
          id: `toolu_${turn}_${i}`,
          name: "add",
          input: { a: turn, b: i },
        }));
    const message = {
      id: `msg_${turn}`,
      type: "message",
      role: "assistant",
      model: "claude-sonnet-5-5",
      content,
      stop_reason: done ? "end_turn" : "tool_use",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    return new Response(JSON.stringify(message), { headers: { "content-type": "application/json" } });
  };
  return new Anthropic({ apiKey: "none", fetch });
}

const params = () => ({
  model: "claude-sonnet-5-5",
  max_tokens: 1024,
  messages: [{ role: "user", content: "Add." }],
  tools: [tool],
});

export async function loop() {
  const subjects = {
    "SDK toolRunner, thread: false": async () =>
      client()
        .beta.messages.toolRunner({ ...params(), thread: false })
        .runUntilDone(),
    "@skills/runner toolRunner": async () => runner.toolRunner(client(), params()).runUntilDone(),
    "@skills/runner Agent": async () => {
      const { model, max_tokens: maxTokens, messages, tools } = params();
      await new runner.Agent({ client: client(), model, maxTokens, tools, stream: false }).run(messages);
    },
  };
  const runs = Object.entries(subjects).map(([name, run]) => [
    name,
    async (n) => {
      for (let i = 0; i < n; i++) await run();
    },
  ]);
  return {
    title: `Loop: ${TURNS} turns of ${CALLS} calls`,
    unit: "run",
    rows: await measure(Object.fromEntries(runs), { n: 2, rounds: 11 }),
  };
}

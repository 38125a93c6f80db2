// The script of the loop family: a model that asks for five sums a turn, fifty turns long, and then ends. The same texts
// in both wire forms; replies are made before anything is timed, and fetch does the least that a fetch can do.
import assert from "node:assert/strict";

export const TURNS = 50;
export const CALLS = 5;
export const MODEL = "claude-sonnet-5-5";
export const PROMPT = "Add.";
export const TOOL = { name: "add", description: "Add two numbers" };
export const sum = ({ a, b }) => String(a + b);

const DONE = "Done.";

function callsOf(turn) {
  if (turn > TURNS) return [];
  return Array.from({ length: CALLS }, (_, i) => ({ id: `call_${turn}_${i}`, input: { a: turn, b: i } }));
}

function anthropicReply(turn) {
  const calls = callsOf(turn);
  const uses = calls.map(({ id, input }) => ({ type: "tool_use", id, name: TOOL.name, input }));
  return {
    id: `msg_${turn}`,
    type: "message",
    role: "assistant",
    model: MODEL,
    content: calls.length > 0 ? uses : [{ type: "text", text: DONE }],
    stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

function chatReply(turn) {
  const calls = callsOf(turn);
  const tool_calls = calls.map(({ id, input }) => {
    return { id, type: "function", function: { name: TOOL.name, arguments: JSON.stringify(input) } };
  });
  const message =
    calls.length > 0
      ? { role: "assistant", content: null, tool_calls }
      : { role: "assistant", content: DONE };
  return {
    id: `msg_${turn}`,
    object: "chat.completion",
    created: 0,
    model: MODEL,
    choices: [{ index: 0, message, finish_reason: calls.length > 0 ? "tool_calls" : "stop" }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

const texts = (reply) => Array.from({ length: TURNS + 1 }, (_, turn) => JSON.stringify(reply(turn + 1)));
const anthropic = texts(anthropicReply);
const chat = texts(chatReply);

/**
 * A fetch that plays the script once.
 * @param {"anthropic" | "chat"} form
 * @param {(body: string) => void} [onBody] hears of every request
 */
export function play(form, onBody = () => {}) {
  const replies = form === "chat" ? chat : anthropic;
  let turn = 0;
  return async (_url, { body }) => {
    onBody(body);
    return new Response(replies[turn++], { headers: { "content-type": "application/json" } });
  };
}

/** Refuses a subject that does other work than the script's: its requests, the results in the last one, its last words. */
export async function check({ form, run }) {
  const bodies = [];
  const text = await run(play(form, (body) => bodies.push(JSON.parse(body))));
  assert.equal(text, DONE);
  assert.equal(bodies.length, TURNS + 1);
  const results = form === "chat" ? chatResults(bodies.at(-1)) : anthropicResults(bodies.at(-1));
  const expected = Array.from({ length: TURNS }, (_, at) => callsOf(at + 1)).flat();
  assert.deepEqual(
    results,
    expected.map(({ id, input }) => ({ id, text: sum(input) })),
  );
}

function anthropicResults({ messages }) {
  return messages.flatMap(({ role, content }) =>
    role === "user" && Array.isArray(content)
      ? content
          .filter(({ type }) => type === "tool_result")
          .map((result) => ({ id: result.tool_use_id, text: textOf(result.content) }))
      : [],
  );
}

function chatResults({ messages }) {
  return messages.flatMap(({ role, tool_call_id, content }) =>
    role === "tool" ? [{ id: tool_call_id, text: textOf(content) }] : [],
  );
}

const textOf = (content) =>
  typeof content === "string" ? content : content.map(({ text }) => text).join("");

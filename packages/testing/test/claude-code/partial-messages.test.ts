import { formatTranscript, ScriptedModel, type StreamEvent } from "../../src";
import { Host } from "./host";

const LOOKUP = "mcp__shop__lookupOrder";
const PARTIAL = { args: ["--include-partial-messages"] };

it("with partial messages the events of each reply are written, and each block before the event that ends it", async () => {
  await using model = new ScriptedModel([
    { text: "Let me see.", calls: [[LOOKUP, { id: "A1" }]], chunks: 2 },
    { text: "On its way." },
  ]);
  const stream = await new Host(model, PARTIAL).prompt("Where is A1?");
  const kinds = stream.map(({ type, event }) =>
    type === "stream_event" ? (event as StreamEvent).type : type,
  );
  expect(kinds.slice(0, 14)).toEqual([
    "system",
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_delta",
    "assistant",
    "content_block_stop",
    "content_block_start",
    "content_block_delta",
    "content_block_delta",
    "content_block_delta",
    "assistant",
    "content_block_stop",
    "message_delta",
  ]);
  expect(stream[3]).toMatchObject({ event: { delta: { text: "Let m" } }, parent_tool_use_id: null });
  // The conversation is the same as without them.
  const rest = stream.filter(({ type }) => type !== "stream_event");
  expect(formatTranscript(rest)).toBe(
    [
      "system     init",
      "assistant  Let me see.",
      `assistant  calls ${LOOKUP} { id: 'A1' }`,
      "user       result: A1 is on its way",
      "assistant  On its way.",
      "result     success: On its way.",
    ].join("\n"),
  );
  expect(model.requests.map(({ body }) => body.stream)).toEqual([true, true]);
});

it("a stream that ends early ends the prompt with an error", async () => {
  await using model = new ScriptedModel([{ text: "Hello.", fault: { kind: "truncate", at: 3 } }]);
  const stream = await new Host(model, PARTIAL).prompt("Hello");
  expect(stream.at(-1)).toMatchObject({
    subtype: "error_during_execution",
    errors: ["The stream ended before the message was whole"],
  });
});

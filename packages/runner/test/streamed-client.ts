import Anthropic from "@anthropic-ai/sdk";
import type { BetaRawMessageStreamEvent } from "@anthropic-ai/sdk/resources/beta/messages/messages";

type Events = AsyncIterable<object> | Iterable<object>;

/** A real client whose replies are these events, each sent when its iterable gives it. */
export function streamedClient(replies: (() => Events)[]): Anthropic {
  const waiting = [...replies];
  return new Anthropic({
    apiKey: "test",
    baseURL: "http://streamed.invalid",
    maxRetries: 0,
    fetch: () => {
      const events = waiting.shift()?.() ?? [];
      return Promise.resolve(new Response(sse(events), { headers: { "content-type": "text/event-stream" } }));
    },
  });
}

function sse(events: Events): ReadableStream<Uint8Array> {
  return ReadableStream.from(
    (async function* () {
      for await (const event of events) {
        const { type } = event as BetaRawMessageStreamEvent;
        yield new TextEncoder().encode(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
      }
    })(),
  );
}

export const START = {
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-5-5",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
};

/** The events of one call, whole. */
export function callEvents(index: number, name: string, input: object): object[] {
  return [
    {
      type: "content_block_start",
      index,
      content_block: { type: "tool_use", id: `t${String(index)}`, name, input: {} },
    },
    {
      type: "content_block_delta",
      index,
      delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
    },
    { type: "content_block_stop", index },
  ];
}

export function textEvents(index: number, text: string): object[] {
  return [
    { type: "content_block_start", index, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index, delta: { type: "text_delta", text } },
    { type: "content_block_stop", index },
  ];
}

export function endEvents(stop_reason: string): object[] {
  return [
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 9 } },
    { type: "message_stop" },
  ];
}

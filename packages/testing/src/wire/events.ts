import { asciiJson, fragments } from "./fragments";
import type { Call } from "../script/step";
import type { Message, ReplyBlock, StreamEvent } from "./shapes";

export interface EventOptions {
  /** Fragments a block. */
  chunks: number;
  /** Escape everything beyond ASCII in streamed inputs. */
  escapes?: boolean;
  /** A `ping` after the first block has started, as the API sends it. Default true. */
  pings?: boolean;
  /** The calls as scripted, for their `rawJson`. */
  calls?: readonly Call[];
}

/** A message as the events of a stream, in the order in which the API sends them. */
export function* messageEvents(message: Message, options: EventOptions): Generator<StreamEvent> {
  yield startEvent(message);
  yield* contentEvents(message.content, options);
  yield* endEvents(message);
}

export function startEvent(message: Message): StreamEvent {
  return {
    type: "message_start",
    message: {
      ...message,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...message.usage, output_tokens: message.content.length === 0 ? 0 : 1 },
    },
  };
}

/** What stands between the start and the end: it follows from the content alone. */
export function* contentEvents(
  content: readonly ReplyBlock[],
  options: EventOptions,
): Generator<StreamEvent> {
  let call = 0;
  for (const [index, block] of content.entries()) {
    const rawJson = block.type === "tool_use" ? options.calls?.[call++]?.[2]?.rawJson : undefined;
    const { start, deltas } = parts(block, options, rawJson);
    yield { type: "content_block_start", index, content_block: start };
    if (index === 0 && options.pings !== false) yield { type: "ping" };
    for (const delta of deltas) yield { type: "content_block_delta", index, delta };
    yield { type: "content_block_stop", index };
  }
}

export function endEvents({ stop_reason, stop_sequence, usage }: Message): StreamEvent[] {
  return [{ type: "message_delta", delta: { stop_reason, stop_sequence }, usage }, { type: "message_stop" }];
}

/** What a block starts with, and the deltas that complete it. Blocks of unknown kind arrive whole. */
function parts(
  block: ReplyBlock,
  { chunks, escapes }: EventOptions,
  rawJson: string | undefined,
): { start: object; deltas: object[] } {
  switch (block.type) {
    case "text": {
      const text = String(block.text);
      return {
        start: { ...block, text: "" },
        deltas: text === "" ? [] : fragments(text, chunks).map((text) => ({ type: "text_delta", text })),
      };
    }
    case "thinking": {
      const thinking = String(block.thinking);
      const pieces = thinking === "" ? [] : fragments(thinking, chunks);
      return {
        start: { ...block, thinking: "", signature: "" },
        deltas: [
          ...pieces.map((thinking) => ({ type: "thinking_delta", thinking })),
          { type: "signature_delta", signature: block.signature },
        ],
      };
    }
    case "tool_use": {
      const json = rawJson ?? inputJson(block.input, escapes === true);
      return {
        start: { ...block, input: {} },
        deltas: ["", ...(json === "" ? [] : fragments(json, chunks))].map((partial_json) => ({
          type: "input_json_delta",
          partial_json,
        })),
      };
    }
    case "compaction": {
      const { content, encrypted_content } = block as { content?: unknown; encrypted_content?: unknown };
      return {
        start: { ...block, content: null, encrypted_content: null },
        deltas: [{ type: "compaction_delta", content, encrypted_content }],
      };
    }
    default:
      return { start: block, deltas: [] };
  }
}

/** An empty input is streamed as nothing at all. */
function inputJson(input: unknown, escapes: boolean): string {
  const json = escapes ? asciiJson(input) : JSON.stringify(input);
  return json === "{}" ? "" : json;
}

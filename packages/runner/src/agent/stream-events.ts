import type { ReplyStream } from "../model-port";
import type { AgentEvent } from "./events";

/** Tells of a reply as it is written: each event of the stream, and what it adds to a text, a thought or an input. */
export function forwardStream(stream: ReplyStream, push: (event: AgentEvent) => void): void {
  stream.on("streamEvent", (event, snapshot) => {
    push({ type: "stream_event", event });
    if (event.type !== "content_block_delta") return;
    const { delta } = event;
    if (delta.type === "text_delta") push({ type: "text_delta", text: delta.text });
    if (delta.type === "thinking_delta") push({ type: "thinking_delta", thinking: delta.thinking });
    if (delta.type !== "input_json_delta") return;
    const block = snapshot.content[event.index];
    if (block?.type !== "tool_use") return;
    push({ type: "tool_input_delta", id: block.id, name: block.name, json: delta.partial_json });
  });
}

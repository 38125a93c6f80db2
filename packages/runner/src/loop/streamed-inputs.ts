import { RunError } from "../errors";
import { isJsonObject } from "./checked-reply";
import type { ReplyStream } from "../model-port";
import type { BetaMessage } from "../sdk-types";

/**
 * The inputs of a stream's calls, as they were written. The SDK reads as much as it can of JSON that was cut, and a
 * call would run with half an input: with none where it was to have a limit.
 */
export class StreamedInputs {
  /** By the block's place in the content. */
  private readonly json = new Map<number, string>();

  constructor(stream: ReplyStream) {
    stream.on("streamEvent", (event) => {
      if (event.type !== "content_block_delta" || event.delta.type !== "input_json_delta") return;
      this.json.set(event.index, (this.json.get(event.index) ?? "") + event.delta.partial_json);
    });
  }

  /** Whether the input of the call at this place is an object, all there; one of which nothing was sent is `{}`. */
  isWhole(index: number): boolean {
    const json = this.json.get(index) ?? "";
    if (json === "") return true;
    try {
      return isJsonObject(JSON.parse(json));
    } catch {
      return false;
    }
  }

  /**
   * The message, none of whose calls is to run with half an input.
   * @throws RunError S427
   */
  checked(message: BetaMessage): BetaMessage {
    if (message.stop_reason !== "tool_use") return message;
    for (const [index, block] of message.content.entries()) {
      if (block.type !== "tool_use" || this.isWhole(index)) continue;
      throw new RunError(
        "S427",
        `the input of a call of ${block.name} is no JSON object: ${this.json.get(index) ?? ""}`,
        {
          help: "ask again: the model, or something between it and here, has cut the input",
        },
      );
    }
    return message;
  }
}

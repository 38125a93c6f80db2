import { isDeepStrictEqual } from "node:util";
import { isObject, type Message } from "../wire/shapes";

/** What one scripted model has sent: some rules hold the next request against it. */
export class Memory {
  private readonly messages: Message[] = [];

  remember(message: Message): void {
    this.messages.push(message);
  }

  /** The reply that made one of these calls. */
  withCall(ids: readonly unknown[]): Message | undefined {
    return this.messages.findLast(({ content }) =>
      content.some((block) => block.type === "tool_use" && ids.includes(block.id)),
    );
  }

  /** Whether a reply held this thinking under this signature. */
  signed(thinking: unknown, signature: unknown): boolean {
    return this.messages.some(({ content }) =>
      content.some(
        (block) => block.type === "thinking" && block.thinking === thinking && block.signature === signature,
      ),
    );
  }

  /** Whether any thinking was sent under this signature. */
  knowsSignature(signature: unknown): boolean {
    return this.messages.some(({ content }) =>
      content.some((block) => block.type === "thinking" && block.signature === signature),
    );
  }

  /** The compaction block that was sent under this signature. */
  compaction(signature: unknown): { readonly [key: string]: unknown } | undefined {
    return this.messages
      .flatMap(({ content }) => content as { readonly [key: string]: unknown }[])
      .find((block) => block.type === "compaction" && block.signature === signature);
  }

  /** Whether this is the content of a reply that is to be sent back as it came. */
  paused(content: unknown): boolean {
    return this.messages.some(
      (message) =>
        message.stop_reason === "pause_turn" && isDeepStrictEqual(plain(message.content), plain(content)),
    );
  }
}

/** Without the fields that a client may leave out when it sends a reply back. */
function plain(content: unknown): unknown {
  return Array.isArray(content)
    ? content.map((block: unknown) =>
        isObject(block)
          ? Object.fromEntries(
              Object.entries(block).filter(([, value]) => value !== null && value !== undefined),
            )
          : block,
      )
    : content;
}

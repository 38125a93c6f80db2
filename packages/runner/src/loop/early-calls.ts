import type { ReplyStream } from "../model-port";
import type { BetaRawMessageStreamEvent, BetaToolUseBlock } from "../sdk-types";

interface Ready {
  toolUse: BetaToolUseBlock;
  index: number;
  /** The number of the event that showed that the call is whole. */
  event: number;
}

/**
 * Follows a stream's calls. `onReady` hears of each one when the model has moved on from it, once every listener and
 * every `for await` over the stream have handled the event that shows so: until then the caller can hold the call.
 * A call's own `content_block_stop` does not count, since a reply that is cut off closes its last call too.
 */
export class EarlyCalls {
  /** Calls whose blocks have ended, with their places in the content. */
  readonly complete: { toolUse: BetaToolUseBlock; index: number }[] = [];
  private delivered = 0;
  private closed?: { toolUse: BetaToolUseBlock; index: number };
  private readonly ready: Ready[] = [];
  private readonly readers = new Set<{ handled: number }>();
  /** After a fallback model took over, the call before it may have been cut off. */
  private fellBack = false;

  constructor(
    private readonly stream: ReplyStream,
    private readonly onReady: (toolUse: BetaToolUseBlock, index: number) => void,
  ) {
    stream.on("streamEvent", (event, snapshot) => {
      this.delivered += 1;
      this.follow(event, snapshot.content);
      // The caller's listeners of this event come after this one.
      queueMicrotask(() => this.release());
    });
    this.countReaders();
  }

  private follow(event: BetaRawMessageStreamEvent, content: readonly { type: string }[]): void {
    if (event.type === "content_block_start" && event.content_block.type === "fallback") {
      this.fellBack = true;
      this.closed = undefined;
    }
    const ended = event.type === "content_block_stop" ? content[event.index] : undefined;
    if (event.type === "content_block_stop" && ended?.type === "tool_use") {
      const call = { toolUse: ended as BetaToolUseBlock, index: event.index };
      this.complete.push(call);
      if (!this.fellBack) this.closed = call;
      return;
    }
    const movedOn =
      event.type === "content_block_start" ||
      (event.type === "message_delta" && event.delta.stop_reason === "tool_use");
    if (movedOn && this.closed) {
      this.ready.push({ ...this.closed, event: this.delivered });
      this.closed = undefined;
    }
  }

  private release(): void {
    // Events that were read before an abort still arrive after it.
    if (this.stream.errored || this.stream.controller.signal.aborted) return;
    const handled = Math.min(this.delivered, ...[...this.readers].map((reader) => reader.handled));
    for (let next = this.ready[0]; next && next.event <= handled; next = this.ready[0]) {
      this.ready.shift();
      this.onReady(next.toolUse, next.index);
    }
  }

  /** Asking a stream for its next event is how a `for await` says that it is done with the one before. */
  private countReaders(): void {
    const iterate = this.stream[Symbol.asyncIterator].bind(this.stream);
    this.stream[Symbol.asyncIterator] = () => {
      const events = iterate();
      const reader = { handled: this.delivered };
      this.readers.add(reader);
      let holding = false;
      const leave = () => {
        this.readers.delete(reader);
        this.release();
      };
      return {
        next: async () => {
          if (holding) {
            holding = false;
            reader.handled += 1;
            this.release();
          }
          try {
            const result = await events.next();
            holding = !result.done;
            if (result.done) leave();
            return result;
          } catch (error) {
            leave();
            throw error;
          }
        },
        return: async () => {
          // The stream is aborted first, so that nothing starts for a reader that left.
          const result = await events.return?.();
          leave();
          return result ?? { value: undefined, done: true };
        },
      };
    };
  }
}

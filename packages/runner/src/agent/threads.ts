import type { ModelClient, ModelPort, ModelRequestOptions, ReplyStream } from "../model-port";
import type {
  BetaMessage,
  BetaMessageParam,
  BetaRawMessageStreamEvent,
  MessageCreateParamsBase,
} from "../sdk-types";

type Params = MessageCreateParamsBase;

const THREADS_BETA = "message-threads-2026-08-12";

/** The server does not hold the thread, or no longer in this state: all is sent again. */
const CREATE_AGAIN = new Set(["thread_not_found", "thread_already_continued", "thread_continue_in_flight"]);
const UNSUPPORTED = "thread_unsupported_request";

/** What the server holds. */
interface Held {
  id: string;
  messages: readonly BetaMessageParam[];
  reply: string;
  isPaused: boolean;
  fields: string;
}

/**
 * A client for one run that sends only what is new, where the server holds the rest. What it cannot go on from it
 * sends whole, as the start of another thread; where the API takes no threads for the run, it stops asking for them.
 */
export class ThreadedClient implements ModelClient {
  readonly beta: { messages: ModelPort };
  private held?: Held;
  private isOff = false;

  /** @param finish has the last word on what a request holds */
  constructor(
    client: ModelClient,
    private readonly finish: (params: Params) => Params = (params) => params,
  ) {
    const { messages: port } = client.beta;
    const create = async (whole: Params, options?: ModelRequestOptions) => {
      const send = (params: Params) => port.create({ ...params, stream: false }, options);
      let message: BetaMessage;
      try {
        message = (await send(this.threaded(whole))) as BetaMessage;
      } catch (error) {
        const again = this.afterError(error, whole);
        if (!again) throw error;
        message = (await send(again)) as BetaMessage;
      }
      return this.note(whole, message);
    };
    const stream = (whole: Params, options?: ModelRequestOptions): ReplyStream => {
      const send = (params: Params) => port.stream?.(params, options) as ReplyStream;
      return new RetriedStream(
        send(this.threaded(whole)),
        (error) => {
          const again = this.afterError(error, whole);
          return again && send(again);
        },
        (message) => this.note(whole, message),
      );
    };
    this.beta = { messages: port.stream ? { create, stream } : { create } };
  }

  private threaded(whole: Params): Params {
    if (this.isOff || whole.compaction) return this.finish(whole);
    const betas = [...(whole.betas ?? []).filter((beta) => beta !== THREADS_BETA), THREADS_BETA];
    const news = this.newsIn(whole);
    if (!news || !this.held) return this.finish({ ...whole, betas, thread: { type: "create" } });
    const { system: _system, tools: _tools, ...rest } = whole;
    const thread = { type: "continue" as const, previous_message_id: this.held.id };
    return this.finish({ ...rest, betas, messages: news, thread });
  }

  /** What came after that which is held; undefined where that is not how the request begins. */
  private newsIn(whole: Params): BetaMessageParam[] | undefined {
    const { held } = this;
    if (!held || held.fields !== fieldsOf(whole)) return undefined;
    const count = held.messages.length;
    const reply = whole.messages[count];
    const isSame =
      held.messages.every((message, index) => message === whole.messages[index]) &&
      reply?.role === "assistant" &&
      JSON.stringify(reply.content) === held.reply;
    const news = whole.messages.slice(count + 1);
    return isSame && news.length > 0 !== held.isPaused ? news : undefined;
  }

  /** How to send the request again after this error; undefined where that would not help. */
  private afterError(error: unknown, whole: Params): Params | undefined {
    const code = errorCode(error);
    if (code === UNSUPPORTED) this.isOff = true;
    else if (!code || !CREATE_AGAIN.has(code) || !this.held) return undefined;
    this.held = undefined;
    return this.threaded(whole);
  }

  private note(whole: Params, message: BetaMessage): BetaMessage {
    this.held =
      this.isOff || whole.compaction
        ? undefined
        : {
            id: message.id,
            messages: whole.messages,
            reply: JSON.stringify(message.content),
            isPaused: message.stop_reason === "pause_turn",
            fields: fieldsOf(whole),
          };
    return message;
  }
}

/** All that a thread keeps as its first request had it. */
function fieldsOf({ messages: _messages, ...fields }: Params): string {
  return JSON.stringify(fields);
}

function errorCode(error: unknown): string | undefined {
  const { error: body } = (error ?? {}) as {
    error?: { error?: { details?: { error_code?: string } | null } };
  };
  return body?.error?.details?.error_code;
}

/** A stream whose request may fail before its first event, and then be sent otherwise: its readers see one stream. */
class RetriedStream implements ReplyStream {
  private readonly listeners: Parameters<ReplyStream["on"]>[1][] = [];
  private readonly second: Promise<ReplyStream | undefined>;
  private readonly message: Promise<BetaMessage>;

  constructor(
    private current: ReplyStream,
    again: (error: unknown) => ReplyStream | undefined,
    note: (message: BetaMessage) => BetaMessage,
  ) {
    const first = current.finalMessage();
    this.second = first.then(
      () => undefined,
      (error: unknown) => this.switchTo(again(error)),
    );
    this.message = this.second.then(async (second) => note(await (second ? second.finalMessage() : first)));
    this.message.catch(() => undefined);
  }

  get errored(): boolean {
    return this.current.errored;
  }

  get controller(): AbortController {
    return this.current.controller;
  }

  on(event: "streamEvent", listener: Parameters<ReplyStream["on"]>[1]): this {
    this.listeners.push(listener);
    this.current.on(event, listener);
    return this;
  }

  finalMessage(): Promise<BetaMessage> {
    return this.message;
  }

  abort(): void {
    this.current.abort();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<BetaRawMessageStreamEvent, void, undefined> {
    let hasBegun = false;
    try {
      for await (const event of this.current) {
        hasBegun = true;
        yield event;
      }
    } catch (error) {
      const second = hasBegun ? undefined : await this.second;
      if (!second) throw error;
      yield* second;
    }
  }

  private switchTo(stream: ReplyStream | undefined): ReplyStream | undefined {
    if (!stream) return undefined;
    this.current = stream;
    for (const listener of this.listeners) stream.on("streamEvent", listener);
    return stream;
  }
}

import { RunError } from "./errors";
import { checkedReply } from "./loop/checked-reply";
import { StreamedInputs } from "./loop/streamed-inputs";
import type {
  BetaMessage,
  BetaRawMessageStreamEvent,
  BetaToolRunnerRequestOptions,
  MessageCreateParamsBase,
  MessageCreateParamsNonStreaming,
} from "./sdk-types";

/** Options of one request that the loop passes on: those that the SDK's runner takes. */
export type ModelRequestOptions = BetaToolRunnerRequestOptions;

/**
 * What the loop needs of the SDK's `BetaMessageStream`. By structure: the SDK's CommonJS and ESM builds have two
 * classes of that name, and either fits.
 */
export interface ReplyStream extends AsyncIterable<BetaRawMessageStreamEvent> {
  readonly errored: boolean;
  readonly controller: AbortController;
  on(
    event: "streamEvent",
    listener: (event: BetaRawMessageStreamEvent, snapshot: BetaMessage) => void,
  ): unknown;
  finalMessage(): Promise<BetaMessage>;
  abort(): void;
}

/**
 * The part of a model's client that the loop needs: `client.beta.messages` of the SDK fits as it is. A port without
 * `stream` is asked for whole replies.
 */
export interface ModelPort {
  /** Gives a `BetaMessage`: typed loosely, so that a port without the SDK needs none of its types. */
  create(
    params: MessageCreateParamsNonStreaming & { [field: string]: unknown },
    options?: ModelRequestOptions,
  ): PromiseLike<object>;
  stream?(params: MessageCreateParamsBase, options?: ModelRequestOptions): ReplyStream;
}

/** An `Anthropic` client, a Bedrock or Vertex one, or anything else of that shape. */
export interface ModelClient {
  beta: { messages: ModelPort };
}

/** @throws RunError S422 for what is no client, such as one that was never made */
export function checkClient(client: unknown): void {
  const { beta } = (client ?? {}) as Partial<ModelClient>;
  if (typeof beta?.messages?.create === "function") return;
  throw new RunError("S422", `${String(client)} is no client: it has no beta.messages.create`, {
    help: "give `new Anthropic()` of @anthropic-ai/sdk, or what a test's model gives: model.client()",
  });
}

/** One request under way. */
export interface Reply {
  message: Promise<BetaMessage>;
  /** Where the request streams. */
  stream?: ReplyStream;
  inputs?: StreamedInputs;
}

/** Send one request. A failure shows when `message` is awaited, and never as an unhandled rejection. */
export function requestReply(
  port: ModelPort,
  params: MessageCreateParamsBase,
  stream: boolean,
  options: ModelRequestOptions,
): Reply {
  if (stream && port.stream) {
    const messageStream = port.stream(params, options);
    const inputs = new StreamedInputs(messageStream);
    const message = messageStream.finalMessage().then((reply) => inputs.checked(checkedReply(reply, params)));
    return { stream: messageStream, inputs, message: handled(message) };
  }
  const message = Promise.resolve(port.create({ ...params, stream: false }, options)).then((reply) =>
    checkedReply(reply, params),
  );
  return { message: handled(message) };
}

/** The promise, whose rejection is nobody's surprise before somebody awaits it. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

import { messageEvents } from "../wire/events";
import { errorEvent, faultStatus } from "../wire/body";
import { errorOutcome, type ErrorOutcome, type MessageOutcome } from "../model/exchange";
import { ConnectionReset, untilAborted } from "../wire/connection";
import { splitBetas } from "../wire/http";
import { ScriptedRequest, type RequestBody } from "../model/request";
import type { ScriptedModel } from "../scripted-model";
import type { ErrorEnvelope, Message, StreamEvent } from "../wire/shapes";

/** What the port throws for an error reply: the fields that the SDK's `APIError` has. */
export class ScriptedApiError extends Error {
  readonly status: number;
  readonly type: string;
  readonly error: ErrorEnvelope;
  readonly requestID: string;
  readonly headers: Headers;

  constructor({ status, envelope, headers, requestId }: ErrorOutcome) {
    super(`${String(status)} ${JSON.stringify(envelope)}`);
    this.name = "ScriptedApiError";
    this.status = status;
    this.type = envelope.error.type;
    this.error = envelope;
    this.requestID = requestId;
    this.headers = new Headers({ ...headers, "request-id": requestId });
  }
}

export interface PortOptions {
  signal?: AbortSignal | null;
  headers?: Readonly<Record<string, string | null | undefined>>;
}

/** The params of the SDK's `create`: the body, and what goes into headers (`betas`, `user_profile_id`, `workspace_id`). */
export type PortParams = { readonly [key: string]: unknown };

type Created<P extends PortParams> = P extends { stream: true } ? AsyncIterable<StreamEvent> : Message;

/** A scripted model without HTTP, in the shape of the SDK's client: `port.beta.messages.create(params, {signal})`. */
export class ScriptedPort {
  readonly messages = {
    create: <P extends PortParams>(params: P, options?: PortOptions): Promise<Created<P>> =>
      this.create(params, options),
  };
  readonly beta = { messages: this.messages };

  constructor(private readonly model: ScriptedModel) {}

  /** @throws ScriptedApiError for an error reply, and the signal's reason when it is aborted */
  private async create<P extends PortParams>(params: P, options: PortOptions = {}): Promise<Created<P>> {
    const signal = options.signal ?? new AbortController().signal;
    signal.throwIfAborted();
    // As over the wire: the request is what JSON holds of it, at this moment.
    const {
      betas,
      user_profile_id: _profile,
      workspace_id: _workspace,
      ...body
    } = JSON.parse(JSON.stringify(params)) as RequestBody & { betas?: string[] };
    const header = splitBetas(options.headers?.["anthropic-beta"] ?? undefined);
    const request = new ScriptedRequest(this.model.requests.length, body, [...header, ...(betas ?? [])]);
    const answer = this.model.exchange(request, this.model.nextRequestId(), { signal });
    const outcome = await untilAborted(signal, answer);
    if (outcome.kind === "error") throw new ScriptedApiError(outcome);
    return (body.stream === true ? this.stream(outcome, signal) : await whole(outcome, signal)) as Created<P>;
  }

  private async *stream(outcome: MessageOutcome, signal: AbortSignal): AsyncGenerator<StreamEvent> {
    const { fault, message, calls, chunks } = outcome;
    let index = 0;
    for (const event of messageEvents(message, { ...this.model.streaming, chunks, calls })) {
      signal.throwIfAborted();
      if (fault !== undefined && index === (fault.at ?? 0)) {
        if (fault.kind === "reset") throw new ConnectionReset();
        if (fault.kind === "stall") await untilAborted(signal);
        if (fault.kind === "error") throw faultError(outcome);
        if (fault.kind === "malformed") throw new SyntaxError("Unexpected end of JSON input");
        return;
      }
      // Pings stay below the SDK's streams, too.
      if (event.type !== "ping") yield structuredClone(event);
      index += 1;
    }
  }
}

async function whole(outcome: MessageOutcome, signal: AbortSignal): Promise<Message> {
  switch (outcome.fault?.kind) {
    case undefined:
      return structuredClone(outcome.message);
    case "stall":
      return await untilAborted(signal);
    case "reset":
      throw new ConnectionReset();
    case "error":
      throw faultError(outcome);
    case "truncate":
    case "malformed":
      throw new SyntaxError("Unexpected end of JSON input");
  }
}

function faultError({ fault, requestId }: MessageOutcome): ScriptedApiError {
  const { error } = errorEvent(fault?.kind === "error" ? fault : {});
  return new ScriptedApiError(errorOutcome(requestId, { ...error, status: faultStatus(error.type) }));
}

import { setTimeout as sleep } from "node:timers/promises";
import { contentEvents, endEvents, startEvent } from "./events";
import type { MessageOutcome } from "../model/exchange";
import { ConnectionReset, untilAborted, type Abortable } from "./connection";
import type { Fault } from "../script/faults";
import type { StreamOptions } from "../scripted-model";
import { frame } from "./sse";
import { errorType, type StreamEvent } from "./shapes";

/** Texts that are all there, and may be written together; or pieces, each to be written by itself when it comes. */
export type Body = readonly string[] | AsyncIterable<Uint8Array>;

/**
 * What was written has to be read before a reset: a client that finds data and reset together may take them for
 * a plain end of the connection (libuv does).
 */
const DELIVERY_MS = 20;

/** A reply as a stream of frames, with the step's fault in it. */
export function streamBody(outcome: MessageOutcome, options: StreamOptions, client: Abortable): Body {
  const lineEnd = options.crlf === true ? "\r\n" : "\n";
  const { message, content, chunks, calls, fault } = outcome;
  const framed = (event: StreamEvent): string => frame(event, lineEnd);
  const frames = [
    framed(startEvent(message)),
    ...content.frames(() => Array.from(contentEvents(content.blocks, { ...options, chunks, calls }), framed)),
    ...endEvents(message).map(framed),
  ];
  return fault === undefined && options.bytes === undefined
    ? frames
    : brokenStream(frames, options.bytes, fault, client);
}

/** Ends early where the fault says so; throws `ConnectionReset` where the connection breaks. */
async function* brokenStream(
  frames: readonly string[],
  bytes: number | undefined,
  fault: Fault | undefined,
  client: Abortable,
): AsyncGenerator<Uint8Array> {
  const at = fault === undefined ? frames.length : (fault.at ?? 0);
  yield* pieces(frames.slice(0, at).join(""), bytes);
  const struck = frames[at];
  if (fault === undefined || struck === undefined) return;
  yield* pieces(faultyFrame(fault, struck), bytes);
  if (fault.kind === "reset") {
    await sleep(DELIVERY_MS);
    throw new ConnectionReset();
  }
  if (fault.kind === "stall") await untilAborted(client.signal);
  if (fault.kind === "malformed") yield* pieces(frames.slice(at + 1).join(""), bytes);
}

/** What a fault leaves of the frame it strikes. */
function faultyFrame(fault: Fault, text: string): string {
  switch (fault.kind) {
    case "reset":
      return fault.inside === true ? text.slice(0, Math.floor(text.length / 2)) : "";
    case "malformed":
      return text.replace(/\}(\r?\n)/, "$1");
    case "error":
      return frame(errorEvent(fault));
    case "truncate":
    case "stall":
      return "";
  }
}

export function errorEvent({
  type = "overloaded_error",
  message = "Overloaded",
}: {
  type?: string;
  message?: string;
}): StreamEvent & { error: { type: string; message: string } } {
  return { type: "error", error: { type, message }, request_id: null };
}

/** A body that is sent whole, with the fault in it. */
export function wholeBody(text: string, fault: Fault | undefined): Body {
  const half = text.slice(0, Math.floor(text.length / 2));
  switch (fault?.kind) {
    case "reset":
      return brokenBody(fault.inside === true ? half : "");
    case "truncate":
    case "malformed":
      return [half];
    default:
      return [text];
  }
}

async function* brokenBody(text: string): AsyncGenerator<Uint8Array> {
  yield* pieces(text, undefined);
  await sleep(DELIVERY_MS);
  throw new ConnectionReset();
}

export function isReady(body: Body): body is readonly string[] {
  return Array.isArray(body);
}

/** A body piece by piece. */
export function* piecesOf(texts: readonly string[]): Generator<Uint8Array> {
  for (const text of texts) yield* pieces(text, undefined);
}

function* pieces(text: string, size: number | undefined): Generator<Uint8Array> {
  if (text === "") return;
  const bytes = Buffer.from(text);
  if (size === undefined) {
    yield bytes;
    return;
  }
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The status of an error event, for replies that are not streamed. */
export function faultStatus(type: string): number {
  return [400, 401, 403, 404, 413, 429, 500, 504, 529].find((status) => errorType(status) === type) ?? 500;
}

import { setTimeout as sleep } from "node:timers/promises";
import { messageEvents } from "./events";
import type { MessageOutcome } from "./exchange";
import { ConnectionReset, untilAborted, type Fault } from "./faults";
import type { StreamOptions } from "./scripted-model";
import { frame } from "./sse";
import { errorType, type StreamEvent } from "./wire";

/** Pieces of a body, as they are written to the connection. */
export type Body = AsyncIterable<Uint8Array>;

/**
 * What was written has to be read before a reset: a client that finds data and reset together may take them for
 * a plain end of the connection (libuv does).
 */
const DELIVERY_MS = 20;

/**
 * A reply as a stream of frames, with the step's fault in it. Ends early where the fault says so; throws
 * `ConnectionReset` where the connection breaks.
 */
export async function* streamBody(
  outcome: MessageOutcome,
  options: StreamOptions,
  signal: AbortSignal,
): Body {
  const lineEnd = options.crlf === true ? "\r\n" : "\n";
  const { fault } = outcome;
  let index = 0;
  for (const event of messageEvents(outcome.message, {
    ...options,
    chunks: outcome.chunks,
    calls: outcome.calls,
  })) {
    const text = frame(event, lineEnd);
    if (fault !== undefined && index === (fault.at ?? 0)) {
      yield* pieces(faultyFrame(fault, text), options.bytes);
      if (fault.kind === "reset") {
        await sleep(DELIVERY_MS);
        throw new ConnectionReset();
      }
      if (fault.kind === "stall") await untilAborted(signal);
      if (fault.kind !== "malformed") return;
    } else yield* pieces(text, options.bytes);
    index += 1;
  }
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
export async function* wholeBody(text: string, fault: Fault | undefined): Body {
  const half = text.slice(0, Math.floor(text.length / 2));
  switch (fault?.kind) {
    case "reset":
      if (fault.inside === true) yield Buffer.from(half);
      await sleep(DELIVERY_MS);
      throw new ConnectionReset();
    case "truncate":
    case "malformed":
      yield Buffer.from(half);
      return;
    default:
      yield Buffer.from(text);
  }
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

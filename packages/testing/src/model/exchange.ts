import type { Content } from "./content";
import type { Fault } from "../script/faults";
import type { Call, ErrorReply } from "../script/step";
import { errorType, type ErrorEnvelope, type Message } from "../wire/shapes";

/** What the model makes of one request, before any face has put it into its own form. */
export type Outcome = MessageOutcome | ErrorOutcome;

export interface MessageOutcome {
  kind: "message";
  requestId: string;
  message: Message;
  /** Of the message. */
  content: Content;
  chunks: number;
  calls: readonly Call[];
  fault?: Fault;
}

export interface ErrorOutcome {
  kind: "error";
  requestId: string;
  status: number;
  envelope: ErrorEnvelope;
  /** Besides `request-id`. */
  headers: Record<string, string>;
  fault?: Fault;
}

export function errorOutcome(requestId: string, error: ErrorReply): ErrorOutcome {
  const headers: Record<string, string> = {};
  if (error.retryAfter !== undefined) headers["retry-after"] = String(error.retryAfter);
  if (error.shouldRetry !== undefined) headers["x-should-retry"] = String(error.shouldRetry);
  const type = error.type ?? errorType(error.status);
  return {
    kind: "error",
    requestId,
    status: error.status,
    envelope: {
      type: "error",
      error: {
        type,
        message: error.message ?? type,
        ...(error.code !== undefined && { details: { error_code: error.code } }),
      },
      request_id: requestId,
    },
    headers,
  };
}

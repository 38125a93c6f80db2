/** What goes wrong while a reply is sent. `at` counts the stream's events that are sent whole before it. */
export type Fault =
  /** The connection is reset; `inside`: with half of the next event sent. At 0 (the default) before the status line. */
  | { kind: "reset"; at?: number; inside?: boolean }
  /** The stream ends, cleanly, without the rest of its events. */
  | { kind: "truncate"; at: number }
  /** Nothing more is sent; the connection stays open until the client gives up. At 0 (the default): not even headers. */
  | { kind: "stall"; at?: number }
  /** The event at `at` does not parse as JSON. Whole replies: the body does not. */
  | { kind: "malformed"; at?: number }
  /** `event: error` in place of the event at `at`, then the end. Whole replies: a plain error. */
  | { kind: "error"; at?: number; type?: string; message?: string };

/** The keys each kind may have, for the check of scripts. */
export const FAULT_KEYS: Readonly<Record<Fault["kind"], readonly string[]>> = {
  reset: ["kind", "at", "inside"],
  truncate: ["kind", "at"],
  stall: ["kind", "at"],
  malformed: ["kind", "at"],
  error: ["kind", "at", "type", "message"],
};

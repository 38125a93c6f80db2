import type { ToolUse } from "../wire";

export interface ToolContextInit<State = unknown> {
  toolUse: ToolUse;
  signal?: AbortSignal;
  state?: State;
  idempotencyKey?: string;
  onProgress?: (progress: unknown) => void;
}

/**
 * What a tool may ask about the call that it serves. A parameter of this type is given by the framework and
 * stays out of the schema.
 */
export class ToolContext<State = unknown> {
  /** The call, as the model made it. */
  readonly toolUse: ToolUse;
  /** Aborted when the run ends or the tool's time is over; never aborted where nobody gave one. */
  readonly signal: AbortSignal;
  /** The same for every attempt at one call: give it to a payment provider, a database. */
  readonly idempotencyKey: string;
  /** The caller's own value, as given to `respond`, `runTool` or the run. */
  readonly state: State;
  private readonly onProgress?: (progress: unknown) => void;

  constructor(init: ToolContextInit<State>) {
    this.toolUse = init.toolUse;
    this.signal = init.signal ?? new AbortController().signal;
    this.idempotencyKey = init.idempotencyKey ?? init.toolUse.id;
    this.state = init.state as State;
    this.onProgress = init.onProgress;
  }

  /** Tell whoever watches the run how far this call is. Any plain JSON value. */
  progress(progress: unknown): void {
    this.onProgress?.(progress);
  }
}

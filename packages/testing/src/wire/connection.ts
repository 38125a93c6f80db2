/** The connection breaks here: each face does it in its own way. */
export class ConnectionReset extends Error {
  readonly code = "ECONNRESET";

  constructor() {
    super("the script resets the connection here");
    this.name = "ConnectionReset";
  }
}

/** Whoever waits for a reply, and may leave. */
export interface Abortable {
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** Waits until the client is gone. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    // Not wrapped: clients know an abort by the name of its error.
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

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

/** The answer, or the signal's reason as soon as the client is gone. Without an answer: waits until it is gone. */
export function untilAborted<T = never>(
  signal: AbortSignal,
  answer: PromiseLike<T> | T = new Promise<never>(() => undefined),
): Promise<T> {
  return new Promise((resolve, reject) => {
    // Not wrapped: clients know an abort by the name of its error.
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

/** What a timer holds; it takes a longer time for none at all. */
export const LONGEST_MS = 2 ** 31 - 1;

/** What tells the time and wakes: the system's, or a test's. Milliseconds throughout. */
export interface Clock {
  now(): number;
  setTimeout(wake: () => void, ms: number): unknown;
  clearTimeout(id: unknown): void;
}

/** Asked at each call, so that a timer that a test has put in its place counts. */
export const systemClock: Clock = {
  now: () => performance.now(),
  setTimeout: (wake, ms) => setTimeout(wake, ms),
  clearTimeout: (id) => clearTimeout(id as NodeJS.Timeout),
};

/** Wait; rejects with the signal's reason once that aborts. */
export function sleepOn(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const stop = () => {
      clock.clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = clock.setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}

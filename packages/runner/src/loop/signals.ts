import { setMaxListeners } from "node:events";
import { LONGEST_MS, systemClock, type Clock } from "../clock";

/** The work's outcome, or the signal's reason as soon as it aborts: work that never settles is not waited for. */
export function untilAborted<T>(work: PromiseLike<T> | T, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    // Heard in any case: work that fails after the abort would end the process.
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

/**
 * Takes from the signal the bound beyond which Node warns of a leak: each call of a turn may listen on it, and what its
 * tool does. A signal that is not Node's own has none.
 */
export function allowManyListeners(signal: AbortSignal): void {
  if (signal instanceof EventTarget) setMaxListeners(Infinity, signal);
}

/**
 * Do work under a signal that aborts with the outer one, and once `timeoutMs` are over.
 * @param who does the work, for the error
 */
export async function underSignal<T>(
  outer: AbortSignal,
  timeoutMs: number | undefined,
  work: (signal: AbortSignal) => PromiseLike<T>,
  who: string,
  clock: Clock = systemClock,
): Promise<T> {
  // A time that no timer holds is no limit.
  if (timeoutMs === undefined || timeoutMs > LONGEST_MS) return untilAborted(work(outer), outer);
  const controller = new AbortController();
  const follow = () => controller.abort(outer.reason);
  outer.addEventListener("abort", follow, { once: true });
  const timer = clock.setTimeout(() => controller.abort(new TimeoutError(who, timeoutMs)), timeoutMs);
  try {
    return await untilAborted(work(controller.signal), controller.signal);
  } finally {
    clock.clearTimeout(timer);
    outer.removeEventListener("abort", follow);
  }
}

export class TimeoutError extends Error {
  constructor(who: string, timeoutMs: number) {
    super(`${who} did not answer within ${String(timeoutMs)} ms.`);
  }
}

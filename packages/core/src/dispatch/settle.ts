import { SkillsError } from "../errors";

/** A tool did not settle within its time. It goes on unseen: only its signal tells it to stop. */
export class ToolTimeoutError extends SkillsError {
  constructor(tool: string, timeoutMs: number) {
    super("S309", `${tool} did not answer within ${String(timeoutMs)} ms`);
  }
}

/** What a timer holds; it takes a longer time for none. */
const LONGEST_MS = 2 ** 31 - 1;

/** What wakes when a time is over: the system's timers, or a test's. */
export interface Timers {
  setTimeout(wake: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Asked at each call, so that a timer that a test has put in its place counts. */
const systemTimers: Timers = {
  setTimeout: (wake, ms) => setTimeout(wake, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

export interface Limits {
  signal?: AbortSignal;
  timeoutMs?: number;
  timers?: Timers;
}

/**
 * Runs `work`, and settles as soon as the time is over or the signal is aborted, whatever the work does: it gets a
 * signal that tells it to stop then. A time that no timer holds (`Infinity`, 25 days) is no limit.
 *
 * @throws ToolTimeoutError, or the signal's reason
 */
export function settled<T>(
  tool: string,
  { signal: outer, timeoutMs, timers = systemTimers }: Limits,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  const isLimited = timeoutMs !== undefined && timeoutMs <= LONGEST_MS;
  if (!outer && !isLimited) return work(undefined);
  if (outer?.aborted) return Promise.reject(reasonOf(outer));
  return new Promise<T>((resolve, reject) => {
    // A signal is dear to make: without a time limit the outer one says all.
    const own = isLimited ? new AbortController() : undefined;
    const letGo = (): void => {
      if (isLimited) timers.clearTimeout(timer);
      outer?.removeEventListener("abort", onAbort);
    };
    // The work may never settle: nothing of it is to stay behind with the outer signal.
    const stop = (reason: Error): void => {
      letGo();
      own?.abort(reason);
      reject(reason);
    };
    const onAbort = (): void => {
      if (outer) stop(reasonOf(outer));
    };
    outer?.addEventListener("abort", onAbort, { once: true });
    const timer = isLimited
      ? timers.setTimeout(() => {
          stop(new ToolTimeoutError(tool, timeoutMs));
        }, timeoutMs)
      : undefined;
    void work(own?.signal ?? outer)
      .then(resolve, reject)
      .finally(letGo);
  });
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error("aborted", { cause: reason });
}

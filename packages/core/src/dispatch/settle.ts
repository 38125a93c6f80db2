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
 * signal that tells it to stop then. A time that no timer holds (`Infinity`, 25 days) is no limit. Within work that has
 * a limit already, the same signal and a time that is no shorter cost next to nothing.
 *
 * @throws ToolTimeoutError, or the signal's reason
 */
export function settled<T>(
  tool: string,
  { signal: outer, timeoutMs, timers = systemTimers }: Limits,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  const timeMs = timeoutMs ?? Infinity;
  const isLimited = timeMs <= LONGEST_MS && timeMs < limitOf(outer);
  if (!outer && !isLimited) return work(undefined);
  if (outer?.aborted) return Promise.reject(reasonOf(outer));
  return new Promise<T>((resolve, reject) => {
    // A signal is dear to make: without a time limit of its own the outer one says all.
    const own = isLimited ? new AbortController() : undefined;
    if (own) limits.set(own.signal, timeMs);
    // The work may never settle: nothing of it is to stay behind with the outer signal.
    const letGo = (): void => {
      if (isLimited) timers.clearTimeout(timer);
      unwatch?.();
    };
    const stop = (reason: Error): void => {
      letGo();
      own?.abort(reason);
      reject(reason);
    };
    const unwatch = outer && watch(outer, stop);
    const timer = isLimited
      ? timers.setTimeout(() => {
          stop(new ToolTimeoutError(tool, timeMs));
        }, timeMs)
      : undefined;
    void work(own?.signal ?? outer)
      .then(resolve, reject)
      .finally(letGo);
  });
}

/** The time, in milliseconds, after which a signal that was made here aborts at the latest. */
const limits = new WeakMap<AbortSignal, number>();

function limitOf(signal: AbortSignal | undefined): number {
  return (signal && limits.get(signal)) ?? Infinity;
}

interface Watch {
  stops: Set<(reason: Error) => void>;
  onAbort: () => void;
}

/** One listener a signal, however many calls it can stop: those of a turn, and what is within each. */
const watches = new WeakMap<AbortSignal, Watch>();

/** @returns the way to let go of the signal */
function watch(signal: AbortSignal, stop: (reason: Error) => void): () => void {
  const known = watches.get(signal);
  const { stops, onAbort } = known ?? newWatch(signal);
  stops.add(stop);
  return () => {
    if (!stops.delete(stop) || stops.size > 0) return;
    signal.removeEventListener("abort", onAbort);
    watches.delete(signal);
  };
}

function newWatch(signal: AbortSignal): Watch {
  const stops = new Set<(reason: Error) => void>();
  const onAbort = (): void => {
    for (const stop of stops) stop(reasonOf(signal));
  };
  const made = { stops, onAbort };
  watches.set(signal, made);
  signal.addEventListener("abort", onAbort, { once: true });
  return made;
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error("aborted", { cause: reason });
}

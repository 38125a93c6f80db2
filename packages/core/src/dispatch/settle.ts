import { SkillsError } from "../errors";

/** A tool did not settle within its time. It goes on unseen: only its signal tells it to stop. */
export class ToolTimeoutError extends SkillsError {
  constructor(tool: string, timeoutMs: number) {
    super("S309", `${tool} did not answer within ${String(timeoutMs)} ms`);
  }
}

/** What a timer holds; it takes a longer time for none. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Runs `work` with a signal of its own, and settles as soon as the time is over or the outer signal is aborted,
 * whatever the work does. A time that no timer holds (`Infinity`, 25 days) is no limit.
 *
 * @throws ToolTimeoutError, or the outer signal's reason
 */
export function settled<T>(
  tool: string,
  outer: AbortSignal | undefined,
  timeoutMs: number | undefined,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  const isLimited = timeoutMs !== undefined && timeoutMs <= LONGEST_MS;
  if (!outer && !isLimited) return work(undefined);
  if (outer?.aborted) return Promise.reject(reasonOf(outer));
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const stop = (reason: Error): void => {
      controller.abort(reason);
      reject(reason);
    };
    const onAbort = (): void => {
      if (outer) stop(reasonOf(outer));
    };
    outer?.addEventListener("abort", onAbort, { once: true });
    const timer = isLimited
      ? setTimeout(() => {
          stop(new ToolTimeoutError(tool, timeoutMs));
        }, timeoutMs)
      : undefined;
    void work(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        outer?.removeEventListener("abort", onAbort);
      });
  });
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error("aborted", { cause: reason });
}

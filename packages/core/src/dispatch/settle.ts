import { SkillsError } from "../errors";

/** A tool did not settle within its time. It goes on unseen: only its signal tells it to stop. */
export class ToolTimeoutError extends SkillsError {
  constructor(tool: string, timeoutMs: number) {
    super("S309", `${tool} did not answer within ${String(timeoutMs)} ms`);
  }
}

/**
 * Runs `work` with a signal of its own, and settles as soon as the time is over or the outer signal is aborted,
 * whatever the work does.
 *
 * @throws ToolTimeoutError, or the outer signal's reason
 */
export function settled<T>(
  tool: string,
  outer: AbortSignal | undefined,
  timeoutMs: number | undefined,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (!outer && timeoutMs === undefined) return work(undefined);
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
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            stop(new ToolTimeoutError(tool, timeoutMs));
          }, timeoutMs);
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

import type { ToolSpec } from "@skills/core";
import { sleepOn, systemClock, type Clock } from "../clock";
import { isSdkError } from "../errors";

/** Milliseconds before the second attempt; doubled before each one after, up to the longest. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 30_000;

interface Attempt {
  outcome: string;
  error?: unknown;
}

/**
 * Run a call again while it fails, at most `retries` times: only of a tool that says it is read-only or idempotent,
 * and only where it failed by accident, not by an answer of its own (`ToolError`) or by a mistake of the model.
 */
export async function withRetries<Result extends Attempt>(
  tool: ToolSpec | undefined,
  { retries, clock = systemClock }: { retries: number; clock?: Clock },
  signal: AbortSignal,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const { readOnly, idempotent } = tool?.options.annotations ?? {};
  const attempts = readOnly || idempotent ? retries : 0;
  let result = await attempt();
  for (let n = 0; n < attempts && failedByAccident(result) && !signal.aborted; n++) {
    try {
      await sleepOn(clock, Math.min(FIRST_WAIT_MS * 2 ** n, LONGEST_WAIT_MS), signal);
    } catch {
      break;
    }
    result = await attempt();
  }
  return result;
}

function failedByAccident({ outcome, error }: Attempt): boolean {
  return outcome === "timeout" || (outcome === "error" && !isSdkError(error, "ToolError"));
}

import { RunError } from "./errors";
import type { LimitCounts } from "./limits";
import type { BetaMessageParam, BetaToolUseBlock } from "./sdk-types";
import type { ModelUsage } from "./usage";

const VERSION = 1;

/** A run that has ended, as plain JSON: another process can go on with it. */
export interface RunState {
  version: typeof VERSION;
  /** The history; of a paused run, with the results of those calls of its last turn that were answered. */
  messages: BetaMessageParam[];
  /** Calls that wait for a decision. */
  pending: BetaToolUseBlock[];
  turns: number;
  usage: Record<string, ModelUsage>;
  counts: LimitCounts;
}

export function makeState(parts: Omit<RunState, "version">): RunState {
  return JSON.parse(JSON.stringify({ version: VERSION, ...parts })) as RunState;
}

/** @throws RunError where this is no state, or one of another version of this package */
export function readState(state: unknown): RunState {
  const { version, messages, pending, turns, usage, counts } = (state ?? {}) as Partial<RunState>;
  if (version !== VERSION) {
    throw new RunError("S413", `the state is of version ${String(version)}, not ${String(VERSION)}`, {
      help: "resume it with the version of @skills/runner that made it",
    });
  }
  const whole =
    Array.isArray(messages) &&
    Array.isArray(pending) &&
    typeof turns === "number" &&
    [usage, counts].every((part) => typeof part === "object" && part !== null);
  if (!whole) throw new RunError("S413", "the state is damaged: parts of it are missing");
  return state as RunState;
}

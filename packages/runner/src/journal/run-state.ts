import { randomUUID } from "node:crypto";
import { RunError } from "../errors";
import { noCounts, type LimitCounts } from "../agent/limits";
import type { BetaMessageParam, BetaToolUseBlock } from "../sdk-types";
import type { ModelUsage } from "../agent/usage";

const VERSION = 1;

/** A run that has ended, as plain JSON: another process can go on with it. */
export interface RunState {
  version: typeof VERSION;
  /** Names the run wherever it goes on: part of its calls' idempotency keys. */
  id: string;
  /** The history; of a paused run, with the results of those calls of its last turn that were answered. */
  messages: BetaMessageParam[];
  /** Calls that wait for a decision; those inside of a call have its id before their own (`toolu_1/toolu_7`). */
  pending: BetaToolUseBlock[];
  /** The runs that wait inside of calls, by the calls' ids. */
  inside: Record<string, RunState>;
  turns: number;
  usage: Record<string, ModelUsage>;
  counts: LimitCounts;
}

/** A run that has not begun. */
export function newState(prompt: string | BetaMessageParam[], id: string = randomUUID()): RunState {
  const messages: BetaMessageParam[] =
    typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt;
  return { version: VERSION, id, messages, pending: [], inside: {}, turns: 0, usage: {}, counts: noCounts() };
}

export function makeState(parts: Omit<RunState, "version">): RunState {
  return JSON.parse(JSON.stringify({ version: VERSION, ...parts })) as RunState;
}

/** @throws RunError where this is no state, or one of another version of this package */
export function readState(state: unknown): RunState {
  const { version, id, messages, pending, inside, turns, usage, counts } = (state ?? {}) as Partial<RunState>;
  if (version !== VERSION) {
    throw new RunError("S413", `the state is of version ${String(version)}, not ${String(VERSION)}`, {
      help: "resume it with the version of @skills/runner that made it",
    });
  }
  const whole =
    Array.isArray(messages) &&
    Array.isArray(pending) &&
    typeof id === "string" &&
    typeof turns === "number" &&
    [usage, counts, inside].every((part) => typeof part === "object" && part !== null);
  if (!whole) throw new RunError("S413", "the state is damaged: parts of it are missing");
  return state as RunState;
}

import { randomUUID } from "node:crypto";
import { RunError } from "../errors";
import { noCounts, type LimitCounts } from "../agent/limits";
import { blocksIn, lastAssistant } from "../history/history";
import type { BetaMessage, BetaMessageParam, BetaToolUseBlock } from "../sdk-types";
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
  /** Of the last reply: with one that ended the run, the state is that of a run that is over. */
  stopReason?: BetaMessage["stop_reason"];
  /** The text of a tool that ended the run by its result. */
  finalAnswer?: string;
  usage: Record<string, ModelUsage>;
  counts: LimitCounts;
}

/** A run that has not begun. */
export function newState(prompt: string | BetaMessageParam[], id: string = randomUUID()): RunState {
  const messages: BetaMessageParam[] =
    typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt;
  return { version: VERSION, id, messages, pending: [], inside: {}, turns: 0, usage: {}, counts: noCounts() };
}

/** How far a run had come that goes on. */
export interface Standing {
  turns: number;
  /** Nothing came into the history after the last reply. */
  atReply: boolean;
  lastReply?: Pick<BetaMessage, "content" | "stop_reason">;
  finalAnswer?: string;
}

export function standingOf({ messages, turns, stopReason, finalAnswer }: RunState): Standing {
  if (stopReason == null) return { turns, atReply: false, finalAnswer };
  const content = blocksIn(messages[lastAssistant(messages)]) as BetaMessage["content"];
  const atReply = messages.at(-1)?.role === "assistant";
  return { turns, atReply, lastReply: { content, stop_reason: stopReason }, finalAnswer };
}

export function makeState(parts: Omit<RunState, "version">): RunState {
  return JSON.parse(JSON.stringify({ version: VERSION, ...parts })) as RunState;
}

/** @throws RunError S413 where this is no state, a damaged one, or one of another version of this package */
export function readState(state: unknown): RunState {
  const { version } = (state ?? {}) as Partial<RunState>;
  if (version !== VERSION) {
    throw new RunError("S413", `the state is of version ${String(version)}, not ${String(VERSION)}`, {
      help: "resume it with the version of @skills/runner that made it",
    });
  }
  const broken = Object.entries(PARTS).flatMap(([name, isWhole]) =>
    isWhole((state as Record<string, unknown>)[name]) ? [] : [name],
  );
  if (broken.length === 0) return state as RunState;
  throw new RunError("S413", `the state is damaged: ${broken.join(", ")}`, {
    help: "keep the state whole, as run.state() gave it; agent.run(messages) begins anew with its history",
  });
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isCount: Check = (value) => typeof value === "number" && value >= 0;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isListOf =
  (isItem: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(isItem);
const isMapOf =
  (isItem: Check): Check =>
  (value) =>
    isRecord(value) && Object.values(value).every(isItem);

/** What each part of a state has to be, as far as the run relies on it. */
const PARTS: Record<Exclude<keyof RunState, "version">, Check> = {
  id: isText,
  messages: isListOf((message) => isRecord(message) && isText(message.role)),
  pending: isListOf((call) => isRecord(call) && isText(call.id) && isText(call.name)),
  inside: isMapOf((state) => readState(state) === state),
  turns: isCount,
  stopReason: (value) => value == null || isText(value),
  finalAnswer: (value) => value === undefined || isText(value),
  usage: isMapOf(isRecord),
  counts: (value) =>
    isRecord(value) &&
    isCount(value.calls) &&
    isCount(value.failuresInARow) &&
    isMapOf(isCount)(value.callsByTool) &&
    isRecord(value.repeats) &&
    isMapOf(isCount)(value.repeats.inARow) &&
    isCount(value.repeats.stuckTurns),
};

import type { CallAnswer } from "../loop/call-runner";
import { RunError } from "../errors";
import type { LimitCounts } from "../agent/limits";
import type { RunState } from "./run-state";
import type { BetaMessage, BetaMessageParam } from "../sdk-types";

export const JOURNAL_VERSION = 1;

/** What happened in a run, one step: plain JSON. */
export type JournalRecord =
  /** The first one: what the run began with. */
  | { type: "run"; version: typeof JOURNAL_VERSION; state: RunState }
  | { type: "request_started" }
  /** A whole reply, as it is kept. A compaction's is kept by a `history` after it. */
  | { type: "request_finished"; message: BetaMessage; compaction: boolean }
  /** The call is about to run: what follows may have happened without leaving a record. */
  | { type: "call_started"; id: string; name: string }
  | { type: "call_finished"; answer: CallAnswer }
  /** The message that answers the turn's calls, or those of them that do not wait. */
  | { type: "results"; message: BetaMessageParam; counts: LimitCounts; finalAnswer?: string }
  /** A message that was put into the history otherwise. */
  | { type: "message"; message: BetaMessageParam }
  /** The whole history was replaced. */
  | { type: "history"; messages: BetaMessageParam[] }
  /** A step of the run inside of this call. */
  | { type: "inside"; call: string; record: JournalRecord };

/**
 * Keeps the records of one run, in order. A run on a journal that has records goes on from them: what has finished is
 * not done again.
 */
export interface Journal {
  /** The records so far. */
  read(): readonly JournalRecord[];
  /** Keeps a record for good before it returns, or before its promise resolves: the run does not go on without. */
  append(record: JournalRecord): void | Promise<void>;
}

/** A journal for as long as the process lives: a run that failed goes on where it was. */
export class MemoryJournal implements Journal {
  private readonly lines: string[] = [];

  read(): readonly JournalRecord[] {
    return this.lines.map((line) => JSON.parse(line) as JournalRecord);
  }

  append(record: JournalRecord): void {
    // Text, so that nothing that changes later changes here.
    this.lines.push(JSON.stringify(record));
  }
}

const held = new WeakSet<Journal>();

/**
 * Keeps other runs of this process from a journal: two that go on with one run would do everything twice.
 * @returns the way to let go
 * @throws RunError S419 where another run has it
 */
export function holdJournal(journal: Journal): () => void {
  if (held.has(journal)) {
    throw new RunError("S419", "another run is under way with this journal", {
      help: "await that run first; give each run a journal of its own",
    });
  }
  held.add(journal);
  return () => held.delete(journal);
}

/** @throws RunError S418 where the records are none of this version's */
export function checkRecords(records: readonly JournalRecord[]): void {
  const [first] = records;
  if (!first) return;
  const version = first.type === "run" ? first.version : undefined;
  if (first.type === "run" && version === JOURNAL_VERSION) return;
  throw new RunError("S418", `the journal is of version ${String(version)}, not ${String(JOURNAL_VERSION)}`, {
    help: "finish its run with the version of @skills/runner that began it, or take another journal",
  });
}

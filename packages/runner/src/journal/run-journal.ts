import { messageOf, RunError } from "../errors";
import { untilAborted } from "../loop/signals";
import { handled } from "../model-port";
import { JOURNAL_VERSION, type Journal, type JournalRecord } from "./journal";
import { RestoredRun } from "./restored-run";
import type { RunState } from "./run-state";

/**
 * The run that a journal tells of; undefined where it is empty.
 * @throws RunError S418 where it is not the one that began with this state
 */
export function restoredRun(journal: Pick<Journal, "read">, state: RunState): RestoredRun | undefined {
  const restored = RestoredRun.from(recordsOf(journal));
  if (!restored) return undefined;
  const { begin } = restored;
  if (begin.id === state.id || JSON.stringify(begin.messages) === JSON.stringify(state.messages))
    return restored;
  throw new RunError("S418", "the journal is of another run: it began with other messages", {
    help: "give each run a journal of its own; to go on with a run, begin it as it was begun",
  });
}

/** @throws RunError S418 */
function recordsOf(journal: Pick<Journal, "read">): readonly JournalRecord[] {
  try {
    const records = journal.read();
    if (Array.isArray(records)) return records as readonly JournalRecord[];
  } catch (cause) {
    if (cause instanceof RunError) throw cause;
    throw new RunError("S418", `the journal cannot be read: ${messageOf(cause)}`, { cause });
  }
  throw new RunError("S418", "the journal's read() gave no list of records", {
    help: "read() gives what is there, not a promise of it: what has to be waited for is read before the run",
  });
}

/**
 * Keeps records in their order, before the first one what the run began with. A run that was told to end does not wait
 * until they are kept.
 */
export function recorder(
  journal: Pick<Journal, "append">,
  begin: RunState | undefined,
  signal: AbortSignal,
): (record: JournalRecord) => void | Promise<void> {
  let first = begin;
  let last: Promise<void> | undefined;
  const append = async (record: JournalRecord): Promise<void> => {
    try {
      await journal.append(record);
    } catch (cause) {
      throw new RunError("S424", `the journal did not keep a record: ${messageOf(cause)}`, {
        cause,
        help: "what the journal holds is whole: begin the run again with it once it can be written",
      });
    }
  };
  return (record) => {
    const records: JournalRecord[] = [record];
    if (first) records.unshift({ type: "run", version: JOURNAL_VERSION, state: first });
    first = undefined;
    for (const each of records) last = handled(last ? last.then(() => append(each)) : append(each));
    return untilAborted(last, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  };
}

import type { CallAnswer } from "../loop/call-runner";
import { RunError } from "../errors";
import { findGaps, keptReply, lastAssistant, putMessageOfResults } from "../history/history";
import { checkRecords, type JournalRecord } from "./journal";
import { standingOf, type RunState, type Standing } from "./run-state";
import type { BetaMessage, BetaMessageParam } from "../sdk-types";

type Used = Pick<BetaMessage, "model" | "usage">;

/** A run as its journal tells of it. */
export class RestoredRun implements Standing {
  readonly begin: RunState;
  /** The history: of its last turn, results may be missing that stand in `answers`. */
  messages: BetaMessageParam[];
  turns: number;
  counts: RunState["counts"];
  lastReply?: Standing["lastReply"];
  atReply: boolean;
  finalAnswer?: string;
  /** What was used since the beginning, by inner runs too. */
  readonly used: Used[] = [];
  /** Calls of the last turn that have their answers. */
  readonly answers = new Map<string, CallAnswer>();
  /** Calls of the last turn that had begun, and whose answers are not known. */
  readonly started = new Set<string>();
  private readonly inside = new Map<string, JournalRecord[]>();

  private constructor(state: RunState) {
    this.begin = state;
    this.messages = [...state.messages];
    ({
      turns: this.turns,
      atReply: this.atReply,
      lastReply: this.lastReply,
      finalAnswer: this.finalAnswer,
    } = standingOf(state));
    this.counts = state.counts;
  }

  /** @throws RunError S418 for records that are none of this version's, or out of order */
  static from(records: readonly JournalRecord[]): RestoredRun | undefined {
    checkRecords(records);
    const [first, ...rest] = records;
    if (first?.type !== "run") return undefined;
    const run = new RestoredRun(first.state);
    for (const record of rest) run.follow(record);
    // Calls that started early, of a reply that did not live to be recorded: it is asked for again, and is another.
    run.forgetAnswered();
    return run;
  }

  /** Records of the run inside of a call. */
  insideOf(id: string): readonly JournalRecord[] {
    return this.inside.get(id) ?? [];
  }

  private follow(record: JournalRecord): void {
    switch (record.type) {
      case "request_started":
        return;
      case "request_finished":
        return this.followReply(record.message, record.compaction);
      case "call_started":
        this.started.add(record.id);
        return;
      case "call_finished":
        this.started.delete(record.answer.toolUse.id);
        this.answers.set(record.answer.toolUse.id, record.answer);
        return;
      case "results":
        this.atReply = false;
        putMessageOfResults(this.messages, lastAssistant(this.messages), record.message);
        this.counts = record.counts;
        this.finalAnswer = record.finalAnswer;
        this.forgetAnswered();
        return;
      case "message":
        this.atReply = false;
        this.messages.push(record.message);
        this.finalAnswer = undefined;
        return;
      case "history":
        this.atReply = false;
        this.messages = [...record.messages];
        this.finalAnswer = undefined;
        this.forgetAnswered();
        return;
      case "inside":
        this.noteInside(record.call, record.record);
        this.used.push(...usedIn(record.record));
        return;
      case "run":
        throw new RunError("S418", "the journal holds two runs", {
          help: "give each run a journal of its own",
        });
    }
  }

  private noteInside(call: string, record: JournalRecord): void {
    const records = this.inside.get(call);
    if (records) records.push(record);
    else this.inside.set(call, [record]);
  }

  private followReply(message: BetaMessage, compaction: boolean): void {
    this.used.push(message);
    if (compaction) return;
    this.turns += 1;
    this.atReply = true;
    this.lastReply = message;
    const kept = keptReply(message);
    if (kept) this.messages.push(kept);
  }

  /** What is answered in the history needs no memory beside it. */
  private forgetAnswered(): void {
    const open = new Set(findGaps(this.messages).flatMap(({ missing }) => missing.map(({ id }) => id)));
    for (const map of [this.answers, this.inside])
      for (const id of map.keys()) if (!open.has(id)) map.delete(id);
    for (const id of this.started) if (!open.has(id)) this.started.delete(id);
  }
}

function usedIn(record: JournalRecord): Used[] {
  if (record.type === "inside") return usedIn(record.record);
  return record.type === "request_finished" ? [record.message] : [];
}

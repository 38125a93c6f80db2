import { wireForm, type ToolSpec } from "@skills/core";
import type { CallAnswer, Verdict } from "../loop/call-runner";
import type { BetaToolUseBlock } from "../sdk-types";
import { noRepeats, Repeats, type RepeatCounts } from "./repeats";
import type { UsageMeter } from "./usage";

/** What bounds a run. Where nothing is given, nothing bounds it, unless a default is named. */
export interface LimitOptions {
  /** Replies of the model. No default, as in the SDK's runner: a task may take two of them or two hundred. */
  maxTurns?: number;
  /** Tokens of every kind, of the whole run. Checked before each request. */
  maxTokensTotal?: number;
  /** US dollars by `prices`, of the models that have one there. Checked before each request. */
  maxCostUsd?: number;
  /** Milliseconds for the whole run; over, what is under way is aborted. */
  deadlineMs?: number;
  /** Calls of the whole run; those beyond are answered as not run, and the run ends. */
  maxToolCalls?: number;
  /** Failed calls in a row, of whichever tool, after which the run ends. */
  maxConsecutiveFailures?: number;
  /**
   * One tool with one input in a row, or calls in a row that no input could make work: of tools that are not there, or
   * whose own limit is used up. Those beyond are answered as not run; after as many turns of nothing else the run ends.
   * Default 5.
   */
  maxIdenticalCalls?: number;
}

export type LimitName = keyof LimitOptions;

const MAX_IDENTICAL_CALLS = 5;

/** What was counted of a run, as plain JSON. */
export interface LimitCounts {
  calls: number;
  failuresInARow: number;
  callsByTool: Record<string, number>;
  repeats: RepeatCounts;
}

export function noCounts(): LimitCounts {
  return { calls: 0, failuresInARow: 0, callsByTool: {}, repeats: noRepeats() };
}

/** Keeps count of one run. */
export class Limits {
  /** The limit that ended the run. */
  reached?: LimitName;
  private calls: number;
  private failuresInARow: number;
  private readonly callsByTool: Map<string, number>;
  private readonly repeats: Repeats;

  /** @param isThere whether anything could run this call */
  constructor(
    private readonly options: LimitOptions,
    private readonly usage: UsageMeter,
    before: LimitCounts,
    private readonly isThere: (toolUse: BetaToolUseBlock) => boolean,
  ) {
    this.calls = before.calls;
    this.failuresInARow = before.failuresInARow;
    this.callsByTool = new Map(Object.entries(before.callsByTool));
    this.repeats = new Repeats(before.repeats, options.maxIdenticalCalls ?? MAX_IDENTICAL_CALLS);
  }

  get counts(): LimitCounts {
    const { calls, failuresInARow, callsByTool, repeats } = this;
    return { calls, failuresInARow, callsByTool: Object.fromEntries(callsByTool), repeats: repeats.counts };
  }

  /** Whether the model may be asked once more, after this number of turns. */
  mayAsk(turns: number): boolean {
    const { maxTurns = Infinity, maxTokensTotal = Infinity, maxCostUsd = Infinity } = this.options;
    if (this.reached) return false;
    if (turns >= maxTurns) this.reached = "maxTurns";
    else if (this.usage.tokens >= maxTokensTotal) this.reached = "maxTokensTotal";
    else if (this.usage.knownCostUsd >= maxCostUsd) this.reached = "maxCostUsd";
    return this.reached === undefined;
  }

  /** Refuses a call that goes beyond a limit. */
  judge(toolUse: BetaToolUseBlock, spec: ToolSpec | undefined): Verdict {
    const { maxToolCalls = Infinity } = this.options;
    if (this.calls >= maxToolCalls) {
      this.reached = "maxToolCalls";
      return {
        refuse: `Not run: this run allows ${count(maxToolCalls, "tool call")}, and they are used up.`,
      };
    }
    const { name } = toolUse;
    const wireName = wireForm(name);
    const ofTool = this.callsByTool.get(wireName) ?? 0;
    const maxCalls = spec?.options.limits?.maxCalls ?? Infinity;
    const usedUp =
      ofTool >= maxCalls ? `${name} may be called ${count(maxCalls, "time")} in a run` : undefined;
    const hopeless = usedUp ?? (this.isThere(toolUse) ? undefined : `there is no tool ${name}`);
    const repeated = this.repeats.refusal(toolUse, hopeless);
    if (repeated !== undefined) return { refuse: repeated };
    if (usedUp !== undefined) return { refuse: `Not run: ${usedUp}.` };
    this.calls += 1;
    this.callsByTool.set(wireName, ofTool + 1);
    return undefined;
  }

  /** A call that was counted was not run after all: it waits, and is counted when it runs. */
  takeBack({ id, name: called }: BetaToolUseBlock): void {
    const name = wireForm(called);
    this.calls -= 1;
    this.callsByTool.set(name, (this.callsByTool.get(name) ?? 1) - 1);
    this.repeats.takeBack(id);
  }

  /** A turn's calls have these answers. */
  note(answers: readonly CallAnswer[]): void {
    const { maxConsecutiveFailures = Infinity } = this.options;
    for (const { outcome } of answers) {
      this.failuresInARow = outcome === "ok" ? 0 : this.failuresInARow + 1;
      if (this.failuresInARow >= maxConsecutiveFailures) this.reached ??= "maxConsecutiveFailures";
    }
    if (this.repeats.endTurn()) this.reached ??= "maxIdenticalCalls";
  }
}

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}

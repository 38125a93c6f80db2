import type { ToolSpec } from "@skills/core";
import type { CallAnswer, Verdict } from "../loop/call-runner";
import type { BetaToolUseBlock } from "../sdk-types";
import type { UsageMeter } from "./usage";

/** What bounds a run. Where nothing is given, nothing bounds it, unless a default is named. */
export interface LimitOptions {
  /** Replies of the model. */
  maxTurns?: number;
  /** Tokens of every kind, of the whole run. Checked before each request. */
  maxTokensTotal?: number;
  /** US dollars by `prices`. Checked before each request. */
  maxCostUsd?: number;
  /** Milliseconds for the whole run; over, what is under way is aborted. */
  deadlineMs?: number;
  /** Calls of the whole run; those beyond are answered as not run, and the run ends. */
  maxToolCalls?: number;
  /** Failed calls in a row, of whichever tool, after which the run ends. */
  maxConsecutiveFailures?: number;
  /** One tool with one input in a row; those beyond are answered as not run. Default 5. */
  maxIdenticalCalls?: number;
}

export type LimitName = Exclude<keyof LimitOptions, "maxIdenticalCalls">;

const MAX_IDENTICAL_CALLS = 5;

/** What was counted of a run, as plain JSON. */
export interface LimitCounts {
  calls: number;
  failuresInARow: number;
  callsByTool: Record<string, number>;
  last: { key: string; times: number };
}

export function noCounts(): LimitCounts {
  return { calls: 0, failuresInARow: 0, callsByTool: {}, last: { key: "", times: 0 } };
}

/** Keeps count of one run. */
export class Limits {
  /** The limit that ended the run. */
  reached?: LimitName;
  readonly counts: LimitCounts;

  constructor(
    private readonly options: LimitOptions,
    private readonly usage: UsageMeter,
    before: LimitCounts,
  ) {
    this.counts = structuredClone(before);
  }

  /** Whether the model may be asked once more, after this number of turns. */
  mayAsk(turns: number): boolean {
    const { maxTurns = Infinity, maxTokensTotal = Infinity, maxCostUsd = Infinity } = this.options;
    if (this.reached) return false;
    if (turns >= maxTurns) this.reached = "maxTurns";
    else if (this.usage.tokens >= maxTokensTotal) this.reached = "maxTokensTotal";
    else if ((this.usage.costUsd ?? 0) >= maxCostUsd) this.reached = "maxCostUsd";
    return this.reached === undefined;
  }

  /** Refuses a call that goes beyond a limit. */
  judge(toolUse: BetaToolUseBlock, spec: ToolSpec | undefined): Verdict {
    const { maxToolCalls = Infinity, maxIdenticalCalls = MAX_IDENTICAL_CALLS } = this.options;
    const { counts } = this;
    if (counts.calls >= maxToolCalls) {
      this.reached = "maxToolCalls";
      return {
        refuse: `Not run: this run allows ${count(maxToolCalls, "tool call")}, and they are used up.`,
      };
    }
    const ofTool = counts.callsByTool[toolUse.name] ?? 0;
    const maxCalls = spec?.options.limits?.maxCalls ?? Infinity;
    if (ofTool >= maxCalls) {
      return { refuse: `Not run: ${toolUse.name} may be called ${count(maxCalls, "time")} in a run.` };
    }
    const key = `${toolUse.name} ${JSON.stringify(toolUse.input)}`;
    counts.last = { key, times: counts.last.key === key ? counts.last.times + 1 : 1 };
    if (counts.last.times > maxIdenticalCalls) {
      return {
        refuse: `Not run: this is the same call of ${toolUse.name} for the ${String(counts.last.times)}th time in a row. Its result will not change: do something else, or say what keeps you from going on.`,
      };
    }
    counts.calls += 1;
    counts.callsByTool[toolUse.name] = ofTool + 1;
    return undefined;
  }

  /** A call that was counted was not run after all: it waits, and is counted when it runs. */
  takeBack(toolUse: BetaToolUseBlock): void {
    const { counts } = this;
    counts.calls -= 1;
    counts.callsByTool[toolUse.name] = (counts.callsByTool[toolUse.name] ?? 1) - 1;
    counts.last.times -= 1;
  }

  note(answers: readonly CallAnswer[]): void {
    const { maxConsecutiveFailures = Infinity } = this.options;
    for (const { outcome } of answers) {
      this.counts.failuresInARow = outcome === "ok" ? 0 : this.counts.failuresInARow + 1;
      if (this.counts.failuresInARow >= maxConsecutiveFailures) this.reached ??= "maxConsecutiveFailures";
    }
  }
}

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}

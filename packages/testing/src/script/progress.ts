import { describeStep } from "./check-script";
import { matches, mismatches } from "./match";
import type { ScriptedRequest } from "../model/request";
import type { PlacedStep } from "./step";

interface Entry extends PlacedStep {
  /** How many requests it may still answer. */
  left: number;
}

/** How far a script has been played. */
export class Progress {
  private readonly entries: Entry[];
  private readonly rules: Entry[];
  /** The others, each for one request. */
  private readonly ordered: Entry[];
  private played = 0;

  constructor(steps: readonly PlacedStep[]) {
    this.entries = steps.map((placed) => ({ ...placed, left: uses(placed) }));
    this.rules = this.entries.filter(isRule);
    this.ordered = this.entries.filter((entry) => !isRule(entry));
  }

  /** The step that answers this request, now used: the first rule that matches, else the next ordered step. */
  take(request: ScriptedRequest): PlacedStep | undefined {
    const entry =
      this.rules.find((rule) => rule.left > 0 && answers(rule, request)) ?? this.ordered[this.played++];
    if (entry !== undefined) entry.left -= 1;
    return entry;
  }

  /** Steps that some request has still to ask for. */
  get left(): PlacedStep[] {
    return this.entries.filter((entry) => entry.left > 0 && entry.left !== Infinity);
  }

  /** The open or used-up rule that comes nearest to the request, with what does not fit. */
  nearest(request: ScriptedRequest): string[] {
    const rules = this.rules.map((entry) => ({ entry, reasons: reasonsFor(entry, request) }));
    const [best] = rules.sort((a, b) => a.reasons.length - b.reasons.length);
    return best === undefined
      ? []
      : [`nearest: ${describeStep(best.entry)}`, ...best.reasons.map((reason) => `  ${reason}`)];
  }

  /** The last ordered step, where the script had any. */
  get last(): PlacedStep | undefined {
    return this.ordered.at(-1);
  }
}

function isRule({ step }: PlacedStep): boolean {
  return typeof step !== "function" && step.when !== undefined;
}

function uses({ step }: PlacedStep): number {
  if (typeof step === "function" || step.times === undefined) return 1;
  return step.times === "any" ? Infinity : step.times;
}

function answers({ step }: PlacedStep, request: ScriptedRequest): boolean {
  return typeof step === "function" || step.when === undefined || matches(step.when, request);
}

function whyNot({ step }: PlacedStep, request: ScriptedRequest): string[] {
  return typeof step === "function" || step.when === undefined ? [] : mismatches(step.when, request);
}

function reasonsFor(entry: Entry, request: ScriptedRequest): string[] {
  const reasons = whyNot(entry, request);
  return reasons.length > 0
    ? reasons
    : [`it matches, but has answered all its ${String(uses(entry))} request(s)`];
}

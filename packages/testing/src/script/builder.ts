import type { Matcher } from "./match";
import { callSite } from "./place";
import {
  rememberPlace,
  type Call,
  type ErrorReply,
  type ScriptStep,
  type Step,
  type StepFunction,
} from "./step";
import type { Fault } from "./faults";

/** The step, with the line of the method's caller. */
function placed<S extends ScriptStep>(step: S): S {
  rememberPlace(step, callSite(placed, 1));
  return step;
}

type Rest = Omit<Step, "text" | "calls" | "thinking" | "blocks" | "error" | "reply" | "when" | "compaction">;

/**
 * A script that is written as calls: the same steps as the objects of a plain array, except that each one
 * knows its own line.
 */
export class ScriptBuilder implements Iterable<ScriptStep> {
  private readonly steps: ScriptStep[] = [];

  text(text: string, rest: Rest = {}): this {
    return this.push(placed({ ...rest, text }));
  }

  /** One turn that makes these calls in parallel. */
  calls(...calls: Call[]): this {
    return this.push(placed({ calls }));
  }

  error(error: ErrorReply, rest: Rest = {}): this {
    return this.push(placed({ ...rest, error }));
  }

  fault(fault: Fault, step: Step = {}): this {
    return this.push(placed({ ...step, fault }));
  }

  /** A rule: it answers whichever request matches. */
  when(when: Matcher, reply: StepFunction | Step): this {
    return this.push(placed(typeof reply === "function" ? { when, reply } : { ...reply, when }));
  }

  /** Any step, or a function that makes it from the request. */
  step(step: ScriptStep): this {
    return this.push(placed(step));
  }

  [Symbol.iterator](): Iterator<ScriptStep> {
    return this.steps[Symbol.iterator]();
  }

  private push(step: ScriptStep): this {
    this.steps.push(step);
    return this;
  }
}

/** Begins a script in which every step knows its own line: `script().calls(["quote", {}]).text("Done.")`. */
export function script(): ScriptBuilder {
  return new ScriptBuilder();
}

import {
  answerToolUse,
  traceAnswered,
  type Answer,
  type AnswerOptions,
  type BrokenSchemaError,
  type Logger,
  type ToolOutput,
  type ToolSet,
  type ToolSpec,
} from "@skills/core";
import { pendingInside, setScope, type CallScope } from "./call-scope";
import type { Clock } from "../clock";
import { isSdkError, messageOf, RunError } from "../errors";
import { notRun } from "../history/history";
import type { JournalRecord } from "../journal/journal";
import { withRetries } from "./retries";
import type { RunState } from "../journal/run-state";
import type { RunTools } from "../tools/run-tools";
import { Schedule } from "./schedule";
import type { BetaContentBlockParam, BetaToolResultBlockParam, BetaToolUseBlock } from "../sdk-types";
import { TimeoutError, underSignal, untilAborted } from "./signals";
import { sendable } from "./sendable";
import { malformedToolsetCall, runToolsetCall } from "../tools/toolset-calls";

/** How one call of a run was answered. */
export interface CallAnswer {
  toolUse: BetaToolUseBlock;
  result: BetaToolResultBlockParam;
  /** Blocks that follow all results of the turn. */
  following: BetaContentBlockParam[];
  /** `waiting`: not run, and not answered yet. */
  outcome: Answer["outcome"] | "waiting";
  output?: ToolOutput;
  /** What was thrown. */
  error?: unknown;
  /** Of a call that waits since calls inside of it do: where its run stands. */
  inside?: RunState;
  /** Milliseconds from the call's start to its answer; 0 where it was not run. */
  durationMs: number;
}

/** Before a call runs: nothing to say, another input, what is wrong with it, an answer or a refusal in its place, or a pause. */
export type Verdict =
  | { input: unknown }
  | { answer: NonNullable<BetaToolResultBlockParam["content"]> }
  | { refuse: string }
  | { broken: BrokenSchemaError }
  | { wait: true }
  | undefined;

export interface CallPolicy {
  /** Calls side by side. Default: no limit. */
  maxConcurrency?: number;
  /** Milliseconds for every tool whose own limits name none. Default: none. */
  toolTimeoutMs?: number;
  /** Further attempts at a call that failed by accident, of tools that are read-only or idempotent. Default 0. */
  toolRetries?: number;
  /** The caller's own value, for `ToolContext.state`. */
  state?: unknown;
  logger: Logger;
  /** In place of the system's. */
  clock?: Clock;
  /** Put inputs and outputs into spans. Default false. */
  recordContent?: boolean;
  /** Does a call's work in whatever is to be around it. */
  within?: <T>(work: () => T) => T;
  /** Asked for every call before it runs. */
  judge?: (
    toolUse: BetaToolUseBlock,
    spec: ToolSpec | undefined,
    signal: AbortSignal,
  ) => Verdict | Promise<Verdict>;
  /** Sees each answer before it is kept, and may change it. */
  amend?: (answer: CallAnswer) => Promise<CallAnswer>;
  /** An answer that is known from before. */
  known?: (toolUse: BetaToolUseBlock) => CallAnswer | undefined;
  /** The key of a call, the same at every attempt. Default: its id. */
  idempotencyKey?: (toolUse: BetaToolUseBlock) => string;
  /** What a run inside of the call has from this one. */
  scope?: (toolUse: BetaToolUseBlock) => CallScope;
  /** Keeps a record before the run goes on. */
  record?: (record: JournalRecord) => void | Promise<void>;
  /** The call is not run now, and not answered. */
  onWait?: (toolUse: BetaToolUseBlock) => void;
  onStart?: (toolUse: BetaToolUseBlock) => void;
  onProgress?: (toolUse: BetaToolUseBlock, progress: unknown) => void;
  onEnd?: (answer: CallAnswer) => void;
}

/**
 * Runs single calls by a run's policy. Its promises settle promptly once the signal aborts, and reject only with what
 * ends the run: the SDK's `ToolsetUsageError` (a mistake in the caller's toolset), and a hook's error.
 */
export class CallRunner {
  private readonly schedule: Schedule;

  constructor(
    private readonly tools: RunTools,
    private readonly policy: CallPolicy,
  ) {
    this.schedule = new Schedule(policy.maxConcurrency ?? Infinity);
  }

  async run(toolUse: BetaToolUseBlock, signal: AbortSignal): Promise<CallAnswer> {
    const known = this.policy.known?.(toolUse);
    if (known) return known;
    // Looked up now: a tool added or removed while the call waits or runs does not change it.
    const set = this.tools.find(toolUse.name) ?? this.tools;
    const made = await this.answer(toolUse, set, signal);
    if (made.outcome !== "waiting") return this.finish(made);
    this.policy.onWait?.(toolUse);
    return made;
  }

  /** Answers a call that is not to run. */
  skip(toolUse: BetaToolUseBlock, text: string): Promise<CallAnswer> {
    return this.finish(this.traced(unrun(toolUse, "error", text)));
  }

  private async finish(made: CallAnswer): Promise<CallAnswer> {
    const { amend, record, onEnd } = this.policy;
    const answer = sendable(amend ? await amend(made) : made);
    // A call that was aborted is told of as one: to a journal it has begun, or has not, and has no end.
    if (record && answer.outcome !== "aborted")
      await record({ type: "call_finished", answer: recorded(answer) });
    onEnd?.(answer);
    return answer;
  }

  private async answer(toolUse: BetaToolUseBlock, set: ToolSet, signal: AbortSignal): Promise<CallAnswer> {
    let leave = () => {};
    try {
      let spec = set.tool(toolUse.name);
      const isHere = spec !== undefined || this.isOffered(toolUse, set);
      // A call before it may yet bring its tool (a login, an enabling tool): it waits for those and runs alone, so that
      // what is judged is what will run.
      if (!isHere) {
        leave = await this.schedule.enter(true, signal);
        spec = set.tool(toolUse.name);
      }
      const judged = this.policy.judge?.(toolUse, spec, signal);
      const verdict = judged instanceof Promise ? await untilAborted(judged, signal) : judged;
      if (verdict && "refuse" in verdict) return this.traced(unrun(toolUse, "denied", verdict.refuse));
      if (verdict && "answer" in verdict) return this.traced(answered(toolUse, verdict.answer));
      if (verdict && "broken" in verdict)
        return this.traced(unrun(toolUse, "invalid_input", verdict.broken.plainMessage, verdict.broken));
      if (verdict && "wait" in verdict)
        return unrun(toolUse, "waiting", "Not run yet: it waits for approval.");
      if (isHere) leave = await this.schedule.enter(spec?.options.limits?.sequential ?? false, signal);
      const call = verdict ? { ...toolUse, input: verdict.input } : toolUse;
      const { toolRetries = 0, onStart, record } = this.policy;
      if (record) await record({ type: "call_started", id: toolUse.id, name: toolUse.name });
      onStart?.(toolUse);
      return await withRetries(spec, { retries: toolRetries, clock: this.policy.clock }, signal, () =>
        this.execute(call, set, spec, signal),
      );
    } catch (error) {
      if (isSdkError(error, "ToolsetUsageError") || error instanceof RunError) throw error;
      if (signal.aborted) return this.traced(unrun(toolUse, "aborted", "Not run: the run was aborted."));
      this.policy.logger.error(`Nothing could decide whether ${toolUse.name} may run.`, error);
      return this.traced(unrun(toolUse, "error", `Error: ${messageOf(error)}`, error));
    } finally {
      leave();
    }
  }

  /** Tells of an answer that no tool set gave: those tell of theirs themselves. */
  private traced(answer: CallAnswer): CallAnswer {
    const { within = (work) => work(), logger, recordContent } = this.policy;
    const { toolUse, outcome, error, durationMs } = answer;
    if (outcome !== "waiting")
      within(() => traceAnswered(toolUse, { outcome, error, durationMs }, { logger, recordContent }));
    return answer;
  }

  /** Of a call whose tool tells nothing of itself: whether there is one now. */
  private isOffered(toolUse: BetaToolUseBlock, set: ToolSet): boolean {
    if (this.tools.familyOf(toolUse) !== undefined) return true;
    return set.toolsSchema.some((tool) => tool.name === toolUse.name);
  }

  /** While a call waited, another one may have put a tool in its tool's place that nobody was asked about. */
  private isUnapproved(now: ToolSpec | undefined, judged: ToolSpec | undefined): boolean {
    return this.policy.judge !== undefined && needsApproval(now) && !needsApproval(judged);
  }

  private async execute(
    toolUse: BetaToolUseBlock,
    set: ToolSet,
    judged: ToolSpec | undefined,
    signal: AbortSignal,
  ): Promise<CallAnswer> {
    if (this.isUnapproved(set.tool(toolUse.name), judged))
      return this.traced(unrun(toolUse, "denied", replacedText(toolUse.name)));
    const { toolTimeoutMs, clock, state, logger, onProgress, idempotencyKey, scope } = this.policy;
    const { recordContent, within = (work) => work() } = this.policy;
    if (!this.tools.isThere(toolUse))
      logger.warn(`Nothing here runs ${JSON.stringify(toolUse.name)}: its call is answered as "not found".`);
    const started = performance.now();
    const family = this.tools.familyOf(toolUse);
    let inside: RunState | undefined;
    const options: AnswerOptions = {
      signal,
      timeoutMs: toolTimeoutMs,
      timers: clock,
      state,
      logger,
      recordContent,
      idempotencyKey: idempotencyKey?.(toolUse),
      onProgress: onProgress && ((progress) => onProgress(toolUse, progress)),
    };
    if (scope)
      setScope(options, () => ({
        ...scope(toolUse),
        onPause(state) {
          inside = state;
        },
      }));
    if (family !== undefined) {
      const answer = await within(() => this.answerToolset(family, toolUse, signal));
      return this.traced({ toolUse, durationMs: performance.now() - started, ...answer });
    }
    const answer = await within(() => answerToolUse(set, toolUse, options));
    if (inside) return { ...unrun(toolUse, "waiting", "Not run yet: calls inside of it wait."), inside };
    return { toolUse, durationMs: performance.now() - started, ...answer };
  }

  private async answerToolset(
    family: string,
    toolUse: BetaToolUseBlock,
    signal: AbortSignal,
  ): Promise<Omit<CallAnswer, "toolUse" | "durationMs">> {
    const failed = (outcome: "timeout" | "aborted", text: string) =>
      ({ result: notRun(toolUse, text), following: [], outcome }) satisfies Omit<
        CallAnswer,
        "toolUse" | "durationMs"
      >;
    try {
      const result = toolUse.toolset_name
        ? await underSignal(
            signal,
            this.policy.toolTimeoutMs,
            (inner) => runToolsetCall(this.tools.toolset(family), toolUse, inner),
            "The tool",
            this.policy.clock,
          )
        : malformedToolsetCall(toolUse);
      return { result, following: [], outcome: result.is_error ? "error" : "ok" };
    } catch (error) {
      if (error instanceof TimeoutError) return failed("timeout", error.message);
      if (signal.aborted) return failed("aborted", "The call was aborted before it had a result.");
      throw error;
    }
  }
}

function needsApproval(spec: ToolSpec | undefined): boolean {
  return spec?.options.needsApproval ?? false;
}

function replacedText(name: string): string {
  return `Not run: another tool took the place of ${name} before this call's turn, and needs approval. Call it again if you still want it.`;
}

/** Of answers that wait: the calls to decide on, and where the runs inside of them stand. */
export function pendingOf(waiting: readonly CallAnswer[]): {
  pending: BetaToolUseBlock[];
  inside: Record<string, RunState>;
} {
  return {
    pending: waiting.flatMap(({ toolUse, inside }) => (inside ? pendingInside(toolUse, inside) : [toolUse])),
    inside: Object.fromEntries(
      waiting.flatMap(({ toolUse, inside }) => (inside ? [[toolUse.id, inside]] : [])),
    ),
  };
}

/** What of an answer a journal keeps: all that goes on the wire, not the values of this process. */
function recorded({ error: _error, output, ...answer }: CallAnswer): CallAnswer {
  return { ...answer, ...(output && { output: { ...output, value: undefined } }) };
}

/** An answer that somebody gave in the tool's place. */
function answered(toolUse: BetaToolUseBlock, content: BetaToolResultBlockParam["content"]): CallAnswer {
  const { content: _text, is_error: _failed, ...result } = notRun(toolUse, "");
  return { toolUse, result: { ...result, content }, following: [], outcome: "ok", durationMs: 0 };
}

/** An answer to a call that was not run. */
export function unrun(
  toolUse: BetaToolUseBlock,
  outcome: CallAnswer["outcome"],
  text: string,
  error?: unknown,
): CallAnswer {
  return {
    toolUse,
    result: notRun(toolUse, text),
    following: [],
    outcome,
    durationMs: 0,
    ...(error ? { error } : {}),
  };
}

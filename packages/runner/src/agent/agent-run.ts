import { makeState, type RunState, type Standing } from "../journal/run-state";
import { untilAborted } from "../loop/signals";
import { EventQueue } from "./event-queue";
import { messageOf, RunError } from "../errors";
import type { AgentEvent, Emit, RunResult, RunStatus } from "./events";
import type { CompactionOptions } from "../loop/compaction";
import { LONGEST_MS, type Clock } from "../clock";
import type { RunTracing } from "./tracing";
import type { OnEnd } from "../session/session";
import { askedForTheRest, type CutReplies } from "./cut-replies";
import type { Limits } from "./limits";
import type { Loop } from "../loop/loop";
import type { Step, UserContent } from "../loop/loop-options";
import { keptReply } from "../history/history";
import { handled } from "../model-port";
import { forwardStream } from "./stream-events";
import { ANSWER_TOOL, type AnswerFormat, type RunAnswer } from "./output";
import type { BetaMessage, BetaMessageParam } from "../sdk-types";
import type { UsageMeter } from "./usage";

/** What an agent makes ready for one run. */
export interface RunParts<Output = unknown> {
  /** The run's, wherever it goes on. */
  id: string;
  loop: Loop;
  limits: Limits;
  usage: UsageMeter;
  /** The loop's. */
  signal: AbortSignal;
  /** How far it had come before, by its journal or its state. */
  standing: Standing;
  /** Where somebody listens. */
  tracing?: RunTracing;
  /** Ends the run: `signal` aborts. */
  abort: (reason: unknown) => void;
  /** A message with which a run that is done goes on. */
  onStop(result: RunResult<Output>): Promise<string | undefined>;
  deadlineMs?: number;
  clock: Clock;
  compaction?: CompactionOptions;
  cutReplies: CutReplies;
  /** Of an agent that has an `outputType`. */
  format?: AnswerFormat<Output>;
  answer?: RunAnswer<Output>;
  /** Of the run's journal. */
  letGo?: () => void;
}

/**
 * A run of an agent. It starts when it is first iterated or awaited: iterate over its events, await its result, or
 * both. Leaving the iteration early aborts the run.
 */
export class AgentRun<Output = unknown> implements AsyncIterable<AgentEvent>, PromiseLike<RunResult<Output>> {
  private made?: RunParts<Output>;
  private queue?: EventQueue<AgentEvent>;
  private running?: Promise<RunResult<Output>>;
  private ended = false;
  private stopReason: BetaMessage["stop_reason"] = null;
  private lastText = "";

  /** @param makeParts gets the function that hears of the calls' events */
  constructor(
    private readonly makeParts: (emit: Emit) => RunParts<Output>,
    private readonly onEnd?: OnEnd,
  ) {}

  /** @throws RunError where the run is iterated twice, or ended by an error */
  async *[Symbol.asyncIterator](): AsyncGenerator<AgentEvent, void, undefined> {
    if (this.queue || this.running) {
      throw new RunError("S410", "a run's events are read once, from its beginning", {
        help: "iterate before you await the run, and only once",
      });
    }
    const queue = (this.queue = new EventQueue<AgentEvent>());
    const running = handled(this.result().finally(() => queue.end()));
    let whole = false;
    try {
      yield* queue.read();
      whole = true;
    } finally {
      if (!whole) this.abort(new DOMException("The iteration was left", "AbortError"));
    }
    await running;
  }

  /** As a promise's, which takes a handler of whichever errors it names. */
  readonly then: Promise<RunResult<Output>>["then"] = (onFulfilled, onRejected) =>
    this.result().then(onFulfilled, onRejected);

  /**
   * The run as plain JSON, for `agent.resume`.
   * @throws RunError while it runs
   */
  state(): RunState {
    if (!this.ended) {
      throw new RunError("S414", "a run has a state once it has ended", { help: "await the run first" });
    }
    return this.whereItStands();
  }

  /**
   * Say something while the run goes on: the model reads it with its next request, after the results of the turn
   * under way. A run that would have been done goes on for it; one that ends otherwise keeps it as the end of its
   * history. It does nothing once the run has ended.
   */
  steer(content: UserContent): void {
    this.parts.loop.steer(content);
  }

  /** End the run: what is under way is not waited for, and the result has status `aborted`. */
  abort(reason?: unknown): void {
    this.parts.abort(reason);
  }

  private get parts(): RunParts<Output> {
    return (this.made ??= this.makeParts((event) => this.emit(event)));
  }

  private result(): Promise<RunResult<Output>> {
    return (this.running ??= this.run());
  }

  private async run(): Promise<RunResult<Output>> {
    let left: BetaMessageParam[] | undefined;
    try {
      const { tracing, loop } = this.parts;
      tracing?.begin(loop.asked);
      const result = await this.goThrough();
      tracing?.end(result);
      left = result.messages;
      return result;
    } catch (error) {
      this.made?.tracing?.end(undefined, error);
      if (error instanceof RunError) left = error.messages;
      throw error;
    } finally {
      this.made?.letGo?.();
      if (this.made) await this.onEnd?.(left);
    }
  }

  private async goThrough(): Promise<RunResult<Output>> {
    const { limits, signal, abort, deadlineMs, clock } = this.parts;
    const deadline =
      deadlineMs === undefined || deadlineMs > LONGEST_MS
        ? undefined
        : clock.setTimeout(() => {
            limits.reached ??= "deadlineMs";
            abort(new DOMException("The run's time is over", "TimeoutError"));
          }, deadlineMs);
    try {
      this.restore();
      do await this.takeSteps();
      while (await this.goesOn());
    } catch (error) {
      // Whatever an aborted run stumbled over, it ended because it was told to.
      if (!signal.aborted) throw await this.failure(error);
    } finally {
      clock.clearTimeout(deadline);
      this.ended = true;
    }
    await this.parts.loop.keepSteering();
    const result = this.summary();
    this.emit(() => ({ type: "end", result }));
    return result;
  }

  /** Say of the last reply before what the run said of it then. */
  private restore(): void {
    const { lastReply, atReply } = this.parts.standing;
    if (!lastReply) return;
    this.stopReason = lastReply.stop_reason;
    this.lastText = textOf(lastReply);
    if (atReply && this.parts.cutReplies.goesOnAfter(lastReply)) this.askForTheRest(this.parts.loop.messages);
  }

  private async takeSteps(): Promise<void> {
    const { loop, format } = this.parts;
    try {
      for await (const step of loop.steps()) await this.follow(step);
    } catch (error) {
      if (!format?.fallsBack(error)) throw error;
      loop.asked -= 1;
      loop.setParams(format.applied(loop.params));
      await this.takeSteps();
    }
  }

  private async goesOn(): Promise<boolean> {
    const { loop, onStop, answer } = this.parts;
    const { status, text } = this.summary();
    if (status !== "done") return false;
    if (loop.isSteered) {
      loop.goOn();
      return true;
    }
    const more = (await answer?.check(text, loop.messages)) ?? (await onStop(this.summary()));
    if (more === undefined) return false;
    loop.goOn(more);
    return true;
  }

  private async follow(step: Step): Promise<void> {
    const { loop, limits, usage, signal, answer, cutReplies } = this.parts;
    if (step.kind === "results") {
      limits.note(step.answers);
      for (const { toolUse, outcome, error } of step.answers)
        if (toolUse.name === ANSWER_TOOL && outcome === "invalid_input") answer?.note(error);
      this.emit(() => ({ type: "results", message: step.message, answers: step.answers }));
      return this.endTurn();
    }
    if (!step.compaction) this.emit(() => ({ type: "turn_start", turn: loop.asked }));
    if (this.queue && step.reply.stream) forwardStream(step.reply.stream, (event) => this.queue?.push(event));
    const message = await untilAborted(step.reply.message, signal);
    usage.add(message);
    this.emit(() => ({ type: "message", message, compaction: step.compaction }));
    if (step.compaction) return;
    this.stopReason = message.stop_reason;
    this.lastText = textOf(message);
    this.compactWhereFull(message);
    if (message.stop_reason !== "tool_use") this.endTurn();
    if (!cutReplies.goesOnAfter(message)) return;
    const kept = keptReply(message);
    this.askForTheRest(kept ? [...loop.messages, kept] : loop.messages);
  }

  private endTurn(): void {
    const { loop, usage, tracing } = this.parts;
    tracing?.endTurn();
    this.emit(() => ({ type: "turn_end", turn: loop.asked, usage: usage.total, costUsd: usage.costUsd }));
  }

  private compactWhereFull({
    stop_reason,
    usage: { input_tokens, output_tokens, ...cache },
  }: BetaMessage): void {
    const { loop, compaction } = this.parts;
    // At the end of a run there is nothing to make room for.
    if (!compaction || stop_reason !== "tool_use") return;
    const { cache_creation_input_tokens: written, cache_read_input_tokens: read } = cache;
    const { atTokens, instructions } = compaction;
    if (input_tokens + output_tokens + (written ?? 0) + (read ?? 0) < atTokens) return;
    loop.compactBeforeNextTurn({ type: "summarize", ...(instructions !== undefined && { instructions }) });
  }

  /** The reply that was cut stays in the history, and the model hears of it. */
  private askForTheRest(history: BetaMessageParam[]): void {
    const { loop } = this.parts;
    loop.setParams({ ...loop.params, messages: askedForTheRest(history) });
  }

  private async failure(error: unknown): Promise<RunError> {
    const failure =
      error instanceof RunError
        ? error
        : new RunError("S400", `the run ended: ${messageOf(error)}`, { cause: error });
    const { loop } = this.parts;
    // A journal that fails once more would hide why the run ended.
    await loop.keepSteering().catch(() => undefined);
    failure.messages = loop.messages;
    failure.state = this.whereItStands();
    return failure;
  }

  private whereItStands(): RunState {
    const { id, loop, limits, usage } = this.parts;
    return makeState({
      id,
      messages: loop.paused?.messages ?? loop.messages,
      pending: loop.paused?.pending ?? [],
      inside: loop.paused?.inside ?? {},
      turns: loop.asked,
      stopReason: this.stopReason,
      finalAnswer: loop.finalAnswer,
      usage: Object.fromEntries(usage.byModel),
      counts: limits.counts,
    });
  }

  private summary(): RunResult<Output> {
    const { loop, limits, usage, answer } = this.parts;
    return {
      ...(answer?.value !== undefined && { output: answer.value }),
      text: loop.finalAnswer ?? this.lastText,
      status: this.status(),
      ...(limits.reached && { limit: limits.reached }),
      ...(loop.paused && { pending: loop.paused.pending }),
      stopReason: this.stopReason,
      messages: loop.messages,
      turns: loop.asked,
      usage: usage.total,
      costUsd: usage.costUsd,
    };
  }

  private status(): RunStatus {
    const { loop, limits, signal } = this.parts;
    if (loop.finalAnswer !== undefined) return "done";
    if (limits.reached) return "limit";
    if (signal.aborted) return "aborted";
    if (loop.paused) return "paused";
    switch (this.stopReason) {
      case "max_tokens":
      case "model_context_window_exceeded":
        return "truncated";
      case "refusal":
        return "refused";
      default:
        return "done";
    }
  }

  private emit(event: () => AgentEvent): void {
    this.queue?.push(event());
  }
}

function textOf(message: Pick<BetaMessage, "content">): string {
  return message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
}

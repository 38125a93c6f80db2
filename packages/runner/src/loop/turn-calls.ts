import type { CallAnswer, CallRunner } from "./call-runner";
import { notRun } from "../history/history";
import { withMovedOutputs } from "./moved-outputs";
import { allowManyListeners } from "./signals";
import type { RunTools } from "../tools/run-tools";
import type { BetaToolResultBlockParam, BetaToolUseBlock } from "../sdk-types";
import { notExecutedText } from "../tools/toolset-calls";

/** A toolset's actions run one after another, and none after one failed. */
interface Sequence {
  tail: Promise<unknown>;
  failed: boolean;
}

/**
 * The calls of one reply. Each runs at most once, whoever asks for it first: the stream as it completes, the caller
 * through `generateToolResponse`, or the loop at the turn's end.
 */
export class TurnCalls {
  private readonly started = new Map<string, Promise<CallAnswer>>();
  private readonly results = new Map<string, BetaToolResultBlockParam>();
  private readonly heldIds = new Set<string>();
  private readonly sequences = new Map<string, Sequence>();
  /** Toolsets that run no more calls before the reply's end. */
  private readonly waitingFamilies = new Set<string>();
  private readonly runningFamilies = new Set<string>();

  constructor(
    private readonly tools: RunTools,
    private readonly runner: CallRunner,
    private readonly runSignal: AbortSignal,
  ) {
    allowManyListeners(runSignal);
  }

  /** Keep a call that has not started until the turn's end. */
  hold(id: string): void {
    if (!this.started.has(id)) this.heldIds.add(id);
  }

  isHeld(id: string): boolean {
    return this.heldIds.has(id) && !this.started.has(id);
  }

  /**
   * Start a call while the reply still streams, unless it is held (by the id that the model gave it) or its toolset is
   * not free for it.
   */
  startEarly(toolUse: BetaToolUseBlock, modelsId: string): void {
    const known = this.started.has(toolUse.id) || this.heldIds.has(modelsId);
    const family = this.tools.familyOf(toolUse);
    if (family === undefined) {
      if (!known) void this.start(toolUse).catch(() => undefined);
      return;
    }
    const malformed = !toolUse.toolset_name;
    if (known || malformed || this.waitingFamilies.has(family) || this.runningFamilies.has(family)) {
      this.waitingFamilies.add(family);
      return;
    }
    this.runningFamilies.add(family);
    this.start(toolUse).then(
      ({ result }) => {
        this.runningFamilies.delete(family);
        if (result.is_error) this.waitingFamilies.add(family);
      },
      () => this.waitingFamilies.add(family),
    );
  }

  /** Answer these calls, in their order; those that started already are not run again. */
  async answer(toolUses: readonly BetaToolUseBlock[], signal?: AbortSignal): Promise<CallAnswer[]> {
    if (signal) allowManyListeners(signal);
    return withMovedOutputs(await Promise.all(toolUses.map((toolUse) => this.start(toolUse, signal))));
  }

  /** What is known of those of these calls that started, though their turn ended without them. */
  knownResults(toolUses: readonly BetaToolUseBlock[]): BetaToolResultBlockParam[] {
    return toolUses
      .filter(({ id }) => this.started.has(id))
      .map(
        (call) =>
          this.results.get(call.id) ??
          notRun(call, "The run ended while this call ran: it may have had effects."),
      );
  }

  /** Waits for whatever has started. Never rejects. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.started.values());
  }

  private start(toolUse: BetaToolUseBlock, signal = this.runSignal): Promise<CallAnswer> {
    const running = this.started.get(toolUse.id);
    if (running) return running;
    const family = this.tools.familyOf(toolUse);
    const answer =
      family === undefined ? this.runner.run(toolUse, signal) : this.inSequence(family, toolUse, signal);
    this.started.set(toolUse.id, answer);
    answer.then(
      ({ result }) => this.results.set(toolUse.id, result),
      () => undefined,
    );
    return answer;
  }

  private inSequence(family: string, toolUse: BetaToolUseBlock, signal: AbortSignal): Promise<CallAnswer> {
    const sequence = this.sequences.get(family) ?? { tail: Promise.resolve(), failed: false };
    this.sequences.set(family, sequence);
    const answer = sequence.tail.then(() =>
      sequence.failed ? this.runner.skip(toolUse, notExecutedText(family)) : this.runner.run(toolUse, signal),
    );
    sequence.tail = answer.then(
      ({ result }) => {
        if (result.is_error && this.tools.families.has(family)) sequence.failed = true;
      },
      () => {
        sequence.failed = true;
      },
    );
    return answer;
  }
}

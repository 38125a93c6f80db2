import type { ToolSpec } from "@skills/core";
import type { CallAnswer, Verdict } from "../loop/call-runner";
import { messageOf, RunError } from "../errors";
import type { RunResult } from "./events";
import type { LoopParams } from "../loop/loop-options";
import { untilAborted } from "../loop/signals";
import type { BetaMessage, BetaToolResultBlockParam, BetaToolUseBlock } from "../sdk-types";

type Maybe<T> = T | undefined | void | Promise<T | undefined | void>;

/** What a call's hook may say: another input, an answer or a refusal in the tool's place; nothing: go on. */
export type ToolDecision =
  { input: unknown } | { answer: NonNullable<BetaToolResultBlockParam["content"]> } | { refuse: string };

/**
 * Code around the steps of a run. Several are composed in order: each sees what the one before it made, and the first
 * answer or refusal counts. A hook that throws ends the run.
 */
export interface Hooks {
  /** Before each request: the request to send in its place (the history stays as it is), or a reply without asking. */
  beforeModel?: (request: LoopParams) => Maybe<LoopParams | { reply: BetaMessage }>;
  /** After each reply: the reply to keep in its place. */
  afterModel?: (message: BetaMessage) => Maybe<BetaMessage>;
  /** Before each call, and before its approval is asked for. */
  beforeTool?: (
    toolUse: BetaToolUseBlock,
    context: { tool: ToolSpec | undefined; signal: AbortSignal },
  ) => Maybe<ToolDecision>;
  /** After each call: the result's content to send in its place. */
  afterTool?: (answer: CallAnswer) => Maybe<{ content: BetaToolResultBlockParam["content"] }>;
  /** When the model is done: a message of the user with which the run goes on. */
  onStop?: (result: RunResult) => Maybe<{ continue: string }>;
}

/** The hooks of a run as one. */
export class HookChain {
  private constructor(
    private readonly hooks: readonly Hooks[],
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Undefined where there are none: nothing waits for them.
   * @param signal once it aborts, a hook is not waited for
   */
  static of(hooks: readonly Hooks[], signal: AbortSignal): HookChain | undefined {
    return hooks.length === 0 ? undefined : new HookChain(hooks, signal);
  }

  async beforeModel(request: LoopParams): Promise<LoopParams | { reply: BetaMessage }> {
    let current = request;
    for (const hook of this.hooks) {
      const made = await this.guard("beforeModel", () => hook.beforeModel?.(current));
      if (made && "reply" in made) return made;
      current = made ?? current;
    }
    return current;
  }

  async afterModel(message: BetaMessage): Promise<BetaMessage> {
    let current = message;
    for (const hook of this.hooks) {
      current = (await this.guard("afterModel", () => hook.afterModel?.(current))) ?? current;
    }
    return current;
  }

  async beforeTool(
    toolUse: BetaToolUseBlock,
    tool: ToolSpec | undefined,
    signal: AbortSignal,
  ): Promise<Verdict> {
    let verdict: Verdict;
    for (const hook of this.hooks) {
      const call = verdict && "input" in verdict ? { ...toolUse, input: verdict.input } : toolUse;
      const made = await this.guard("beforeTool", () => hook.beforeTool?.(call, { tool, signal }));
      if (!made) continue;
      verdict = made;
      if (!("input" in made)) return made;
    }
    return verdict;
  }

  async afterTool(answer: CallAnswer): Promise<CallAnswer> {
    let current = answer;
    for (const hook of this.hooks) {
      const made = await this.guard("afterTool", () => hook.afterTool?.(current));
      if (made) current = { ...current, result: { ...current.result, content: made.content } };
    }
    return current;
  }

  async onStop(result: RunResult): Promise<string | undefined> {
    for (const hook of this.hooks) {
      const made = await this.guard("onStop", () => hook.onStop?.(result));
      // The API takes no message that says nothing.
      if (made?.continue?.trim()) return made.continue;
    }
    return undefined;
  }

  private async guard<T>(name: keyof Hooks, call: () => Maybe<T>): Promise<T | undefined> {
    try {
      return (await untilAborted(Promise.resolve(call()), this.signal)) ?? undefined;
    } catch (cause) {
      throw new RunError("S416", `the hook ${name} threw: ${messageOf(cause)}`, {
        cause,
        help: "catch in the hook what the run should outlive",
      });
    }
  }
}

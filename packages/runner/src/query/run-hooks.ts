import type { CallAnswer } from "../loop/call-runner";
import { messageOf, RunError } from "../errors";
import type { RunResult } from "../agent/events";
import type { Hooks, ToolDecision } from "../agent/hooks";
import { matcherOf, type HookEventInput, type HookInput, type HookOutput, type QueryHooks } from "./hooks";
import type { QueryPermissions } from "./permissions";
import type { BetaToolResultBlockParam, BetaToolUseBlock } from "../sdk-types";
import { underSignal } from "../loop/signals";

const TIMEOUT_S = 60;

type Content = BetaToolResultBlockParam["content"];

/** A query's hooks, as hooks of an agent. */
export class RunQueryHooks implements Hooks {
  /** By a call's id: what follows its result. */
  private readonly contexts = new Map<string, string[]>();
  private isStopActive = false;

  /**
   * @param about what every hook is told
   * @param interrupt ends the prompt's run
   */
  constructor(
    private readonly hooks: QueryHooks,
    private readonly about: Pick<HookInput, "session_id" | "transcript_path" | "cwd" | "permission_mode">,
    private readonly permissions: QueryPermissions,
    private readonly signal: () => AbortSignal,
    private readonly interrupt: (reason: string) => void,
  ) {}

  /** Before a prompt is sent: what is to follow it, or why it is not sent. */
  async beforePrompt(prompt: string): Promise<{ blocked: string } | { context: string[] }> {
    this.isStopActive = false;
    const outputs = await this.ask({ hook_event_name: "UserPromptSubmit", prompt });
    const blocking = outputs.find(({ decision }) => decision === "block");
    const stopping = outputs.find((output) => output.continue === false);
    if (blocking) return { blocked: blocking.reason ?? "The prompt was blocked by a hook." };
    return stopping
      ? { blocked: stopping.stopReason ?? "The query was ended by a hook." }
      : { context: outputs.flatMap(contextOf) };
  }

  readonly beforeTool = async (toolUse: BetaToolUseBlock): Promise<ToolDecision | undefined> => {
    const outputs = await this.ask({ hook_event_name: "PreToolUse", ...callOf(toolUse) }, toolUse);
    this.contexts.set(toolUse.id, outputs.flatMap(contextOf));
    const said = outputs.map(permissionOf);
    const denied = said.find(({ decision }) => decision === "deny");
    if (denied) {
      const { reason } = this.permissions.deny(toolUse, denied.reason ?? "it was denied by a hook.");
      return { refuse: `Not run: ${reason}` };
    }
    if (this.signal().aborted) return { refuse: "Not run: the query was ended by a hook." };
    // To ask is stricter than to allow.
    const decision = (["ask", "allow"] as const).find((each) => said.some((one) => one.decision === each));
    if (decision) this.permissions.decideBefore(toolUse, decision);
    const input = said.findLast((one) => one.input !== undefined)?.input;
    return input && { input };
  };

  readonly afterTool = async (answer: CallAnswer): Promise<{ content: Content } | undefined> => {
    const { toolUse, outcome, result, output, durationMs } = answer;
    if (["denied", "aborted", "waiting"].includes(outcome)) return undefined;
    const about = { ...callOf(toolUse), duration_ms: Math.round(durationMs) };
    const event: HookEventInput =
      outcome === "ok"
        ? { hook_event_name: "PostToolUse", ...about, tool_response: output?.value ?? result.content }
        : { hook_event_name: "PostToolUseFailure", ...about, error: textOf(result.content) };
    const outputs = await this.ask(event, toolUse);
    const updated = outputs.findLast(
      ({ hookSpecificOutput: said }) =>
        said?.hookEventName === "PostToolUse" && said.updatedToolOutput !== undefined,
    )?.hookSpecificOutput as { updatedToolOutput?: unknown } | undefined;
    const blocks = outputs.flatMap(({ decision, reason }) =>
      decision === "block" && reason !== undefined ? [reason] : [],
    );
    const contexts = [...(this.contexts.get(toolUse.id) ?? []), ...outputs.flatMap(contextOf), ...blocks];
    this.contexts.delete(toolUse.id);
    if (!updated && contexts.length === 0) return undefined;
    return { content: followed(updated ? contentOf(updated.updatedToolOutput) : result.content, contexts) };
  };

  readonly onStop = async ({ text }: RunResult): Promise<{ continue: string } | undefined> => {
    const outputs = await this.ask({
      hook_event_name: "Stop",
      stop_hook_active: this.isStopActive,
      last_assistant_message: text,
    });
    const blocking = outputs.find(({ decision }) => decision === "block");
    if (!blocking) return undefined;
    this.isStopActive = true;
    return { continue: blocking.reason ?? "Go on: the task is not done yet." };
  };

  private async ask(event: HookEventInput, toolUse?: BetaToolUseBlock): Promise<HookOutput[]> {
    const outputs: HookOutput[] = [];
    for (const { matcher, hooks, timeout = TIMEOUT_S } of this.hooks[event.hook_event_name] ?? []) {
      if (toolUse && !matcherOf(matcher)(toolUse.name)) continue;
      for (const hook of hooks) {
        const answer = async (signal: AbortSignal) =>
          hook({ ...this.about, ...event }, toolUse?.id, { signal });
        const who = `A hook of ${event.hook_event_name}`;
        // A hook in JavaScript may give nothing.
        const output = (await underSignal(this.signal(), timeout * 1000, answer, who)) as
          HookOutput | undefined;
        if (output) outputs.push(output);
      }
    }
    const stopping = outputs.find((output) => output.continue === false);
    if (stopping) this.interrupt(stopping.stopReason ?? "The query was ended by a hook.");
    return outputs;
  }
}

/** As what an agent's own hooks throw. */
export function hookError(cause: unknown): RunError {
  return cause instanceof RunError
    ? cause
    : new RunError("S416", `a hook of the query threw: ${messageOf(cause)}`, {
        cause,
        help: "catch in the hook what the query should outlive",
      });
}

function callOf({ name, input, id }: BetaToolUseBlock) {
  return { tool_name: name, tool_input: input, tool_use_id: id };
}

function permissionOf({ decision, reason, hookSpecificOutput: said }: HookOutput): {
  decision?: "allow" | "deny" | "ask";
  reason?: string;
  input?: Record<string, unknown>;
} {
  const general = decision && {
    decision: decision === "block" ? ("deny" as const) : ("allow" as const),
    reason,
  };
  if (said?.hookEventName !== "PreToolUse") return general ?? {};
  const { permissionDecision, permissionDecisionReason, updatedInput: input } = said;
  return permissionDecision
    ? { decision: permissionDecision, reason: permissionDecisionReason, input }
    : { ...general, input };
}

function contextOf({ hookSpecificOutput: said }: HookOutput): string[] {
  return said?.additionalContext === undefined ? [] : [said.additionalContext];
}

function contentOf(value: unknown): Content {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function textOf(content: Content): string {
  if (typeof content === "string") return content;
  return (content ?? []).flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

function followed(content: Content, texts: readonly string[]): Content {
  if (texts.length === 0) return content;
  const more = texts.map((text) => ({ type: "text" as const, text }));
  const before = typeof content === "string" ? [{ type: "text" as const, text: content }] : (content ?? []);
  return [...before, ...more];
}

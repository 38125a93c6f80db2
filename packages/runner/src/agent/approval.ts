import { BrokenSchemaError, type ToolSpec } from "@skills/core";
import type { CallPolicy, Verdict } from "../loop/call-runner";
import type { BetaToolUseBlock } from "../sdk-types";

/** What somebody decided on one call. */
export type Approval =
  | {
      allow: true;
      /** Runs the tool with this in place of the model's input. */
      input?: unknown;
    }
  | {
      allow: false;
      /** The model reads it. */
      reason?: string;
    };

export type Approve = (
  toolUse: BetaToolUseBlock,
  context: { signal: AbortSignal; tool: ToolSpec | undefined },
) => Approval | Promise<Approval>;

/** Decisions on calls, by their ids. */
export type Decisions = Readonly<Record<string, Approval>>;

/** Undefined where nobody decided. A model gives ids, and may give one that every object has a property of. */
export function decisionOn(decisions: Decisions, id: string): Approval | undefined {
  return Object.hasOwn(decisions, id) ? decisions[id] : undefined;
}

/**
 * Asks for approval where a tool needs it, or for every call: first the decisions that were made already, then
 * whoever can be asked. Where nobody can, the call waits. Of a call whose input does not fit its schema nobody is asked:
 * it cannot run, and whoever decides may trust what they read.
 */
export function approvalJudge(
  approve: Approve | undefined,
  every: boolean,
  decisions: Decisions,
): NonNullable<CallPolicy["judge"]> {
  const ask = async (
    toolUse: BetaToolUseBlock,
    tool: ToolSpec | undefined,
    signal: AbortSignal,
  ): Promise<Verdict> => {
    const decision = decisionOn(decisions, toolUse.id) ?? (await approve?.(toolUse, { signal, tool }));
    if (!decision) return { wait: true };
    if (!decision.allow) return { refuse: `Not run: ${decision.reason ?? "it was not approved."}` };
    return decision.input === undefined ? undefined : { input: decision.input };
  };
  return (toolUse, tool, signal) => {
    if (!every && !tool?.options.needsApproval) return undefined;
    const issues = tool?.issuesIn?.(toolUse.input) ?? [];
    if (tool && issues.length > 0) return { broken: new BrokenSchemaError(tool.definition.name, issues) };
    return ask(toolUse, tool, signal);
  };
}

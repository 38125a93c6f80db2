import type { ToolSpec } from "@skills/core";
import type { CallPolicy } from "./call-runner";
import type { BetaToolUseBlock } from "./sdk-types";

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

/** Asks for approval where a tool needs it, or for every call. Where nobody can be asked, such a call is refused. */
export function approvalJudge(
  approve: Approve | undefined,
  every: boolean,
): NonNullable<CallPolicy["judge"]> {
  return async (toolUse, tool, signal) => {
    if (!every && !tool?.options.needsApproval) return undefined;
    if (!approve)
      return { refuse: `Not run: ${toolUse.name} needs approval, and nobody is there to give it.` };
    const decision = await approve(toolUse, { signal, tool });
    if (!decision.allow) return { refuse: `Not run: ${decision.reason ?? "it was not approved."}` };
    return decision.input === undefined ? undefined : { input: decision.input };
  };
}

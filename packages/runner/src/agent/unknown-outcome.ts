import type { ToolSpec } from "@skills/core";
import { isResumable } from "./agent-tool";
import type { Approval } from "./approval";
import type { Verdict } from "../loop/call-runner";

/**
 * What to do about a call that had begun when its process ended, of a tool that must not run twice: `tell` the model
 * that the outcome is unknown, or `pause` until somebody decided (allowed, the call runs again, with the same key).
 */
export type UnknownOutcome = "tell" | "pause";

/** Whether to run the call again does no harm: it says so itself, or goes on from records of its own. */
export function mayRunAgain(tool: ToolSpec | undefined): boolean {
  const { readOnly, idempotent } = tool?.options.annotations ?? {};
  return (readOnly || idempotent || isResumable(tool)) ?? false;
}

/** With nothing decided: as the policy says. */
export function judgeUnknownOutcome(policy: UnknownOutcome, decision: Approval | undefined): Verdict {
  const said =
    "Its outcome is unknown: the process ended while this call ran, and it may have had its effect. It was not run again.";
  if (decision?.allow) return decision.input === undefined ? undefined : { input: decision.input };
  if (decision) return { refuse: `${said} ${decision.reason ?? ""}`.trim() };
  if (policy === "pause") return { wait: true };
  return { refuse: `${said} Find out what it did before you call it again.` };
}

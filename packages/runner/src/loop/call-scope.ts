import type { RunToolOptions } from "@skills/core";
import type { Approve, Decisions } from "../agent/approval";
import type { AgentEvent } from "../agent/events";
import type { JournalRecord } from "../journal/journal";
import type { RunState } from "../journal/run-state";
import type { BetaToolUseBlock } from "../sdk-types";
import type { UsageMeter } from "../agent/usage";

const SCOPE = Symbol("@skills/runner: scope of a call");

/** What a call that runs an agent of its own has from the run that it is part of. */
export interface CallScope {
  /** Of the call; the inner run is named by it, so that its calls have the same keys at every attempt. */
  idempotencyKey: string;
  /** Where the inner run paused before. */
  before?: RunState;
  /** Decisions on the inner run's calls, by their own ids. */
  decisions: Decisions;
  /** Asked where the inner agent has nobody to ask. */
  approve?: Approve;
  /** What the inner run uses counts for the outer one too. */
  usage: UsageMeter;
  /** The inner run's part of the outer run's journal. */
  journal?: { read(): readonly JournalRecord[]; append(record: JournalRecord): void | Promise<void> };
  onEvent?: (event: AgentEvent) => void;
  /** Hears that the inner run waits for decisions: the call has no answer yet, whatever its tool returns. */
  onPause?: (state: RunState) => void;
}

/**
 * Carries the scope among the options of a tool's run, through whatever sets stand between. It is made when it is asked
 * for: few tools run an agent.
 */
export function setScope(options: RunToolOptions, scope: () => CallScope): void {
  (options as WithScope)[SCOPE] = scope;
}

export function scopeOf(options: RunToolOptions | undefined): CallScope | undefined {
  return (options as WithScope | undefined)?.[SCOPE]?.();
}

interface WithScope {
  [SCOPE]?: () => CallScope;
}

/** The calls that an inner run waits for, under ids that tell the way to them: `toolu_1/toolu_7`. */
export function pendingInside(toolUse: BetaToolUseBlock, state: RunState): BetaToolUseBlock[] {
  return state.pending.map((call) => ({ ...call, id: `${toolUse.id}/${call.id}` }));
}

/** Of decisions on an outer run's calls, those on the calls inside of this one. */
export function decisionsInside(decisions: Decisions, id: string): Decisions {
  const prefix = `${id}/`;
  return Object.fromEntries(
    Object.entries(decisions).flatMap(([key, decision]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), decision]] : [],
    ),
  );
}

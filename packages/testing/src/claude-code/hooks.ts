import { isObject } from "../wire/shapes";
import type { Host } from "./host";
import type { Json } from "./protocol";

const PLAYED = ["PreToolUse", "PostToolUse", "PostToolUseFailure"] as const;
export type HookEvent = (typeof PLAYED)[number];

/** Weakest first: where hooks differ, the strongest counts. */
const DECISIONS = ["allow", "ask", "deny"] as const;
type Decision = (typeof DECISIONS)[number];

interface Hook {
  callbackId: string;
  matches(toolName: string): boolean;
  /** Whether its own failure counts as a refusal. */
  blocksOnFailure: boolean;
}

/** What the hooks of one event say together. */
export interface Verdict {
  decision?: Decision;
  reason?: string;
  updatedInput?: Json;
  updatedOutput?: unknown;
  /** For the model, after the result. */
  notes: string[];
  /** The run ends after this call. */
  stops: boolean;
}

/** The hooks that the host has registered with `initialize`. They run in its process, and are called over the pipe. */
export class Hooks {
  private readonly byEvent = new Map<string, Hook[]>();

  constructor(private readonly host: Host) {}

  /** @returns why these hooks cannot be played */
  register(hooks: unknown): string | undefined {
    if (!isObject(hooks)) return undefined;
    const other = Object.keys(hooks).find((event) => !(PLAYED as readonly string[]).includes(event));
    if (other !== undefined)
      return `the stand-in for Claude Code plays no ${other} hooks, only ${PLAYED.join(", ")}`;
    for (const [event, matchers] of Object.entries(hooks)) {
      this.byEvent.set(event, (Array.isArray(matchers) ? matchers.filter(isObject) : []).flatMap(hooksOf));
    }
    return undefined;
  }

  /** Calls all hooks of the event that match the tool, at once. */
  async fire(event: HookEvent, input: Json & { tool_name: string }, signal: AbortSignal): Promise<Verdict> {
    const hooks = (this.byEvent.get(event) ?? []).filter(({ matches }) => matches(input.tool_name));
    const outputs = await Promise.all(
      hooks.map(async ({ callbackId, blocksOnFailure }): Promise<Json> => {
        const request = {
          subtype: "hook_callback",
          callback_id: callbackId,
          input: { ...input, hook_event_name: event },
          tool_use_id: input.tool_use_id,
        };
        try {
          return await this.host.ask(request, signal);
        } catch (error) {
          signal.throwIfAborted();
          return blocksOnFailure ? { decision: "block", reason: String(error) } : {};
        }
      }),
    );
    return outputs.map(verdictOf).reduce(together, { notes: [], stops: false });
  }
}

function hooksOf({ matcher, hookCallbackIds, onFailure }: Json): Hook[] {
  const ids: unknown[] = Array.isArray(hookCallbackIds) ? hookCallbackIds : [];
  const matches = matcherOf(typeof matcher === "string" ? matcher : "");
  return ids.map((id) => ({ callbackId: String(id), matches, blocksOnFailure: onFailure === "block" }));
}

/** A name, several with `|` between them, or an expression that is found anywhere in the name. */
function matcherOf(matcher: string): (toolName: string) => boolean {
  if (matcher === "" || matcher === "*") return () => true;
  if (/^[\w|]+$/.test(matcher)) return (name) => matcher.split("|").includes(name);
  return (name) => new RegExp(matcher).test(name);
}

/** The newer form, `hookSpecificOutput`, and the older one, `decision`. */
function verdictOf(output: Json): Verdict {
  const specific = isObject(output.hookSpecificOutput) ? output.hookSpecificOutput : {};
  const older = { approve: "allow", block: "deny" }[String(output.decision)];
  const decision = DECISIONS.find((each) => each === (specific.permissionDecision ?? older));
  const reason = [specific.permissionDecisionReason, output.reason].find((text) => typeof text === "string");
  return {
    ...(decision !== undefined && { decision }),
    ...(reason !== undefined && { reason }),
    ...(isObject(specific.updatedInput) && { updatedInput: specific.updatedInput }),
    updatedOutput: specific.updatedToolOutput ?? specific.updatedMCPToolOutput,
    notes: typeof specific.additionalContext === "string" ? [specific.additionalContext] : [],
    stops: output.continue === false,
  };
}

/** The stronger decision with its reason; of two changes the later one. */
function together(a: Verdict, b: Verdict): Verdict {
  const rank = ({ decision }: Verdict): number => (decision === undefined ? -1 : DECISIONS.indexOf(decision));
  const { decision, reason } = rank(b) > rank(a) ? b : a;
  return {
    decision,
    reason,
    updatedInput: b.updatedInput ?? a.updatedInput,
    updatedOutput: b.updatedOutput ?? a.updatedOutput,
    notes: [...a.notes, ...b.notes],
    stops: a.stops || b.stops,
  };
}

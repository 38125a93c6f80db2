import { wireForm } from "@skills/core";
import type { PermissionMode } from "./messages";

/** The events of a query that hooks hear of, named as in the Claude Agent SDK. */
export const HOOK_EVENTS = [
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "Stop",
] as const;

export type HookEvent = (typeof HOOK_EVENTS)[number];

interface BaseHookInput {
  session_id: string;
  /** Empty: a query keeps no transcript. */
  transcript_path: string;
  cwd: string;
  permission_mode: PermissionMode;
}

interface ToolHookInput {
  tool_name: string;
  tool_input: unknown;
  tool_use_id: string;
}

/** What a hook is told. */
export type HookInput = BaseHookInput & HookEventInput;

export type HookEventInput =
  | { hook_event_name: "UserPromptSubmit"; prompt: string }
  | ({ hook_event_name: "PreToolUse" } & ToolHookInput)
  | ({ hook_event_name: "PostToolUse"; tool_response: unknown; duration_ms: number } & ToolHookInput)
  | ({ hook_event_name: "PostToolUseFailure"; error: string; duration_ms: number } & ToolHookInput)
  | {
      hook_event_name: "Stop";
      /** The run goes on because of such a hook already. */
      stop_hook_active: boolean;
      last_assistant_message: string;
    };

/** What a hook may say. Nothing of it: go on. */
export interface HookOutput {
  /** False: end the prompt's run. */
  continue?: boolean;
  /** With `continue: false`. */
  stopReason?: string;
  /** `block`: refuse the call or the prompt, or let the run go on that would stop. */
  decision?: "approve" | "block";
  /** With `decision`: the model reads it. */
  reason?: string;
  hookSpecificOutput?: HookSpecificOutput;
}

export type HookSpecificOutput =
  | {
      hookEventName: "PreToolUse";
      permissionDecision?: "allow" | "deny" | "ask";
      permissionDecisionReason?: string;
      updatedInput?: Record<string, unknown>;
      /** Follows the call's result. */
      additionalContext?: string;
    }
  | {
      hookEventName: "PostToolUse";
      additionalContext?: string;
      /** In place of the result. */
      updatedToolOutput?: unknown;
    }
  | { hookEventName: "PostToolUseFailure"; additionalContext?: string }
  | { hookEventName: "UserPromptSubmit"; additionalContext?: string }
  | { hookEventName: "Stop"; additionalContext?: string };

export type HookCallback = (
  input: HookInput,
  toolUseID: string | undefined,
  options: { signal: AbortSignal },
) => HookOutput | Promise<HookOutput>;

export interface HookCallbackMatcher {
  /** A tool's name, or a regular expression that its whole name fits. Default: every tool. */
  matcher?: string;
  hooks: HookCallback[];
  /** Seconds for each. Default 60. */
  timeout?: number;
}

export type QueryHooks = Partial<Record<HookEvent, HookCallbackMatcher[]>>;

/** Whether a tool's name fits, by either name of a tool that is declared with dots. */
export function matcherOf(matcher: string | undefined): (name: string) => boolean {
  if (matcher === undefined || matcher === "" || matcher === "*") return () => true;
  const pattern = new RegExp(`^(?:${matcher})$`);
  return (name) => wireForm(name) === wireForm(matcher) || pattern.test(name) || pattern.test(wireForm(name));
}

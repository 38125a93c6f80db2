import { blocksOf, isObject, textOf, type ToolUseReplyBlock } from "../wire/shapes";
import type { Hooks, Verdict } from "./hooks";
import { toolResult, type Host, type HostTool } from "./host";
import type { Json, Settings } from "./protocol";

/** What a call is answered with. */
export interface Answered {
  result: Json;
  /** For the model, after all results. */
  notes: string[];
  /** Whether a hook or the host has refused it. */
  denied: boolean;
  /** Whether a hook ends the run here. */
  stops: boolean;
}

/** What calls are run with. */
export interface Workplace {
  host: Host;
  hooks: Hooks;
  /** As they are at this moment. */
  settings: () => Settings;
  /** What every hook is told of the session. */
  session: Json;
  signal: AbortSignal;
}

/** Runs one call as the process does: the hooks before it, permission, the tool, the hooks after it. */
export async function answerCall(
  { id, name, input }: ToolUseReplyBlock,
  tool: HostTool | undefined,
  workplace: Workplace,
): Promise<Answered> {
  const { host, hooks, session, settings, signal } = workplace;
  const refused = (text: string): Json => toolResult(id, [{ type: "text", text }], true);
  if (tool === undefined) {
    return { result: refused(`No such tool available: ${name}`), notes: [], denied: false, stops: false };
  }
  const { permissionMode: permission_mode } = settings();
  const facts = { ...session, permission_mode, tool_name: name, tool_use_id: id };
  const before = await hooks.fire("PreToolUse", { ...facts, tool_input: input }, signal);
  const permission = await permit(id, name, before.updatedInput ?? input, before, workplace);
  if (permission.refusal !== undefined) {
    return { result: refused(permission.refusal), notes: before.notes, denied: true, stops: before.stops };
  }
  const result = await host.call(tool, id, permission.input, signal);
  const ran = { ...facts, tool_input: permission.input };
  const after =
    result.is_error === true
      ? await hooks.fire("PostToolUseFailure", { ...ran, error: textOf(result.content) }, signal)
      : await hooks.fire("PostToolUse", { ...ran, tool_response: result.content ?? [] }, signal);
  // The call has been run: what is refused now is its result, and the model is told why.
  const objection = after.decision === "deny" && after.reason !== undefined ? [after.reason] : [];
  return {
    result:
      after.updatedOutput === undefined ? result : toolResult(id, outputBlocks(after.updatedOutput), false),
    notes: [...before.notes, ...objection, ...after.notes],
    denied: false,
    stops: before.stops || after.stops,
  };
}

/** A hook's decision counts before the settings, and those before the host's. */
async function permit(
  id: string,
  name: string,
  input: unknown,
  { decision, reason }: Verdict,
  { host, settings, signal }: Workplace,
): Promise<{ input: unknown; refusal?: string }> {
  if (decision === "deny") return { input, refusal: reason ?? `A PreToolUse hook has denied ${name}` };
  const { permissionMode, allowedTools, asksHost } = settings();
  const granted = permissionMode === "bypassPermissions" || allowedTools.includes(name);
  const asks = decision === "ask" || (decision === undefined && asksHost && !granted);
  if (!asks) return { input };
  if (!asksHost) return { input, refusal: reason ?? `${name} needs an approval that nobody can give` };
  const request = { subtype: "can_use_tool", tool_name: name, input, tool_use_id: id };
  const answer = await host.ask(request, signal);
  if (answer.behavior === "allow") return { input: answer.updatedInput ?? input };
  return { input, refusal: String(answer.message ?? "Permission to use this tool was denied") };
}

/** Blocks as they are, also in the object that MCP puts them in; a text as one; anything else as its JSON. */
function outputBlocks(output: unknown): Json[] {
  const content = isObject(output) ? output.content : output;
  if (typeof content === "string" || Array.isArray(content)) return blocksOf(content);
  return [{ type: "text", text: JSON.stringify(output) }];
}

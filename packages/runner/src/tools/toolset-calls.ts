import { isSdkError, messageOf } from "../errors";
import { notRun } from "../history/history";
import type { BetaRunnableToolset, BetaToolResultBlockParam, BetaToolUseBlock } from "../sdk-types";

/** Characters of an exception's text that a result keeps: a driver's error can hold a whole page. */
const MAX_ERROR_TEXT = 4096;

/**
 * Run one action of a browser or computer toolset.
 * @throws what the SDK calls usage errors (a closed toolset, a driver that breaks its contract): they end the run
 */
export async function runToolsetCall(
  toolset: BetaRunnableToolset | undefined,
  call: BetaToolUseBlock,
  signal: AbortSignal | undefined,
): Promise<BetaToolResultBlockParam> {
  const family = call.toolset_name ?? call.name;
  if (toolset === undefined)
    return notRun(call, `Error: Toolset '${family}' member '${call.name}' not found`);
  try {
    const content = await toolset.run({ toolUse: call, toolUseBlock: call, signal }, call);
    return { type: "tool_result", tool_use_id: call.id, toolset_name: family, content };
  } catch (error) {
    if (isSdkError(error, "ToolsetUsageError")) throw error;
    return { ...notRun(call, ""), content: errorContent(error) };
  }
}

/** The API takes only text in an error result, and never an empty one. */
function errorContent(error: unknown): BetaToolResultBlockParam["content"] {
  const content = isSdkError(error, "ToolError") ? (error as { content?: unknown }).content : undefined;
  if (typeof content === "string" && content !== "") return wellFormed(content);
  if (Array.isArray(content)) {
    const texts = (content as { type: string; text?: string }[]).filter(
      ({ type, text }) => type === "text" && text,
    );
    if (texts.length > 0) return texts.map(({ text }) => ({ type: "text", text: wellFormed(String(text)) }));
  }
  if (content !== undefined) return "The call failed without saying why.";
  return [...wellFormed(`Error: ${messageOf(error)}`)].slice(0, MAX_ERROR_TEXT).join("");
}

/** What a toolset's later actions of a turn are answered after one failed: they were planned upon it. */
export function notExecutedText(family: string): string {
  return `Not executed: an earlier ${family === "computer" ? "computer action" : "action"} in this turn failed.`;
}

/** A call by a toolset's own name, without `toolset_name`: its list of actions was malformed, and nothing ran. */
export function malformedToolsetCall(call: BetaToolUseBlock): BetaToolResultBlockParam {
  return notRun(call, `Error: the call of the ${call.name} toolset is malformed: nothing of it was run.`);
}

/** A lone surrogate anywhere makes the API refuse the whole request. */
function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDFFF]/gu, "\uFFFD");
}

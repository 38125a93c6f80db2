import { store } from "../declare/declarations";
import { SkillsError } from "../errors";
import type { ContentBlock } from "../wire";
import { isBrokenSchema, isToolNotFound, ToolOffError } from "./errors";
import type { CallOutcome } from "./outcomes";
import { ToolTimeoutError } from "./settle";
import { fittingText } from "./text";
import { isToolError, partsOf } from "./tool-error";
import type { ToolOptions } from "./tool-spec";

/** What a thrown value means for the call. */
export function outcomeOf(error: unknown, signal: AbortSignal | undefined): CallOutcome {
  const isToolsOwn = typeof error === "object" && error !== null && store.thrownInsideTool.has(error);
  if (error instanceof ToolTimeoutError && !isToolsOwn) return "timeout";
  if (signal?.aborted) return "aborted";
  if (isToolsOwn) return "error";
  if (error instanceof ToolOffError) return "denied";
  if (isToolNotFound(error)) return "not_found";
  return isBrokenSchema(error) ? "invalid_input" : "error";
}

/** The text for the model, and what has to stand behind the results: the API takes only text in an error result. */
export function failureText(
  error: unknown,
  outcome: CallOutcome,
  options: ToolOptions | undefined,
): { text: string; following: ContentBlock[] } {
  if (outcome === "aborted") return say("The call was aborted before it had a result.");
  if (outcome !== "error" && error instanceof SkillsError) return say(error.plainMessage);
  if (isToolError(error)) {
    const { text, following } = partsOf(error.content);
    return { ...say(text), following };
  }
  return say(`${isDeclared(error, options) ? error.name : "Error"}: ${messageOf(error)}`);

  function say(text: string): { text: string; following: ContentBlock[] } {
    return { text: fittingText(text, options?.limits?.maxResultChars), following: [] };
  }
}

/** Whether a tool said by `errors` that it fails in this way. */
export function isDeclared(error: unknown, options: ToolOptions | undefined): error is Error {
  return error instanceof Error && (options?.errors ?? []).some((type) => error instanceof type);
}

/** Tools throw anything. */
function messageOf(error: unknown): string {
  if (error instanceof SkillsError) return error.plainMessage;
  if (error instanceof Error) return error.message === "" ? error.name : error.message;
  return typeof error === "string" && error.trim() !== "" ? error : "the tool failed without a message";
}

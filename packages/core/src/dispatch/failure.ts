import { store } from "../store";
import type { ContentBlock } from "../wire";
import { isBrokenSchema, isNoCall, isTimeout, isToolNotFound, isToolOff } from "./errors";
import { jsonText } from "./json-text";
import type { CallOutcome } from "./outcomes";
import { fittingText } from "./text";
import { isToolError, partsOf } from "./tool-error";
import type { ErrorClass, ToolOptions } from "./tool-spec";

/** What a thrown value means for the call. */
export function outcomeOf(error: unknown, signal: AbortSignal | undefined): Exclude<CallOutcome, "ok"> {
  const isToolsOwn = typeof error === "object" && error !== null && store.thrownInsideTool.has(error);
  if (isTimeout(error) && !isToolsOwn) return "timeout";
  if (signal?.aborted) return "aborted";
  if (isToolsOwn) return "error";
  if (isToolOff(error)) return "denied";
  if (isToolNotFound(error) || isNoCall(error)) return "not_found";
  return isBrokenSchema(error) ? "invalid_input" : "error";
}

/** How a call failed, for the model; never throws, though what was thrown may throw at every look. */
export function failureOf(
  error: unknown,
  signal: AbortSignal | undefined,
  options: ToolOptions | undefined,
): Failure {
  try {
    const outcome = outcomeOf(error, signal);
    const isIntended = isToolError(error) || isDeclared(error, options);
    return {
      ...failureText(error, outcome, options),
      outcome,
      isOwnFault: outcome === "error" && !isIntended,
    };
  } catch {
    return { text: `Error: ${messageOf(error)}`, following: [], outcome: "error", isOwnFault: true };
  }
}

export interface Failure {
  text: string;
  following: ContentBlock[];
  outcome: Exclude<CallOutcome, "ok">;
  /** Whether the tool did not mean to fail: that is to be logged. */
  isOwnFault: boolean;
}

/** The text for the model, and what has to stand behind the results: the API takes only text in an error result. */
export function failureText(
  error: unknown,
  outcome: CallOutcome,
  options: ToolOptions | undefined,
): { text: string; following: ContentBlock[] } {
  if (outcome === "aborted") return say("The call was aborted before it had a result.");
  if (outcome !== "error") return say(messageOf(error));
  if (isToolError(error)) {
    const { text, following } = partsOf(error.content);
    return { ...say(text), following };
  }
  return say(`${isDeclared(error, options) ? nameOf(error) : "Error"}: ${messageOf(error)}`);

  function say(text: string): { text: string; following: ContentBlock[] } {
    return { text: fittingText(text, options?.limits?.maxResultChars), following: [] };
  }
}

/** Whether a tool said by `errors` that it fails in this way. */
export function isDeclared(error: unknown, options: ToolOptions | undefined): error is Error {
  return error instanceof Error && (options?.errors ?? []).some((type) => isOf(error, type));
}

/** What stands in `errors` was written by hand: for what is no class, `instanceof` throws. */
function isOf(error: Error, type: unknown): boolean {
  try {
    return error instanceof (type as ErrorClass);
  } catch {
    return false;
  }
}

/** A class that extends Error has its name, though few set it. */
export function nameOf(error: Error): string {
  return error.name === "Error" ? error.constructor.name || "Error" : error.name;
}

/** What was thrown, in words for a model: tools throw anything, and another copy's errors are of other classes. */
export function messageOf(error: unknown): string {
  try {
    return writtenMessage(error);
  } catch {
    return "the tool failed, and what it threw cannot be read";
  }
}

function writtenMessage(error: unknown): string {
  if (typeof error === "object" && error !== null) {
    const { plainMessage, message } = error as { plainMessage?: unknown; message?: unknown };
    const text = [plainMessage, message].find((said) => typeof said === "string" && said.trim() !== "");
    if (typeof text === "string") return text;
    if (!(error instanceof Error)) return jsonText(error) ?? NO_MESSAGE;
    const name = nameOf(error);
    return name === "Error" ? NO_MESSAGE : name;
  }
  return error === undefined || error === null || error === "" ? NO_MESSAGE : String(error);
}

const NO_MESSAGE = "the tool failed without a message";

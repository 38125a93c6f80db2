import { SkillsError } from "../errors";
import type { Answer, AnswerOptions, ToolSet } from "../sets/tool-set";
import type { ContentBlock, ToolResult, ToolUse } from "../wire";
import { isBrokenSchema, isToolNotFound } from "./errors";
import { fittingText } from "./text";
import { isToolError, partsOf } from "./tool-error";
import { store } from "../declare/declarations";

/**
 * Runs one call and answers it, whatever happens: the `tool_result` is always one that the API takes. Never
 * throws, and never waits for a tool past its time limit or the signal.
 */
export async function answerToolUse(
  set: ToolSet,
  toolUse: ToolUse,
  options: AnswerOptions = {},
): Promise<Answer> {
  const timeoutMs = set.tool(toolUse.name)?.options.limits?.timeoutMs ?? options.timeoutMs;
  try {
    const output = await settled(options.signal, timeoutMs, (signal) =>
      set.runTool(toolUse, { ...options, signal }),
    );
    return { result: resultOf(toolUse.id, output.content), following: [], output, outcome: "ok" };
  } catch (error) {
    const { text, following, outcome } = failure(error, options.signal);
    if (outcome === "error" && !isToolError(error))
      (options.logger ?? console).error(`The tool ${toolUse.name} failed.`, error);
    return { result: errorResult(toolUse.id, text), following, error, outcome };
  }
}

function resultOf(id: string, content: string | ContentBlock[] | undefined): ToolResult {
  return { type: "tool_result", tool_use_id: id, ...(content === undefined ? {} : { content }) };
}

/** An `is_error` result holds text, and the API refuses an empty one. */
export function errorResult(id: string, text: string): ToolResult {
  return {
    type: "tool_result",
    tool_use_id: id,
    content: text.trim() === "" ? "Error" : text,
    is_error: true,
  };
}

interface Failure {
  text: string;
  following: ContentBlock[];
  outcome: Exclude<Answer["outcome"], "ok">;
}

function failure(error: unknown, signal: AbortSignal | undefined): Failure {
  const say = (outcome: Failure["outcome"], text: string): Failure => ({
    text: fittingText(text),
    following: [],
    outcome,
  });
  if (error instanceof TimedOut) return say("timeout", error.message);
  if (signal?.aborted) return say("aborted", "The call was aborted before it had a result.");
  if (isToolNotFound(error) && !store.thrownInsideTool.has(error))
    return say("not_found", error.plainMessage);
  if (isBrokenSchema(error)) return say("invalid_input", error.plainMessage);
  if (isToolError(error)) {
    const { text, following } = partsOf(error.content);
    return { text: fittingText(text), following, outcome: "error" };
  }
  return say("error", `Error: ${messageOf(error)}`);
}

/** Tools throw anything. */
function messageOf(error: unknown): string {
  if (error instanceof SkillsError) return error.plainMessage;
  if (error instanceof Error) return error.message;
  return typeof error === "string" ? error : "the tool failed without a message";
}

class TimedOut extends Error {}

/** Runs `work` with a signal of its own; rejects as soon as the time is over or the outer signal is aborted. */
async function settled<T>(
  outer: AbortSignal | undefined,
  timeoutMs: number | undefined,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (!outer && timeoutMs === undefined) return work(undefined);
  outer?.throwIfAborted();
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const stop = (reason: unknown): void => {
      controller.abort(reason);
      reject(reason instanceof Error ? reason : new Error("aborted", { cause: reason }));
    };
    const onAbort = (): void => {
      stop(outer?.reason);
    };
    outer?.addEventListener("abort", onAbort, { once: true });
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            stop(new TimedOut(`The tool did not answer within ${String(timeoutMs)} ms.`));
          }, timeoutMs);
    void work(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        outer?.removeEventListener("abort", onAbort);
      });
  });
}

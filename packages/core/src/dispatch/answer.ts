import type { ToolSet } from "../sets/tool-set";
import type { ToolResult, ToolUse } from "../wire";
import { failureOf } from "./failure";
import { fittingOutput } from "./fitting-output";
import { log } from "./log";
import type { Answer, AnswerOptions, ToolOutput } from "./outcomes";
import { settled } from "./settle";
import { partsOf } from "./tool-error";
import type { ToolSpec } from "./tool-spec";
import { checkCall } from "./tool-uses";
import { traced } from "./trace";

/**
 * Runs one call and answers it, whatever happens: the `tool_result` is always one that the API takes. Never
 * throws, and never waits for a tool past its time limit or the signal.
 */
export async function answerToolUse(
  set: ToolSet,
  toolUse: ToolUse,
  options: AnswerOptions = {},
): Promise<Answer> {
  let spec: ToolSpec | undefined;
  try {
    checkCall(toolUse);
    // Also to look for the tool is a set's own work, which may fail.
    spec = set.tool(toolUse.name);
    const timeoutMs = spec?.options.limits?.timeoutMs ?? options.timeoutMs;
    const run = (): Promise<ToolOutput> =>
      settled(toolUse.name, { signal: options.signal, timeoutMs, timers: options.timers }, (signal) =>
        set.runTool(toolUse, { ...options, signal }),
      );
    // A tool that the set knows traces itself once it is started; all else is traced here.
    const tracesItself = spec !== undefined && options.signal?.aborted !== true;
    const given = await (tracesItself ? run() : traced(toolUse, undefined, options, run));
    const output = fittingOutput(toolUse, given, spec?.options.limits?.maxResultChars);
    const { result, following } = resultOf(output);
    return { result, following, output, outcome: output.isError ? "error" : "ok" };
  } catch (error) {
    const { text, following, outcome, isOwnFault } = failureOf(error, options.signal, spec?.options);
    if (isOwnFault) log(options.logger, "error", `The tool ${toolUse.name} failed.`, error);
    return { result: errorResult(toolUse.id, text), following, error, outcome };
  }
}

/** An output as the API takes it: an error result holds text only, the rest of it follows all results. */
export function resultOf({
  toolUseId,
  content,
  isError,
}: Pick<ToolOutput, "toolUseId" | "content" | "isError">): Pick<Answer, "result" | "following"> {
  if (isError) {
    const { text, following } = partsOf(content ?? "");
    return { result: errorResult(toolUseId, text), following };
  }
  const result: ToolResult = {
    type: "tool_result",
    tool_use_id: toolUseId,
    ...(content === undefined ? {} : { content }),
  };
  return { result, following: [] };
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

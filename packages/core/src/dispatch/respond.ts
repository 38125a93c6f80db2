import type { ToolSet } from "../sets/tool-set";
import type { AssistantMessage, ToolResultMessage, ToolUse } from "../wire";
import { answerToolUse, resultOf } from "./answer";
import type { Answer, RespondOptions } from "./outcomes";
import { toolUses } from "./tool-uses";

/** Calls that run side by side where nobody says otherwise. */
const MAX_CONCURRENCY = 8;

/** See `ToolSet.respond`. */
export async function respondTo(
  set: ToolSet,
  message: AssistantMessage,
  options: RespondOptions,
): Promise<ToolResultMessage | null> {
  if (message.stop_reason !== undefined && message.stop_reason !== "tool_use") return null;
  const calls = answerable(toolUses(message), options);
  if (calls.length === 0) return null;
  return messageOf(await answerAll(set, calls, options));
}

/** The one user message that answers a turn: all results first, in call order, then what must follow them. */
export function messageOf(answers: readonly Answer[]): ToolResultMessage {
  const moved = new Map(
    answers
      .flatMap(({ output }) => output?.elsewhere ?? [])
      .map((output) => [output.toolUseId, resultOf(output)]),
  );
  return {
    role: "user",
    content: [
      ...answers.map(({ result }) => moved.get(result.tool_use_id) ?? result),
      ...answers.flatMap(({ following }) => following),
    ],
  };
}

/** The API refuses two results for one id, and a result for no id. */
function answerable(calls: readonly ToolUse[], { logger = console }: RespondOptions): ToolUse[] {
  const seen = new Set<string>([""]);
  return calls.filter(({ id, name }) => {
    if (!seen.has(id)) return seen.add(id);
    logger.warn(`A call of ${name} was passed over: its id ${JSON.stringify(id)} is empty or taken.`);
    return false;
  });
}

/** Side by side up to the bound; a sequential tool runs alone, in its place in the order. */
async function answerAll(
  set: ToolSet,
  calls: readonly ToolUse[],
  options: RespondOptions,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const batch of batches(set, calls)) {
    const queue = batch.entries();
    const size = Math.min(batch.length, Math.max(1, options.maxConcurrency ?? MAX_CONCURRENCY));
    const from = answers.length;
    const worker = async (): Promise<void> => {
      for (const [index, call] of queue) answers[from + index] = await answerToolUse(set, call, options);
    };
    await Promise.all(Array.from({ length: size }, worker));
  }
  return answers;
}

function batches(set: ToolSet, calls: readonly ToolUse[]): ToolUse[][] {
  const all: ToolUse[][] = [];
  let open: ToolUse[] | undefined;
  for (const call of calls) {
    const alone = set.tool(call.name)?.options.limits?.sequential ?? false;
    if (alone || !open) all.push((open = []));
    open.push(call);
    if (alone) open = undefined;
  }
  return all;
}

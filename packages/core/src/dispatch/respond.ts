import type { ToolSet } from "../sets/tool-set";
import type { AssistantMessage, ToolResultMessage, ToolUse } from "../wire";
import { answerToolUse, resultOf } from "./answer";
import { asBlocks } from "./content";
import { log } from "./log";
import type { Answer, RespondOptions, ToolOutput } from "./outcomes";
import { callBlocks, type CallBlock } from "./tool-uses";
import { preview } from "../validate/words";

/** Calls that run side by side where nobody says otherwise. */
const MAX_CONCURRENCY = 8;

/** See `ToolSet.respond`. */
export async function respondTo(
  set: ToolSet,
  message: AssistantMessage,
  options: RespondOptions,
): Promise<ToolResultMessage | null> {
  const blocks = callBlocks(message);
  if (message.stop_reason !== undefined && message.stop_reason !== "tool_use") return null;
  const calls = answerable(blocks, options);
  if (calls.length === 0) return null;
  return resultMessage(await answerAll(set, calls, options));
}

/** The one user message that answers a turn: all results first, in call order, then what must follow them. */
export function resultMessage(answers: readonly Answer[]): ToolResultMessage {
  const ids = new Set(answers.map(({ result }) => result.tool_use_id));
  const elsewhere = answers.flatMap(({ output }) => output?.elsewhere ?? []);
  const complete = answers.map((answer) => {
    const moved = elsewhere.filter(({ toolUseId }) => toolUseId === answer.result.tool_use_id);
    // An output for a call that is not of this turn stays with the call that returned it.
    const strays = answer.output?.elsewhere?.filter(({ toolUseId }) => !ids.has(toolUseId)) ?? [];
    return moved.length + strays.length === 0 ? answer : joined(answer, moved, strays);
  });
  return {
    role: "user",
    content: [...complete.map(({ result }) => result), ...complete.flatMap(({ following }) => following)],
  };
}

/** What was returned for a call elsewhere takes the place of its own result, but never hides that it failed. */
function joined(
  { result, following }: Answer,
  moved: readonly ToolOutput[],
  strays: readonly ToolOutput[],
): Pick<Answer, "result" | "following"> {
  const hasFailed = result.is_error === true;
  const own = hasFailed || moved.length === 0 ? [result.content] : [];
  const contents = [...own, ...[...moved, ...strays].map(({ content }) => content)];
  const whole = resultOf({
    toolUseId: result.tool_use_id,
    content: contents.length === 1 ? contents[0] : contents.flatMap(asBlocks),
    isError: hasFailed || moved.some(({ isError }) => isError),
  });
  return { result: whole.result, following: [...following, ...whole.following] };
}

/**
 * The API refuses two results for one id, and a result for no id. What has an id must have an answer, also where its
 * name is none.
 */
function answerable(blocks: readonly CallBlock[], { logger }: RespondOptions): ToolUse[] {
  const seen = new Set<unknown>([""]);
  return blocks.filter((block): block is ToolUse => {
    const { id, name } = block;
    if (typeof id === "string" && !seen.has(id)) return seen.add(id).has(id);
    const why = typeof id === "string" ? "is empty or taken" : "is no text";
    const called = typeof name === "string" ? name : preview(name);
    log(logger, "warn", `A call of ${called} was passed over: its id ${preview(id)} ${why}.`);
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
  while (answers.length < calls.length) {
    const batch = nextBatch(set, calls.slice(answers.length));
    answers.push(...(await sideBySide(set, batch, options)));
  }
  return answers;
}

/** Found when its turn comes: a call before it may have switched a skill on. */
function nextBatch(set: ToolSet, calls: readonly ToolUse[]): readonly ToolUse[] {
  const alone = calls.findIndex(({ name }) => isSequential(set, name));
  return alone < 0 ? calls : calls.slice(0, Math.max(1, alone));
}

function isSequential(set: ToolSet, name: string): boolean {
  try {
    return set.tool(name)?.options.limits?.sequential ?? false;
  } catch {
    // The call itself will meet the same error, and is answered with it.
    return false;
  }
}

async function sideBySide(
  set: ToolSet,
  calls: readonly ToolUse[],
  options: RespondOptions,
): Promise<Answer[]> {
  const { maxConcurrency = MAX_CONCURRENCY } = options;
  const answers: Answer[] = [];
  const queue = calls.entries();
  const worker = async (): Promise<void> => {
    for (const [index, call] of queue) answers[index] = await answerToolUse(set, call, options);
  };
  // No bound at all (NaN) and none that lets a call through: one at a time.
  const length = Math.min(calls.length, maxConcurrency >= 1 ? maxConcurrency : 1);
  await Promise.all(Array.from({ length }, worker));
  return answers;
}

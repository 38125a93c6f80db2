import type {
  BetaContentBlockParam,
  BetaMessage,
  BetaMessageParam,
  BetaToolResultBlockParam,
  BetaToolUseBlock,
} from "../sdk-types";

/** Calls of one assistant message that no result answers. */
export interface Gap {
  /** Place of the assistant message. */
  index: number;
  missing: BetaToolUseBlock[];
}

interface Block {
  type: string;
}

interface WithContent {
  content?: string | readonly Block[];
}

/** A message's content as blocks; none where it is a plain text or nothing. */
export function blocksIn(message: WithContent | undefined): readonly Block[] {
  return typeof message?.content === "object" ? message.content : [];
}

/** The calls of a message, in their order. */
export function callsIn(message: WithContent | undefined): BetaToolUseBlock[] {
  return blocksIn(message).filter((block): block is BetaToolUseBlock => block.type === "tool_use");
}

/**
 * A reply as the history holds it: without texts that say nothing, which models write and the API takes back from
 * nobody. Undefined where nothing is left.
 */
export function keptReply({ content }: Pick<BetaMessage, "content">): BetaMessageParam | undefined {
  const isBlank = (block: (typeof content)[number]) => block.type === "text" && block.text.trim() === "";
  const kept = content.some(isBlank) ? content.filter((block) => !isBlank(block)) : content;
  return kept.length > 0 ? { role: "assistant", content: kept } : undefined;
}

/** Every assistant message with calls that the next message leaves open: the API refuses such a history. */
export function findGaps(messages: readonly BetaMessageParam[]): Gap[] {
  const gaps: Gap[] = [];
  messages.forEach((message, index) => {
    if (message.role !== "assistant") return;
    const calls = callsIn(message);
    if (calls.length === 0) return;
    const answered = new Set(resultsIn(messages[index + 1]).map((result) => result.tool_use_id));
    const missing = calls.filter((call) => !answered.has(call.id));
    if (missing.length > 0) gaps.push({ index, missing });
  });
  return gaps;
}

function resultsIn(message: BetaMessageParam | undefined): BetaToolResultBlockParam[] {
  if (message?.role !== "user") return [];
  return blocksIn(message).filter((block): block is BetaToolResultBlockParam => block.type === "tool_result");
}

/**
 * Puts results after the assistant message at `index`: all of a message's results stand first in one user message, in
 * call order, those already there among them.
 * @param messages changed in place; the messages themselves are not
 * @returns the message that holds the results
 */
export function putResults(
  messages: BetaMessageParam[],
  index: number,
  results: readonly BetaToolResultBlockParam[],
  following: readonly BetaContentBlockParam[] = [],
): BetaMessageParam {
  const next = messages[index + 1];
  const present = resultsIn(next);
  const byId = new Map([...present, ...results].map((result) => [result.tool_use_id, result]));
  const inOrder = callsIn(messages[index]).flatMap((call) => byId.get(call.id) ?? []);
  // A user message without results is the caller's own: it stays whole, after the results.
  const others = present.length === 0 ? [] : blocksIn(next).filter((block) => block.type !== "tool_result");
  const content = [...inOrder, ...following, ...(others as BetaContentBlockParam[])];
  const message: BetaMessageParam = { role: "user", content };
  putMessageOfResults(messages, index, message);
  return message;
}

/** Makes this the message that answers the assistant message at `index`, in place. */
export function putMessageOfResults(
  messages: BetaMessageParam[],
  index: number,
  message: BetaMessageParam,
): void {
  const present = resultsIn(messages[index + 1]);
  messages.splice(index + 1, present.length === 0 ? 0 : 1, message);
}

/** The place of the last assistant message; -1 where there is none. */
export function lastAssistant(messages: readonly BetaMessageParam[]): number {
  return messages.findLastIndex((message) => message.role === "assistant");
}

/** What a history says of a call that waits, while its run does. */
export const WAITED = "Not run: it waited for approval.";

/** The history with an error result for every call that was left open. The same array where nothing was. */
export function completeHistory(messages: BetaMessageParam[], text: string): BetaMessageParam[] {
  const gaps = findGaps(messages);
  if (gaps.length === 0) return messages;
  const made = [...messages];
  // From the end, so that the places of the earlier gaps stay true.
  for (const { index, missing } of gaps.reverse()) {
    const results = missing.map((call) => notRun(call, text));
    putResults(made, index, results);
  }
  return made;
}

/** An error result; a toolset's call gets its family's name back, as the API asks. */
export function notRun(call: BetaToolUseBlock, text: string): BetaToolResultBlockParam {
  return {
    type: "tool_result",
    tool_use_id: call.id,
    ...(call.toolset_name ? { toolset_name: call.toolset_name } : {}),
    content: text,
    is_error: true,
  };
}

/**
 * The end of a history, at most `keep` messages where a cut allows it: it begins with a message of the user that
 * answers no call, so that no pair of call and result is parted. The whole history where there is no such place.
 */
export function trimHistory(messages: readonly BetaMessageParam[], keep: number): BetaMessageParam[] {
  const from = Math.max(0, messages.length - keep);
  for (let start = from; start < messages.length; start++)
    if (canBegin(messages[start])) return messages.slice(start);
  for (let start = from; start > 0; start--) if (canBegin(messages[start])) return messages.slice(start);
  return [...messages];
}

function canBegin(message: BetaMessageParam | undefined): boolean {
  return message?.role === "user" && resultsIn(message).length === 0;
}

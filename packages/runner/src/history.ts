import type {
  BetaContentBlockParam,
  BetaMessageParam,
  BetaToolResultBlockParam,
  BetaToolUseBlock,
} from "./sdk-types";

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
 * The history with these results after the assistant message at `index`: all of a message's results stand first in
 * one user message, in call order, those already there among them.
 */
export function withResults(
  messages: readonly BetaMessageParam[],
  index: number,
  results: readonly BetaToolResultBlockParam[],
  following: readonly BetaContentBlockParam[] = [],
): BetaMessageParam[] {
  const next = messages[index + 1];
  const present = resultsIn(next);
  const byId = new Map([...present, ...results].map((result) => [result.tool_use_id, result]));
  const inOrder = callsIn(messages[index]).flatMap((call) => byId.get(call.id) ?? []);
  // A user message without results is the caller's own: it stays whole, after the results.
  const others = present.length === 0 ? [] : blocksIn(next).filter((block) => block.type !== "tool_result");
  return [
    ...messages.slice(0, index + 1),
    { role: "user", content: [...inOrder, ...following, ...(others as BetaContentBlockParam[])] },
    ...messages.slice(index + (present.length === 0 ? 1 : 2)),
  ];
}

/** The history with this message as the one that answers the last assistant message. */
export function withMessageOfResults(
  messages: readonly BetaMessageParam[],
  results: BetaMessageParam,
): BetaMessageParam[] {
  const next = messages.findLastIndex((message) => message.role === "assistant") + 1;
  const present = resultsIn(messages[next]).length > 0;
  return [...messages.slice(0, next), results, ...messages.slice(present ? next + 1 : next)];
}

/** The history with an error result for every call that was left open. The same array where nothing was. */
export function completeHistory(messages: BetaMessageParam[], text: string): BetaMessageParam[] {
  // From the end, so that the places of the earlier gaps stay true.
  return findGaps(messages)
    .reverse()
    .reduce(
      (history, { index, missing }) =>
        withResults(
          history,
          index,
          missing.map((call) => notRun(call, text)),
        ),
      messages,
    );
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

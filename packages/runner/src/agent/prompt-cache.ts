import { blocksIn } from "../history/history";
import type { BetaMessageParam, MessageCreateParamsBase } from "../sdk-types";

export interface PromptCacheOptions {
  /** How long a prefix is kept after its last use. Default "5m". */
  ttl?: "5m" | "1h";
}

type Params = MessageCreateParamsBase;
type Mark = { type: "ephemeral"; ttl?: "5m" | "1h" };
interface Markable {
  type?: string;
  text?: string;
  cache_control?: unknown;
}

/** The API takes no more marks in one request, nor in one of a thread. */
const MOST_MARKS = 4;
const MOST_MARKS_IN_THREAD = 3;
/** Blocks that cannot carry a mark. */
const UNMARKABLE = /^(thinking|redacted_thinking|compaction|fallback)$/;

/**
 * The request with marks up to which the API keeps it: the end of the history and of the turn before, where the next
 * request and a run that goes on from here find it; the system prompt; the tools. Marks of the caller's own count
 * first. The params given stay as they are.
 */
export function withCacheMarks(params: Params, { ttl }: PromptCacheOptions): Params {
  // The marks that a thread was created with are held with it, and count on.
  if (params.thread?.type === "continue") return params;
  const mark: Mark = { type: "ephemeral", ...(ttl && { ttl }) };
  const most = params.thread == null ? MOST_MARKS : MOST_MARKS_IN_THREAD;
  let left = most - marksIn(params);
  const made = { ...params };
  const steps = [markLastTurn, markSystem, markTools, markTurnBefore];
  for (const step of steps) if (left > 0 && step(made, mark)) left -= 1;
  return made;
}

function marksIn({ cache_control, system, tools, messages }: Params): number {
  const contents = messages.flatMap((message) => blocksIn(message) as readonly Markable[]);
  const blocks = [...(Array.isArray(system) ? system : []), ...(tools ?? []), ...contents] as Markable[];
  return blocks.filter((block) => block.cache_control).length + (cache_control ? 1 : 0);
}

function markSystem(params: Params, mark: Mark): boolean {
  const { system } = params;
  if (typeof system === "string") {
    if (system.trim() === "") return false;
    params.system = [{ type: "text", text: system, cache_control: mark }];
    return true;
  }
  const marked = withMarkOnLast(system ?? [], mark);
  if (marked) params.system = marked;
  return marked !== undefined;
}

/** Not on a tool that is loaded later: it is no part of the prefix. */
function markTools(params: Params, mark: Mark): boolean {
  const tools = params.tools ?? [];
  const index = tools.findLastIndex((tool) => !("defer_loading" in tool && tool.defer_loading));
  const tool = tools[index];
  if (!tool || ("cache_control" in tool && tool.cache_control)) return false;
  params.tools = tools.with(index, { ...tool, cache_control: mark });
  return true;
}

function markLastTurn(params: Params, mark: Mark): boolean {
  return markMessage(params, userMessages(params).at(-1), mark);
}

function markTurnBefore(params: Params, mark: Mark): boolean {
  return markMessage(params, userMessages(params).at(-2), mark);
}

/** Places of the messages that end what was asked at one time: the last of each row of the user's. */
function userMessages({ messages }: Params): number[] {
  return messages.flatMap(({ role }, index) =>
    role === "user" && messages[index + 1]?.role !== "user" ? [index] : [],
  );
}

function markMessage(params: Params, index: number | undefined, mark: Mark): boolean {
  const message = index === undefined ? undefined : params.messages[index];
  if (index === undefined || !message) return false;
  const content = marked(message.content, mark);
  if (!content) return false;
  params.messages = params.messages.with(index, { ...message, content } as BetaMessageParam);
  return true;
}

function marked(content: BetaMessageParam["content"], mark: Mark): unknown {
  if (typeof content !== "string") return withMarkOnLast((content ?? []) as Markable[], mark);
  return content.trim() === "" ? undefined : [{ type: "text", text: content, cache_control: mark }];
}

/** Undefined where no block can carry the mark, or the last one that can has one. */
function withMarkOnLast<Block extends Markable>(blocks: readonly Block[], mark: Mark): Block[] | undefined {
  const index = blocks.findLastIndex(({ type = "", text }) => !UNMARKABLE.test(type) && text?.trim() !== "");
  const block = blocks[index];
  return !block || block.cache_control ? undefined : blocks.with(index, { ...block, cache_control: mark });
}

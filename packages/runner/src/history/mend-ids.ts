import { blocksIn } from "./history";
import type { BetaMessageParam } from "../sdk-types";
import { ToolUseIds } from "./tool-use-ids";

/**
 * A history whose calls have ids of their own, their results with them: the API refuses one that has an id twice, or
 * an empty one. The same array where nothing had to be mended.
 */
export function mendIds(messages: readonly BetaMessageParam[]): readonly BetaMessageParam[] {
  const seen = new ToolUseIds([]);
  let made: BetaMessageParam[] | undefined;
  messages.forEach((message, index) => {
    if (message.role !== "assistant") return;
    const renamed = new Map<string, string[]>();
    const ids = seen.forReply();
    const content = mapContent(message, (block, place) => {
      if (block.type !== "tool_use" || !("id" in block)) return block;
      const id = ids.at(place, block.id);
      renamed.set(block.id, [...(renamed.get(block.id) ?? []), id]);
      return id === block.id ? block : { ...block, id };
    });
    const mended = content === message.content ? message : ({ ...message, content } as BetaMessageParam);
    seen.remember(mended);
    if (mended === message) return;
    made ??= [...messages];
    made[index] = mended;
    const next = made[index + 1];
    if (next?.role === "user") made[index + 1] = withRenamedResults(next, renamed);
  });
  return made ?? messages;
}

/** The first result of an id answers its first call, and so on. */
function withRenamedResults(message: BetaMessageParam, renamed: Map<string, string[]>): BetaMessageParam {
  const content = mapContent(message, (block) => {
    if (block.type !== "tool_result" || !("tool_use_id" in block)) return block;
    const id = renamed.get(block.tool_use_id)?.shift();
    return id === undefined ? block : { ...block, tool_use_id: id };
  });
  return { ...message, content } as BetaMessageParam;
}

type Block = ReturnType<typeof blocksIn>[number] & { id: string; tool_use_id: string };

/** The same content where no block is changed. */
function mapContent(
  message: BetaMessageParam,
  change: (block: Block, place: number) => object,
): BetaMessageParam["content"] {
  const blocks = blocksIn(message) as readonly Block[];
  const made = blocks.map(change);
  return made.every((block, place) => block === blocks[place])
    ? message.content
    : (made as unknown as BetaMessageParam["content"]);
}

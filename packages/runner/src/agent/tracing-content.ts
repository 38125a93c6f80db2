import { blocksIn } from "../history/history";
import type { BetaMessage, BetaMessageParam, MessageCreateParamsBase } from "../sdk-types";

/** What a block is in the conventions' words. */
type Part = { type: string; [field: string]: unknown };

/** Messages as the conventions for spans write them: JSON text. */
export function spanMessages(messages: readonly BetaMessageParam[]): string {
  return JSON.stringify(messages.map(({ role, content }) => ({ role, parts: partsOf(content) })));
}

export function spanReply({ role, content, stop_reason }: BetaMessage): string {
  return JSON.stringify([{ role, parts: partsOf(content), finish_reason: stop_reason }]);
}

/** Undefined where there is none. */
export function spanSystem(system: MessageCreateParamsBase["system"]): string | undefined {
  return system === undefined ? undefined : JSON.stringify(partsOf(system));
}

function partsOf(content: string | readonly { type: string }[] | undefined): Part[] {
  if (typeof content === "string") return [{ type: "text", content }];
  return blocksIn({ content }).map(partOf);
}

function partOf(block: { type: string }): Part {
  const fields = block as { [field: string]: unknown };
  switch (block.type) {
    case "text":
      return { type: "text", content: fields.text };
    case "thinking":
      return { type: "reasoning", content: fields.thinking };
    case "tool_use":
      return { type: "tool_call", id: fields.id, name: fields.name, arguments: fields.input };
    case "tool_result":
      return { type: "tool_call_response", id: fields.tool_use_id, response: fields.content };
    default:
      return { type: block.type };
  }
}

import { isDeepStrictEqual } from "node:util";
import { isSignatureOf, mayBeTheApis } from "../model/signatures";
import type { Rule } from "./rule";
import { first } from "./walk";

/** Row 16: thinking comes back as it was sent. */
export const thinkingRules: readonly Rule[] = [
  {
    row: 16,
    name: "thinking-unmodified",
    help: "send the assistant message back whole: every thinking block, unchanged and in its place",
    check: (context) => {
      const last = context.messages.findLast(({ role }) => role === "assistant");
      if (last === undefined) return undefined;
      const blocks = last.blocks.map(({ block }) => block);
      const sent = context.memory.withCall(
        blocks.flatMap(({ type, id }) => (type === "tool_use" ? [id] : [])),
      );
      if (
        sent === undefined ||
        isDeepStrictEqual(thoughts(blocks), thoughts(sent.content.map((block) => ({ ...block }))))
      )
        return undefined;
      const at = blocks.findIndex(({ type }) => isThought(type));
      return `${last.path}.content.${String(Math.max(at, 0))}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`;
    },
  },
  {
    row: 16,
    name: "thinking-signature",
    help: "send thinking blocks back byte for byte, or leave out those of earlier turns",
    check: (context) =>
      first(context.blocks, ({ block, path }) =>
        block.type === "thinking" &&
        !isSignatureOf(block.signature, block.thinking) &&
        !context.memory.signed(block.thinking, block.signature) &&
        (context.memory.knowsSignature(block.signature) || !mayBeTheApis(block.signature))
          ? `${path}: Invalid \`signature\` in \`thinking\` block`
          : undefined,
      ),
  },
];

function isThought(type: unknown): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

/**
 * The thinking blocks, each with the number of other blocks before it: their order is part of them. Blank texts do not
 * count: the model writes them, and the API takes them from nobody.
 */
function thoughts(blocks: readonly { readonly [key: string]: unknown }[]): unknown[] {
  let others = 0;
  return blocks.flatMap((block) => {
    if (isThought(block.type)) return [{ block: { ...block }, others }];
    if (block.type !== "text" || String(block.text).trim() !== "") others += 1;
    return [];
  });
}

import { isSignatureOf, mayBeTheApis } from "../model/signatures";
import { isObject } from "../wire/shapes";
import type { RuleContext } from "./context";
import type { Breach, Rule } from "./rule";
import { first, type PlacedBlock } from "./walk";

/** Requests for a compaction, and compaction blocks that come back. The texts are inferred, the codes are the API's. */
export const compactionRules: readonly Rule[] = [
  {
    row: "compaction",
    name: "compaction-params",
    help: "leave the field out of the compaction request, and send it again afterwards",
    check: (context) => {
      if (!asksForCompaction(context)) return undefined;
      const [field] = forbiddenWith(context);
      return field === undefined ? undefined : `${field}: cannot be combined with \`compaction\``;
    },
  },
  {
    row: "compaction",
    name: "compaction-incomplete-turn",
    help: "send the results of the last turn's calls before you ask for a compaction",
    check: (context) => {
      if (!asksForCompaction(context)) return undefined;
      const last = context.messages.findLast(({ role }) => role !== "system");
      const open = last?.role === "assistant" && last.blocks.some(({ block }) => block.type === "tool_use");
      return open
        ? coded(
            "compaction_incomplete_turn",
            "compaction: the last turn has `tool_use` blocks without results",
          )
        : undefined;
    },
  },
  {
    row: "compaction",
    name: "compaction-nothing-to-summarize",
    help: "ask for a compaction only where there is something after the last one",
    check: (context) => {
      const blocks = context.blocks;
      const only =
        context.messages.length === 1 && blocks.length === 1 && blocks[0]?.block.type === "compaction";
      return asksForCompaction(context) && only
        ? coded("compaction_nothing_to_summarize", "compaction: there are no messages to summarize")
        : undefined;
    },
  },
  {
    row: "compaction",
    name: "compaction-block-ambiguous",
    help: "keep the last compaction block, and drop everything before it",
    check: (context) => {
      const [, second] = compactions(context);
      return (
        second && coded("compaction_block_ambiguous", `${second.path}: more than one \`compaction\` block`)
      );
    },
  },
  {
    row: "compaction",
    name: "compaction-block-misplaced",
    help: "begin the messages with the assistant message that holds the block, alone",
    check: (context) =>
      first(compactions(context), ({ path, message }) =>
        message.index === 0 && message.role === "assistant" && message.blocks.length === 1
          ? undefined
          : coded(
              "compaction_block_misplaced",
              `${path}: a \`compaction\` block must stand alone in the first message, with the "assistant" role`,
            ),
      ),
  },
  {
    row: "compaction",
    name: "compaction-signature",
    help: "send the block back as it came, signature included",
    check: (context) =>
      first(compactions(context), ({ block, path }) =>
        context.memory.compaction(block.signature) !== undefined ||
        isSignatureOf(block.signature, [block.content, block.encrypted_content]) ||
        mayBeTheApis(block.signature)
          ? undefined
          : coded("compaction_signature_invalid", `${path}: Invalid \`signature\` in \`compaction\` block`),
      ),
  },
  {
    row: "compaction",
    name: "compaction-content",
    help: "send the block back as it came",
    check: (context) =>
      first(compactions(context), ({ block, path }) => {
        const sent = context.memory.compaction(block.signature);
        return sent === undefined ||
          (sent.content === block.content && sent.encrypted_content === block.encrypted_content)
          ? undefined
          : coded("compaction_content_mismatch", `${path}: the content is not what was signed`);
      }),
  },
  {
    row: "compaction",
    name: "compaction-tool-changes",
    help: "send tool_changes back as they came",
    check: (context) =>
      first(compactions(context), ({ block, path }) => {
        const sent = context.memory.compaction(block.signature);
        const same =
          sent === undefined ||
          JSON.stringify(sent.tool_changes ?? null) === JSON.stringify(block.tool_changes ?? null);
        return same ? undefined : coded("compaction_tool_changes_mismatch", `${path}: tool_changes differ`);
      }),
  },
];

export function asksForCompaction({ body }: Pick<RuleContext, "body">): boolean {
  return isObject(body.compaction);
}

function* forbiddenWith({ body }: RuleContext): Generator<string> {
  for (const name of ["context_management", "stop_sequences", "output_format"]) {
    if (body[name] !== undefined && body[name] !== null) yield name;
  }
  if (hasFormat(body)) yield "output_config.format";
  const fallbacks: unknown[] = Array.isArray(body.fallbacks) ? body.fallbacks : [];
  for (const [index, fallback] of fallbacks.entries()) {
    if (!isObject(fallback)) continue;
    if (hasFormat(fallback)) yield `fallbacks.${String(index)}.output_config.format`;
    if (fallback.output_format !== undefined) yield `fallbacks.${String(index)}.output_format`;
  }
  const choice = isObject(body.tool_choice) ? body.tool_choice.type : undefined;
  if (choice === "any" || choice === "tool") yield "tool_choice";
}

function hasFormat(params: { readonly [key: string]: unknown }): boolean {
  return isObject(params.output_config) && isObject(params.output_config.format);
}

/** Those that a request asked for: they are signed. Those of `context_management` stay where they were made. */
function compactions(context: RuleContext): PlacedBlock[] {
  return context.blocks.filter(
    ({ block: { type, signature } }) =>
      type === "compaction" && signature !== undefined && signature !== null,
  );
}

function coded(code: string, message: string): Breach {
  return { code, message };
}

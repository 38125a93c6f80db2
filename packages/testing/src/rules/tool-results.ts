import { blocksOf } from "../wire/shapes";
import type { RuleContext } from "./context";
import type { Rule } from "./rule";
import { callsOf, ofType, type Turn } from "./turns";
import { first, type PlacedMessage } from "./walk";

/** Rows 8 to 12 and 18: each call has one result, in the next message, before all else. */
export const toolResultRules: readonly Rule[] = [
  {
    row: 10,
    name: "tool-use-id-pattern",
    help: "give every call the id that the model gave it",
    ofMessages: true,
    check: (context) =>
      first(context.blocks, ({ block, path }) =>
        block.type === "tool_use" && !/^[a-zA-Z0-9_-]+$/.test(String(block.id))
          ? `${path}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`
          : undefined,
      ),
  },
  {
    row: 10,
    name: "unique-tool-use-ids",
    help: "rename the second call, in the assistant message as well as in its result",
    check: (context) => {
      const seen = new Set<unknown>();
      return first(ofType(context.blocks, "tool_use"), ({ block, path }) => {
        if (seen.has(block.id)) return `${path}: \`tool_use\` ids must be unique`;
        seen.add(block.id);
        return undefined;
      });
    },
  },
  {
    row: 10,
    name: "one-result-per-id",
    help: "send one result a call",
    ofMessages: true,
    check: (context) =>
      first(context.messages, (message) => {
        const seen = new Set<unknown>();
        return first(ofType(message.blocks, "tool_result"), ({ block, path }) => {
          const id = block.tool_use_id;
          if (seen.has(id)) {
            return `${path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${String(id)}`;
          }
          seen.add(id);
          return undefined;
        });
      }),
  },
  {
    row: 11,
    name: "results-first",
    help: "put all results before the text of the same message",
    check: (context) =>
      first(context.turns, (turn) => {
        const missing = unanswered(turn, leadingResults(turn.next));
        return missing.length > 0 && unanswered(turn, resultIds(turn.next)).length === 0
          ? danglingText(turn, missing)
          : undefined;
      }),
  },
  {
    row: 11,
    name: "results-in-one-message",
    help: "collect the results of one turn in one user message",
    check: (context) =>
      first(context.turns, (turn) => {
        const missing = unanswered(turn, resultIds(turn.next));
        if (missing.length === 0) return undefined;
        const all = userMessagesAfter(turn, context).flatMap(resultIds);
        return unanswered(turn, all).length === 0 ? danglingText(turn, missing) : undefined;
      }),
  },
  {
    row: 8,
    name: "unanswered-tool-use",
    help: "answer every call, with an is_error result where it was not run (aborted, cut, refused)",
    check: (context) =>
      first(context.turns, (turn) => {
        const missing = unanswered(turn, resultIds(turn.next));
        return missing.length > 0 ? danglingText(turn, missing) : undefined;
      }),
  },
  {
    row: 9,
    name: "unexpected-tool-result",
    help: "send a result only right after the assistant message that made its call (history must be cut between pairs)",
    check: (context) => {
      const messages = context.messages;
      return first(messages, (message) => {
        const calls = callsOf(messages[message.index - 1]).map(({ block }) => block.id);
        return first(ofType(message.blocks, "tool_result"), ({ block, path }) =>
          calls.includes(block.tool_use_id)
            ? undefined
            : `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(block.tool_use_id)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
        );
      });
    },
  },
  {
    row: 12,
    name: "error-result-not-empty",
    help: "say in the result what went wrong",
    ofMessages: true,
    check: (context) =>
      first(ofType(context.blocks, "tool_result"), ({ block, path }) =>
        block.is_error === true && isEmptyContent(block.content)
          ? `${path}.tool_result: content cannot be empty if \`is_error\` is true`
          : undefined,
      ),
  },
  {
    row: 12,
    name: "error-result-text-only",
    help: "send the images of a failed call after all results, as blocks of the same message",
    ofMessages: true,
    check: (context) =>
      first(ofType(context.blocks, "tool_result"), ({ block, path }) =>
        block.is_error === true && blocksOf(block.content).some(({ type }) => type !== "text")
          ? `${path}.tool_result: all content must be type "text" if \`is_error\` is true`
          : undefined,
      ),
  },
  {
    row: 18,
    name: "same-toolset-name",
    help: "copy toolset_name from the call to its result",
    check: (context) => {
      const calls = new Map(ofType(context.blocks, "tool_use").map(({ block }) => [block.id, block]));
      return first(ofType(context.blocks, "tool_result"), ({ block, path }) => {
        const expected = calls.get(block.tool_use_id)?.toolset_name ?? null;
        const received = block.toolset_name ?? null;
        return expected === received
          ? undefined
          : `${path}.tool_result.toolset_name: expected ${JSON.stringify(expected)} as in the \`tool_use\` block, found ${JSON.stringify(received)}`;
      });
    },
  },
];

/** All messages of the user that follow without a break. */
function userMessagesAfter({ assistant }: Turn, { messages }: RuleContext): PlacedMessage[] {
  const after = messages.slice(assistant.index + 1);
  const end = after.findIndex(({ role }) => role !== "user");
  return end === -1 ? after : after.slice(0, end);
}

function resultIds(message: PlacedMessage | undefined): unknown[] {
  return message === undefined
    ? []
    : ofType(message.blocks, "tool_result").map(({ block }) => block.tool_use_id);
}

/** Results that nothing else stands before. */
function leadingResults(message: PlacedMessage | undefined): unknown[] {
  const blocks = message === undefined ? [] : message.blocks;
  const end = blocks.findIndex(({ block }) => block.type !== "tool_result");
  return (end === -1 ? blocks : blocks.slice(0, end)).map(({ block }) => block.tool_use_id);
}

function unanswered(turn: Turn, answered: readonly unknown[]): string[] {
  return turn.calls.map(({ block }) => String(block.id)).filter((id) => !answered.includes(id));
}

/** Sightings differ on which message is named; most point at the one after the calls. */
function danglingText({ assistant, next }: Turn, missing: readonly string[]): string {
  const index = String(next?.index ?? assistant.index);
  return `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
}

function isEmptyContent(content: unknown): boolean {
  if (typeof content === "string") return content.trim() === "";
  return content === undefined || content === null || (Array.isArray(content) && content.length === 0);
}

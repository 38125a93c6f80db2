import { required, text } from "./checks";
import { asksForCompaction } from "./compaction";
import type { RuleContext } from "./context";
import type { Rule } from "./rule";
import { ANYWHERE, hasNothing, isDirective } from "./system-messages";
import { first, type PlacedMessage } from "./walk";

const ROLES: readonly string[] = ["user", "assistant", "system"];

const hasRole = required({ role: text });

const OWNERS: ReadonlyMap<unknown, string> = new Map([
  ["tool_use", "assistant"],
  ["thinking", "assistant"],
  ["redacted_thinking", "assistant"],
  ["tool_result", "user"],
  ["image", "user"],
]);

/** Blocks of an assistant message after which no user has to speak: the API goes on, or row 8 judges. */
const GOES_ON: ReadonlySet<unknown> = new Set(["compaction", "tool_use", "server_tool_use", "mcp_tool_use"]);

/** Rows 2 to 4: whose turn it is, and that everybody says something. */
export const roleRules: readonly Rule[] = [
  {
    row: 2,
    name: "known-roles",
    help: "a message is the user's or the assistant's; the system prompt is the request's own field",
    ofMessages: true,
    check: (context) =>
      first(context.messages, ({ message, role, path }) => {
        if (ROLES.includes(role)) return undefined;
        const unknown = `messages: Unexpected role "${role}". Allowed roles are "user" or "assistant"`;
        return hasRole(message, path) ?? unknown;
      }),
  },
  {
    row: 2,
    name: "first-role-user",
    help: "begin the history with a user message (history that is cut must be cut before one)",
    check: (context) => {
      const message = context.messages.find((each) => !isDirective(each));
      if (message === undefined || message.role === "user") return undefined;
      if (message.role === "system") {
        return {
          message: `${message.path}: use the top-level 'system' parameter for the initial system prompt; ${ANYWHERE}`,
          help: "send the system prompt in the request's own field: { system, messages }",
        };
      }
      const compacted = message.blocks.some(({ block }) => block.type === "compaction");
      return message.role === "assistant" && compacted
        ? undefined
        : 'messages: first message must use the "user" role';
    },
  },
  {
    row: 2,
    name: "block-roles",
    help: "calls and thinking are the assistant's; results and images are the user's",
    ofMessages: true,
    check: (context) =>
      first(context.blocks, ({ block, message }) => {
        const owner = OWNERS.get(block.type);
        // What a system message may hold, its own rule says.
        return owner === undefined || owner === message.role || message.role === "system"
          ? undefined
          : `${message.path}: \`${String(block.type)}\` blocks can only be in \`${owner}\` messages`;
      }),
  },
  {
    row: 3,
    name: "non-empty-content",
    help: "leave out messages that say nothing",
    check: (context) => {
      const messages = context.messages;
      return first(messages, (message) =>
        hasNothing(message) &&
        message.role !== "system" &&
        !(message === messages.at(-1) && message.role === "assistant")
          ? `${message.path}: all messages must have non-empty content except for the optional final assistant message`
          : undefined,
      );
    },
  },
  {
    row: 3,
    name: "non-empty-text",
    help: "leave out text blocks that are empty",
    ofMessages: true,
    check: (context) =>
      context.deepBlocks.some(({ block }) => block.type === "text" && block.text === "")
        ? "messages: text content blocks must be non-empty"
        : undefined,
  },
  {
    row: 3,
    name: "non-whitespace-text",
    help: "leave out text blocks that are blank",
    ofMessages: true,
    check: (context) =>
      context.messages.some(({ content }) => isBlank(content)) ||
      context.blocks.some(({ block }) => block.type === "text" && isBlank(block.text))
        ? "messages: text content blocks must contain non-whitespace text"
        : undefined,
  },
  {
    row: 4,
    name: "prefill",
    help: "end the conversation with a user message; a paused turn is sent back as it came",
    check: (context) => {
      const last = lastTurn(context);
      return last?.role === "assistant" && !context.profile.prefill && !mayBeLast(last, context)
        ? "This model does not support assistant message prefill. The conversation must end with a user message."
        : undefined;
    },
  },
  {
    row: 4,
    name: "trailing-whitespace",
    help: "trim the end of the assistant message that the model is to go on with",
    check: (context) => {
      const last = lastTurn(context);
      if (last?.role !== "assistant" || mayBeLast(last, context)) return undefined;
      const block = last.blocks.at(-1)?.block;
      const text = typeof last.content === "string" ? last.content : block?.type === "text" ? block.text : "";
      return typeof text === "string" && /\s$/.test(text)
        ? "messages: final assistant content cannot end with trailing whitespace"
        : undefined;
    },
  },
];

function isBlank(text: unknown): boolean {
  return typeof text === "string" && text !== "" && text.trim() === "";
}

/** System messages stand between turns. */
function lastTurn(context: RuleContext): PlacedMessage | undefined {
  return context.messages.findLast(({ role }) => role !== "system");
}

/**
 * A paused turn that is sent back, a compaction that replaces the history, a call that row 8 judges, and whatever a
 * request for a compaction ends with: nothing goes on from there, the turns so far are summed up.
 */
function mayBeLast(message: PlacedMessage, context: RuleContext): boolean {
  if (asksForCompaction(context)) return true;
  const types = message.blocks.map(({ block }) => block.type);
  return types.some((type) => GOES_ON.has(type)) || context.memory.paused(message.content);
}

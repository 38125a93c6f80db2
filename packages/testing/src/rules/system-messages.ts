import { isObject } from "../wire/shapes";
import { OTHER_BLOCKS } from "./known-fields";
import type { Rule } from "./rule";
import { first, type PlacedMessage } from "./walk";

/** What the API adds to each refusal of a place. */
export const ANYWHERE =
  "the directive-only form (content: [] with output_config) is accepted at any position";
const BLOCKS: readonly unknown[] = ["text", "tool_addition", "tool_removal"];

/**
 * Row 2: messages with the system role, which tell the model something on the way. Several in a row are one; settings
 * alone (`output_config`) may stand anywhere.
 */
export const systemMessageRules: readonly Rule[] = [
  {
    row: 2,
    name: "system-message-content",
    help: "give the system message text or tool changes, or leave it out",
    ofMessages: true,
    check: ({ messages }) =>
      first(messages, (message) => {
        if (message.role !== "system" || isDirective(message)) return undefined;
        if (message.content === undefined) return `${message.path}.content: Field required`;
        if (hasNothing(message)) return `${message.path}: system content must contain at least one block`;
        return message.blocks.every(({ block }) => BLOCKS.includes(block.type))
          ? undefined
          : `${message.path}: role 'system' supports text, tool_addition, and tool_removal blocks only`;
      }),
  },
  {
    row: 2,
    name: "system-message-after-user",
    help: "send the system message right after one of the user, or after a turn that paused at a server tool",
    check: ({ messages }) => {
      let before: PlacedMessage | undefined;
      return first(messages, (message) => {
        if (message.role === "system") {
          return isDirective(message) || mayComeBefore(before)
            ? undefined
            : `${message.path}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result; ${ANYWHERE}`;
        }
        before = message;
        return undefined;
      });
    },
  },
  {
    row: 2,
    name: "system-message-before-assistant",
    help: "send what the user says first, and the system message after it",
    check: ({ messages }) => {
      let open: PlacedMessage | undefined;
      return first(messages, (message) => {
        if (message.role === "system") {
          if (!isDirective(message)) open = message;
          return undefined;
        }
        const misplaced = message.role === "user" ? open : undefined;
        open = undefined;
        return (
          misplaced &&
          `${misplaced.path}: role 'system' must precede an 'assistant' message or end the array; ${ANYWHERE}`
        );
      });
    },
  },
];

/** Settings alone. */
export function isDirective({ message, role, content }: PlacedMessage): boolean {
  const { output_config: settings } = message;
  return (
    role === "system" &&
    isObject(settings) &&
    Object.keys(settings).length > 0 &&
    (content === undefined || (Array.isArray(content) && content.length === 0))
  );
}

export function hasNothing({ content }: PlacedMessage): boolean {
  return content === "" || (Array.isArray(content) && content.length === 0);
}

function mayComeBefore(message: PlacedMessage | undefined): boolean {
  if (message?.role !== "assistant") return message?.role === "user";
  const type = message.blocks.at(-1)?.block.type;
  return typeof type === "string" && OTHER_BLOCKS.has(type);
}

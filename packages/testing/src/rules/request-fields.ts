import type { Rule } from "./rule";

/** Row 1: the fields of a request. */
export const requestRules: readonly Rule[] = [
  {
    row: 1,
    name: "required-fields",
    help: "send max_tokens, model and messages with every request",
    check: ({ body }) => {
      const missing = ["max_tokens", "model", "messages"].find((key) => body[key] === undefined);
      return missing === undefined ? undefined : `${missing}: Field required`;
    },
  },
  {
    row: 1,
    name: "at-least-one-message",
    help: "send the conversation",
    check: ({ body }) =>
      Array.isArray(body.messages) && body.messages.length === 0
        ? "messages: at least one message is required"
        : undefined,
  },
];

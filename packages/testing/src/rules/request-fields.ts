import { isObject } from "../wire/shapes";
import { wrongType } from "./field-types";
import { BLOCK_FIELDS, MESSAGE_FIELDS, METADATA_FIELDS, REQUEST_FIELDS, TOOL_FIELDS } from "./known-fields";
import type { RuleContext } from "./context";
import type { Rule } from "./rule";
import { first } from "./walk";

/** Row 1: the fields of a request. */
export const requestRules: readonly Rule[] = [
  {
    row: 1,
    name: "required-fields",
    help: "send max_tokens, model and messages with every request",
    check: ({ body }) =>
      first(["max_tokens", "model", "messages"], (key) =>
        body[key] === undefined ? `${key}: Field required` : undefined,
      ),
  },
  {
    row: 1,
    name: "field-types",
    help: "send the type that the API documents",
    check: wrongType,
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
  {
    row: 1,
    name: "unknown-fields",
    help: "take the field out: the API knows only its own (fields that a client adds to a reply must not come back)",
    check: unknownField,
  },
];

function unknownField(context: RuleContext): string | undefined {
  return (
    firstUnknown(context.body, REQUEST_FIELDS, "") ??
    firstUnknown(
      isObject(context.body.metadata) ? context.body.metadata : {},
      METADATA_FIELDS,
      "metadata.",
    ) ??
    first(context.messages, ({ message, role, path }) =>
      firstUnknown(
        message,
        Object.hasOwn(MESSAGE_FIELDS, role) ? MESSAGE_FIELDS[role] : undefined,
        `${path}.`,
      ),
    ) ??
    first(context.deepBlocks, ({ block, path }) => {
      const type = String(block.type);
      const known = Object.hasOwn(BLOCK_FIELDS, type) ? BLOCK_FIELDS[type] : undefined;
      return firstUnknown(block, known, `${path}.${type}.`);
    }) ??
    first(context.customTools, ({ tool, path }) => firstUnknown(tool, TOOL_FIELDS, `${path}.`))
  );
}

/** Undefined fields: nothing is known of this kind of object, so everything passes. */
function firstUnknown(
  value: { readonly [key: string]: unknown },
  known: ReadonlySet<string> | undefined,
  path: string,
): string | undefined {
  const key = known && Object.keys(value).find((name) => !known.has(name));
  return key === undefined ? undefined : `${path}${key}: Extra inputs are not permitted`;
}

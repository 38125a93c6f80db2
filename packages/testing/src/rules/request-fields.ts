import { isObject } from "../wire/shapes";
import { wrongType } from "./field-types";
import {
  BLOCK_FIELDS,
  CHOICE_FIELDS,
  MESSAGE_FIELDS,
  METADATA_FIELDS,
  REQUEST_FIELDS,
  THINKING_FIELDS,
  TOOL_FIELDS,
} from "./known-fields";
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
    ofMessages: true,
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
    ofMessages: true,
    check: unknownField,
  },
];

function unknownField({ body, messages, deepBlocks, customTools }: RuleContext): string | undefined {
  return (
    firstUnknown(body, REQUEST_FIELDS, "") ??
    firstUnknown(isObject(body.metadata) ? body.metadata : {}, METADATA_FIELDS, "metadata.") ??
    unknownOfKind(body.tool_choice, CHOICE_FIELDS, "tool_choice") ??
    unknownOfKind(body.thinking, THINKING_FIELDS, "thinking") ??
    first(messages, ({ message, role, path }) =>
      firstUnknown(message, known(MESSAGE_FIELDS, role), `${path}.`),
    ) ??
    first(deepBlocks, ({ block, path }) => unknownOfKind(block, BLOCK_FIELDS, path)) ??
    first(customTools, ({ tool, path }) => firstUnknown(tool, TOOL_FIELDS, `${path}.`))
  );
}

/** Of an object that says by `type` which of several it is. */
function unknownOfKind(value: unknown, kinds: Kinds, path: string): string | undefined {
  return isObject(value) && typeof value.type === "string"
    ? firstUnknown(value, known(kinds, value.type), `${path}.${value.type}.`)
    : undefined;
}

type Kinds = Readonly<Record<string, ReadonlySet<string>>>;

function known(kinds: Kinds, kind: string): ReadonlySet<string> | undefined {
  return Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
}

/** Where no fields are known of this kind of object, everything passes. */
function firstUnknown(
  value: { readonly [key: string]: unknown },
  fields: ReadonlySet<string> | undefined,
  path: string,
): string | undefined {
  const key = fields && Object.keys(value).find((name) => !fields.has(name));
  return key === undefined ? undefined : `${path}${key}: Extra inputs are not permitted`;
}

import { isObject } from "../wire/shapes";
import { BLOCK_FIELDS, MESSAGE_FIELDS, OTHER_BLOCKS, REQUEST_FIELDS, TOOL_FIELDS } from "./known-fields";
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
    check: (context) => wrongRequestType(context) ?? first(context.deepBlocks, wrongBlockType),
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

function wrongRequestType({ body }: RuleContext): string | undefined {
  if (typeof body.model !== "string") return "model: Input should be a valid string";
  if (!Number.isInteger(body.max_tokens)) return "max_tokens: Input should be a valid integer";
  if (Number(body.max_tokens) < 1) return "max_tokens: Input should be greater than or equal to 1";
  if (body.stream !== undefined && typeof body.stream !== "boolean") {
    return "stream: Input should be a valid boolean";
  }
  if (body.tools !== undefined && !Array.isArray(body.tools)) return "tools: Input should be a valid list";
  if (!Array.isArray(body.messages)) return "messages: Input should be a valid list";
  return first(body.messages.entries(), ([index, message]: [number, unknown]) => {
    const path = `messages.${String(index)}`;
    if (!isObject(message)) return `${path}: Input should be a valid dictionary`;
    // A system message may hold nothing but its other fields.
    if (message.content === undefined && message.role === "system") return undefined;
    if (message.content === undefined) return `${path}.content: Field required`;
    const { content } = message;
    if (typeof content === "string" || (Array.isArray(content) && content.every(isObject))) return undefined;
    return `${path}.content: Input should be a valid list`;
  });
}

/** The fields without which a block of its kind cannot be read. */
const REQUIRED_TEXTS: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  tool_use: ["id", "name"],
  tool_result: ["tool_use_id"],
  thinking: ["thinking", "signature"],
  redacted_thinking: ["data"],
};

function wrongBlockType({
  block,
  path,
}: {
  block: { readonly [key: string]: unknown };
  path: string;
}): string | undefined {
  const { type } = block;
  if (typeof type !== "string") return `${path}.type: Field required`;
  if (
    !Object.hasOwn(BLOCK_FIELDS, type) &&
    !OTHER_BLOCKS.has(type) &&
    !path.includes("tool_result.content")
  ) {
    const tags = [...Object.keys(BLOCK_FIELDS), ...OTHER_BLOCKS].map((tag) => `'${tag}'`).join(", ");
    return `${path}: Input tag '${type}' found using 'type' does not match any of the expected tags: ${tags}`;
  }
  if (type === "tool_use" && !isObject(block.input))
    return `${path}.tool_use.input: Input should be a valid dictionary`;
  return first(Object.hasOwn(REQUIRED_TEXTS, type) ? (REQUIRED_TEXTS[type] ?? []) : [], (key) => {
    if (block[key] === undefined) return `${path}.${type}.${key}: Field required`;
    return typeof block[key] === "string"
      ? undefined
      : `${path}.${type}.${key}: Input should be a valid string`;
  });
}

function unknownField(context: RuleContext): string | undefined {
  return (
    firstUnknown(context.body, REQUEST_FIELDS, "") ??
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

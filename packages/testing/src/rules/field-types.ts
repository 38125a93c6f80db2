import { isObject } from "../wire/shapes";
import { BLOCK_FIELDS, OTHER_BLOCKS, RESULT_BLOCKS } from "./known-fields";
import type { RuleContext } from "./context";
import { first, type PlacedBlock } from "./walk";

/** The first value that is not of the type that the API documents. */
export function wrongType({ body, blocks }: RuleContext): string | undefined {
  return (
    first(Object.keys(body), (name) => {
      const value = body[name];
      return value === undefined ? undefined : REQUEST.get(name)?.(value, name);
    }) ?? first(blocks, wrongBlock)
  );
}

type Values = { readonly [key: string]: unknown };

/** Why the value at a path is not of a type. */
type Check = (value: unknown, path: string) => string | undefined;

function valid(type: string, holds: (value: unknown) => boolean): Check {
  return (value, path) => (holds(value) ? undefined : `${path}: Input should be a valid ${type}`);
}

const text = valid("string", (value) => typeof value === "string");
const integer = valid("integer", Number.isInteger);
const boolean = valid("boolean", (value) => typeof value === "boolean");
const dictionary = valid("dictionary", isObject);
/** A text, or blocks. */
const content = valid(
  "list",
  (value) => typeof value === "string" || (Array.isArray(value) && value.every(isObject)),
);

function list(each?: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return `${path}: Input should be a valid list`;
    return each && first(value.entries(), ([index, item]) => each(item, `${path}.${String(index)}`));
  };
}

/** What may be left out may also be null. */
function optional(check: Check): Check {
  return (value, path) => (value === undefined || value === null ? undefined : check(value, path));
}

/** An object that says by `type` which of several it is. */
function tagged(known: readonly string[], more = ""): Check {
  return (value, path) => {
    if (!isObject(value)) return dictionary(value, path);
    const { type } = value;
    if (type === undefined) return `${path}: Unable to extract tag using discriminator 'type'`;
    const tags = known.map((name) => `'${name}'`).join(", ");
    return known.includes(String(type))
      ? undefined
      : `${path}: Input tag '${String(type)}' found using 'type' does not match any of the expected tags: ${tags}${more}`;
  };
}

const REQUEST: ReadonlyMap<string, Check> = new Map([
  ["model", (value, path) => text(value, path) ?? (value === "" ? atLeastOne(path) : undefined)],
  ["max_tokens", (value, path) => integer(value, path) ?? atLeast(0, value, path)],
  ["messages", list(wrongMessage)],
  ["system", optional(wrongSystem)],
  ["stream", optional(boolean)],
  ["tools", optional(list(wrongTool))],
  ["tool_choice", optional(tagged(["auto", "any", "tool", "none"]))],
  ["thinking", optional(wrongThinking)],
  ["stop_sequences", optional(list(wrongStopSequence))],
  ["metadata", optional(dictionary)],
  ["output_config", optional(dictionary)],
  ["context_management", optional(dictionary)],
  ["mcp_servers", optional(list())],
]);

function atLeast(least: number, value: unknown, path: string): string | undefined {
  return Number(value) < least
    ? `${path}: Input should be greater than or equal to ${String(least)}`
    : undefined;
}

function atLeastOne(path: string): string {
  return `${path}: String should have at least 1 character`;
}

function wrongMessage(message: unknown, path: string): string | undefined {
  if (!isObject(message)) return dictionary(message, path);
  if (message.content !== undefined) return content(message.content, `${path}.content`);
  // A system message may hold nothing but its other fields.
  return message.role === "system" ? undefined : `${path}.content: Field required`;
}

function wrongSystem(system: unknown, path: string): string | undefined {
  if (!Array.isArray(system)) return content(system, path);
  return list((block, blockPath) => {
    if (!isObject(block)) return dictionary(block, blockPath);
    if (block.type !== "text") return `${blockPath}.type: Input should be 'text'`;
    const wrong = text(block.text, `${blockPath}.text`);
    return wrong ?? (block.text === "" ? "system: text content blocks must be non-empty" : undefined);
  })(system, path);
}

function wrongStopSequence(sequence: unknown, path: string): string | undefined {
  if (typeof sequence !== "string") return text(sequence, path);
  return sequence.trim() === ""
    ? "stop_sequences: each stop sequence must contain non-whitespace"
    : undefined;
}

const thinkingKind = tagged(["enabled", "disabled", "between_tools", "adaptive"]);

function wrongThinking(thinking: unknown, path: string): string | undefined {
  const wrong = thinkingKind(thinking, path);
  if (wrong !== undefined || !isObject(thinking) || thinking.type !== "enabled") return wrong;
  const { budget_tokens: budget } = thinking;
  const budgetPath = `${path}.enabled.budget_tokens`;
  if (budget === undefined) return `${budgetPath}: Field required`;
  return integer(budget, budgetPath) ?? atLeast(1024, budget, budgetPath);
}

const toolKind = tagged(
  ["custom", "mcp_toolset", "tool_search_tool_bm25", "tool_search_tool_regex"],
  ", and the API's own tools by type and date",
);

function wrongTool(tool: unknown, path: string): string | undefined {
  if (!isObject(tool)) return dictionary(tool, path);
  const { type, description } = tool;
  const isUntagged = type === undefined || type === null;
  // New tools of the API's own come often: a type with a date is taken for one.
  const wrong = isUntagged || /_\d{8}$/.test(String(type)) ? undefined : toolKind(tool, path);
  return wrong ?? optional(text)(description, `${path}.custom.description`);
}

/** The fields without which a block of its kind cannot be read. */
const REQUIRED: ReadonlyMap<string, Readonly<Record<string, Check>>> = new Map<string, Record<string, Check>>(
  [
    ["text", { text }],
    ["image", { source: dictionary }],
    ["document", { source: dictionary }],
    ["search_result", { source: text, title: text, content: list() }],
    ["tool_use", { id: text, name: text, input: dictionary }],
    ["tool_result", { tool_use_id: text }],
    ["thinking", { thinking: text, signature: text }],
    ["redacted_thinking", { data: text }],
  ],
);

const blockKind = tagged([...Object.keys(BLOCK_FIELDS), ...OTHER_BLOCKS]);
const resultBlockKind = tagged(RESULT_BLOCKS);
const cacheControl = optional(tagged(["ephemeral"]));

function wrongBlock({ block, path }: Pick<PlacedBlock, "block" | "path">): string | undefined {
  const { type } = block;
  if (typeof type !== "string") return `${path}.type: Field required`;
  const isKnown = Object.hasOwn(BLOCK_FIELDS, type) || OTHER_BLOCKS.has(type);
  if (!isKnown) return blockKind(block, path);
  const wrong = wrongFields(block, type, path);
  return wrong ?? (type === "tool_result" ? wrongResult(block, `${path}.tool_result`) : undefined);
}

function wrongFields(block: Values, type: string, path: string): string | undefined {
  const required = REQUIRED.get(type) ?? {};
  const wrong = first(Object.keys(required), (key) =>
    block[key] === undefined
      ? `${path}.${type}.${key}: Field required`
      : required[key]?.(block[key], `${path}.${type}.${key}`),
  );
  return wrong ?? cacheControl(block.cache_control, `${path}.${type}.cache_control`);
}

function wrongResult(result: Values, path: string): string | undefined {
  return (
    optional(boolean)(result.is_error, `${path}.is_error`) ??
    optional(content)(result.content, `${path}.content`) ??
    (Array.isArray(result.content) ? list(wrongInnerBlock)(result.content, `${path}.content`) : undefined)
  );
}

function wrongInnerBlock(block: unknown, path: string): string | undefined {
  if (!isObject(block)) return dictionary(block, path);
  if (typeof block.type !== "string") return `${path}.type: Field required`;
  return resultBlockKind(block, path) ?? wrongFields(block, block.type, path);
}

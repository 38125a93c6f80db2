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

/** An object in which these fields are of these types; the others are not looked at. */
function fields(checks: Readonly<Record<string, Check>>): Check {
  return (value, path) =>
    isObject(value)
      ? first(Object.keys(checks), (key) => checks[key]?.(value[key], `${path}.${key}`))
      : dictionary(value, path);
}

/** As `fields`, for those that must be there. */
function required(checks: Readonly<Record<string, Check>>): Check {
  return fields(
    Object.fromEntries(
      Object.entries(checks).map(([key, check]) => [
        key,
        (value, path) => (value === undefined ? `${path}: Field required` : check(value, path)),
      ]),
    ),
  );
}

/** What may be left out may also be null. */
function optional(check: Check): Check {
  return (value, path) => (value === undefined || value === null ? undefined : check(value, path));
}

function oneOf(...known: readonly string[]): Check {
  const names = known.map((name) => `'${name}'`);
  const list = `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;
  return (value, path) => (known.includes(String(value)) ? undefined : `${path}: Input should be ${list}`);
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
  ["tool_choice", optional(wrongToolChoice)],
  ["thinking", optional(wrongThinking)],
  ["stop_sequences", optional(list(wrongStopSequence))],
  ["metadata", optional(fields({ user_id: optional(text) }))],
  ["output_config", optional(fields({ effort: optional(oneOf("low", "medium", "high", "xhigh", "max")) }))],
  ["service_tier", optional(oneOf("auto", "standard_only"))],
  ["speed", optional(oneOf("standard", "fast"))],
  ["compaction", optional(tagged(["summarize"]))],
  ["thread", optional(wrongThread)],
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
  // A system message may hold settings alone: its own rule says what it has to have.
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

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  auto: ["type", "disable_parallel_tool_use"],
  any: ["type", "disable_parallel_tool_use"],
  tool: ["type", "disable_parallel_tool_use", "name"],
  none: ["type"],
};
const choiceKind = tagged(Object.keys(CHOICES));

function wrongToolChoice(choice: unknown, path: string): string | undefined {
  const wrong = choiceKind(choice, path);
  if (wrong !== undefined || !isObject(choice)) return wrong;
  const kind = String(choice.type);
  if (kind === "tool" && choice.name === undefined) return `${path}.tool.name: Field required`;
  const extra = Object.keys(choice).find((key) => !CHOICES[kind]?.includes(key));
  return extra && `${path}.${kind}.${extra}: Extra inputs are not permitted`;
}

const threadKind = tagged(["create", "continue"]);

function wrongThread(thread: unknown, path: string): string | undefined {
  const wrong = threadKind(thread, path);
  if (wrong !== undefined || !isObject(thread) || thread.type !== "continue") return wrong;
  return required({ previous_message_id: text })(thread, `${path}.continue`);
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

/** Where the bytes or the text of a block come from, with what each kind of source cannot be read without. */
function source(kinds: Readonly<Record<string, Check>>): Check {
  const kind = tagged(Object.keys(kinds));
  return (value, path) => {
    const wrong = kind(value, path);
    if (wrong !== undefined || !isObject(value)) return wrong;
    const type = String(value.type);
    return kinds[type]?.(value, `${path}.${type}`);
  };
}

const ANY_SOURCE = { url: required({ url: text }), file: required({ file_id: text }) };
const data = required({ data: text, media_type: text });
const imageSource = source({ base64: data, ...ANY_SOURCE });
const documentSource = source({ base64: data, text: data, content: required({ content }), ...ANY_SOURCE });

/** The fields without which a block of its kind cannot be read. */
const REQUIRED: ReadonlyMap<string, Check> = new Map([
  ["text", required({ text })],
  ["image", required({ source: imageSource })],
  ["document", required({ source: documentSource })],
  ["search_result", required({ source: text, title: text, content: list() })],
  ["tool_use", required({ id: text, name: text, input: dictionary })],
  ["tool_result", required({ tool_use_id: text })],
  ["thinking", required({ thinking: text, signature: text })],
  ["redacted_thinking", required({ data: text })],
]);

const blockKind = tagged([...Object.keys(BLOCK_FIELDS), ...OTHER_BLOCKS]);
const resultBlockKind = tagged(RESULT_BLOCKS);
const cacheKind = tagged(["ephemeral"]);
const cacheControl = optional(
  (value, path) =>
    cacheKind(value, path) ?? fields({ ttl: optional(oneOf("5m", "1h")) })(value, `${path}.ephemeral`),
);

function wrongBlock({ block, path }: Pick<PlacedBlock, "block" | "path">): string | undefined {
  const { type } = block;
  if (typeof type !== "string") return `${path}.type: Field required`;
  const isKnown = Object.hasOwn(BLOCK_FIELDS, type) || OTHER_BLOCKS.has(type);
  if (!isKnown) return blockKind(block, path);
  const wrong = wrongFields(block, type, path);
  return wrong ?? (type === "tool_result" ? wrongResult(block, `${path}.tool_result`) : undefined);
}

function wrongFields(block: Values, type: string, path: string): string | undefined {
  return (
    REQUIRED.get(type)?.(block, `${path}.${type}`) ??
    cacheControl(block.cache_control, `${path}.${type}.cache_control`)
  );
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

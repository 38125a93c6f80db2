import { isObject } from "../wire/shapes";
import { BLOCK_FIELDS, OTHER_BLOCKS, RESULT_BLOCKS } from "./known-fields";
import type { RuleContext } from "./context";
import { first, type PlacedBlock } from "./walk";

/** The first value that is not of the type that the API documents; null passes for what may be left out. */
export function wrongType(context: RuleContext): string | undefined {
  return (
    wrongRequest(context.body) ??
    wrongSystem(context.body.system) ??
    wrongChoice(context.body.tool_choice) ??
    wrongThinking(context.body.thinking) ??
    first(context.request.tools.entries(), wrongTool) ??
    first(context.blocks, wrongBlock) ??
    first(context.blocks, wrongResult)
  );
}

type Values = { readonly [key: string]: unknown };

function wrongRequest(body: Values): string | undefined {
  if (typeof body.model !== "string") return "model: Input should be a valid string";
  if (body.model === "") return "model: String should have at least 1 character";
  if (!Number.isInteger(body.max_tokens)) return "max_tokens: Input should be a valid integer";
  if (Number(body.max_tokens) < 1) return "max_tokens: Input should be greater than or equal to 1";
  if (body.stream !== undefined && typeof body.stream !== "boolean") {
    return "stream: Input should be a valid boolean";
  }
  if (!Array.isArray(body.messages)) return "messages: Input should be a valid list";
  return (
    first(body.messages.entries(), wrongMessage) ??
    first(["tools", "mcp_servers", "stop_sequences"], (key) =>
      given(body[key]) && !Array.isArray(body[key]) ? `${key}: Input should be a valid list` : undefined,
    ) ??
    first(["metadata", "output_config", "context_management"], (key) =>
      given(body[key]) && !isObject(body[key]) ? `${key}: Input should be a valid dictionary` : undefined,
    ) ??
    first(listOf(body.tools).entries(), ([index, tool]) =>
      isObject(tool) ? undefined : `tools.${String(index)}: Input should be a valid dictionary`,
    ) ??
    first(listOf(body.stop_sequences).entries(), ([index, text]) => {
      if (typeof text !== "string") return `stop_sequences.${String(index)}: Input should be a valid string`;
      return text.trim() === ""
        ? "stop_sequences: each stop sequence must contain non-whitespace"
        : undefined;
    })
  );
}

function wrongMessage([index, message]: [number, unknown]): string | undefined {
  const path = `messages.${String(index)}`;
  if (!isObject(message)) return `${path}: Input should be a valid dictionary`;
  const { content } = message;
  // A system message may hold nothing but its other fields.
  if (content === undefined) return message.role === "system" ? undefined : `${path}.content: Field required`;
  return isContent(content) ? undefined : `${path}.content: Input should be a valid list`;
}

function wrongSystem(system: unknown): string | undefined {
  if (!given(system)) return undefined;
  if (!isContent(system)) return "system: Input should be a valid list";
  return first(listOf(system).entries(), ([index, block]) => {
    const { type, text } = block as Values;
    if (type !== "text") return `system.${String(index)}.type: Input should be 'text'`;
    if (typeof text !== "string") return `system.${String(index)}.text: Input should be a valid string`;
    return text === "" ? "system: text content blocks must be non-empty" : undefined;
  });
}

function wrongChoice(choice: unknown): string | undefined {
  return given(choice) ? wrongTag("tool_choice", choice, ["auto", "any", "tool", "none"]) : undefined;
}

const LEAST_BUDGET = 1024;

function wrongThinking(thinking: unknown): string | undefined {
  if (!given(thinking)) return undefined;
  const wrong = wrongTag("thinking", thinking, ["enabled", "disabled", "between_tools", "adaptive"]);
  if (wrong !== undefined || !isObject(thinking) || thinking.type !== "enabled") return wrong;
  const budget = thinking.budget_tokens;
  if (budget === undefined) return "thinking.enabled.budget_tokens: Field required";
  if (!Number.isInteger(budget)) return "thinking.enabled.budget_tokens: Input should be a valid integer";
  return Number(budget) < LEAST_BUDGET
    ? `thinking.enabled.budget_tokens: Input should be greater than or equal to ${String(LEAST_BUDGET)}`
    : undefined;
}

/** Tools of the API's own: their types end in a date, but for these. */
const UNDATED_TOOLS = ["custom", "mcp_toolset", "tool_search_tool_bm25", "tool_search_tool_regex"];

function wrongTool([index, { type, description }]: [number, Values]): string | undefined {
  const path = `tools.${String(index)}`;
  if (given(type) && !UNDATED_TOOLS.includes(String(type)) && !/_\d{8}$/.test(String(type))) {
    return `${path}: Input tag '${String(type)}' found using 'type' does not match any of the expected tags: ${tags(UNDATED_TOOLS)}, and the API's own tools by type and date`;
  }
  return given(description) && typeof description !== "string"
    ? `${path}.custom.description: Input should be a valid string`
    : undefined;
}

/** The fields without which a block of its kind cannot be read: texts, but for `source` of images and documents. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  image: ["source"],
  document: ["source"],
  search_result: ["source", "title", "content"],
  tool_use: ["id", "name", "input"],
  tool_result: ["tool_use_id"],
  thinking: ["thinking", "signature"],
  redacted_thinking: ["data"],
};

/** Fields that are objects (or, of a search result, a list and a text). */
const NO_TEXTS: readonly string[] = [
  "image.source",
  "document.source",
  "search_result.content",
  "tool_use.input",
];

function wrongBlock({ block, path }: Pick<PlacedBlock, "block" | "path">): string | undefined {
  const { type } = block;
  if (typeof type !== "string") return `${path}.type: Field required`;
  if (!Object.hasOwn(BLOCK_FIELDS, type) && !OTHER_BLOCKS.has(type)) {
    return wrongTag(path, block, [...Object.keys(BLOCK_FIELDS), ...OTHER_BLOCKS]);
  }
  return wrongFields(block, type, path);
}

function wrongFields(block: Values, type: string, path: string): string | undefined {
  const required = Object.hasOwn(REQUIRED, type) ? (REQUIRED[type] ?? []) : [];
  const missing = first(required, (key) => {
    if (block[key] === undefined) return `${path}.${type}.${key}: Field required`;
    return typeof block[key] === "string" || NO_TEXTS.includes(`${type}.${key}`)
      ? undefined
      : `${path}.${type}.${key}: Input should be a valid string`;
  });
  if (missing !== undefined) return missing;
  if (type === "tool_use" && !isObject(block.input)) {
    return `${path}.tool_use.input: Input should be a valid dictionary`;
  }
  return given(block.cache_control)
    ? wrongTag(`${path}.${type}.cache_control`, block.cache_control, ["ephemeral"])
    : undefined;
}

/** What a tool result holds: a text, or blocks of a few kinds. */
function wrongResult({ block, path }: PlacedBlock): string | undefined {
  if (block.type !== "tool_result") return undefined;
  const { content, is_error } = block;
  if (given(is_error) && typeof is_error !== "boolean") {
    return `${path}.tool_result.is_error: Input should be a valid boolean`;
  }
  if (given(content) && !isContent(content)) {
    return `${path}.tool_result.content: Input should be a valid list`;
  }
  return first(listOf(content).entries(), ([index, inner]) => {
    const { type } = inner as Values;
    const innerPath = `${path}.tool_result.content.${String(index)}`;
    if (typeof type !== "string") return `${innerPath}.type: Field required`;
    return wrongTag(innerPath, inner, RESULT_BLOCKS) ?? wrongFields(inner as Values, type, innerPath);
  });
}

/** An object that says by `type` which of several it is. */
function wrongTag(path: string, value: unknown, known: readonly string[]): string | undefined {
  if (!isObject(value)) return `${path}: Input should be a valid dictionary`;
  const { type } = value;
  if (type === undefined) return `${path}: Unable to extract tag using discriminator 'type'`;
  return known.includes(String(type))
    ? undefined
    : `${path}: Input tag '${String(type)}' found using 'type' does not match any of the expected tags: ${tags(known)}`;
}

function tags(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(", ");
}

function given(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isContent(value: unknown): boolean {
  return typeof value === "string" || (Array.isArray(value) && value.every(isObject));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

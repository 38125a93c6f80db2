import { isObject } from "../wire/shapes";

export interface PlacedMessage {
  message: { readonly [key: string]: unknown };
  role: string;
  content: unknown;
  /** Of its content; a string stands for none. */
  blocks: readonly PlacedBlock[];
  /** As the API counts and names it: `messages.2`. */
  index: number;
  path: string;
}

export interface PlacedBlock {
  block: { readonly [key: string]: unknown };
  /** The message it stands in. */
  message: PlacedMessage;
  index: number;
  /** `messages.2.content.0`. */
  path: string;
}

export interface PlacedTool {
  tool: { [key: string]: unknown };
  /** `tools.0.custom`. */
  path: string;
}

export function messagesOf(body: { readonly [key: string]: unknown }): PlacedMessage[] {
  return Array.isArray(body.messages) ? body.messages.filter(isObject).map(placed) : [];
}

function placed(message: { readonly [key: string]: unknown }, index: number): PlacedMessage {
  const { role, content } = message;
  const path = `messages.${String(index)}`;
  const blocks: PlacedBlock[] = [];
  const self = { message, role: typeof role === "string" ? role : "", content, blocks, index, path };
  for (const block of Array.isArray(content) ? content.filter(isObject) : []) {
    const at = blocks.length;
    blocks.push({ block, message: self, index: at, path: `${path}.content.${String(at)}` });
  }
  return self;
}

/** In a loop, as the next one: `flatMap` costs more than the rules that look at what it makes. */
export function blocksIn(messages: readonly PlacedMessage[]): PlacedBlock[] {
  const all: PlacedBlock[] = [];
  for (const { blocks } of messages) for (const block of blocks) all.push(block);
  return all;
}

/** Each block, and after a tool result those inside it. */
export function withResultBlocks(blocks: readonly PlacedBlock[]): PlacedBlock[] {
  const all: PlacedBlock[] = [];
  for (const placed of blocks) {
    all.push(placed);
    if (placed.block.type === "tool_result") for (const inner of resultBlocks(placed)) all.push(inner);
  }
  return all;
}

function resultBlocks({ block: { content }, path, message }: PlacedBlock): PlacedBlock[] {
  if (!Array.isArray(content)) return [];
  return content.filter(isObject).map((block, index) => ({
    block,
    message,
    index,
    path: `${path}.tool_result.content.${String(index)}`,
  }));
}

export function customTools(tools: readonly { [key: string]: unknown }[]): PlacedTool[] {
  return tools.flatMap((tool, index) =>
    isCustom(tool) ? [{ tool, path: `tools.${String(index)}.custom` }] : [],
  );
}

/** The user's own, and none of the API's. */
function isCustom({ type }: { readonly [key: string]: unknown }): boolean {
  return type === undefined || type === null || type === "custom";
}

/** Those that messages bring. */
export function inlineTools(blocks: readonly PlacedBlock[]): PlacedTool[] {
  return blocks.flatMap(({ block: { type, tool }, path }) =>
    type === "tool_addition" && isObject(tool) && isObject(tool.definition) && isCustom(tool.definition)
      ? [{ tool: tool.definition, path: `${path}.tool_addition.tool.tool_definition.definition` }]
      : [],
  );
}

/** The first value that is not undefined. By index: rules look at each request with it some thirty times. */
export function first<T, R>(
  items: readonly T[],
  find: (item: T, index: number) => R | undefined,
): R | undefined {
  for (let index = 0; index < items.length; index += 1) {
    const found = find(items[index] as T, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A schema and every schema inside it, with its path below the root. */
export function* subschemas(
  schema: unknown,
  path = "",
): Generator<{ schema: { [key: string]: unknown }; path: string }> {
  if (!isObject(schema)) return;
  yield { schema, path };
  for (const key of ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]) {
    for (const [name, inner] of Object.entries(isObject(schema[key]) ? schema[key] : {})) {
      yield* subschemas(inner, `${path}.${key}.${name}`);
    }
  }
  for (const key of [
    "items",
    "additionalProperties",
    "not",
    "contains",
    "if",
    "then",
    "else",
    "propertyNames",
  ]) {
    yield* subschemas(schema[key], `${path}.${key}`);
  }
  for (const key of ["anyOf", "oneOf", "allOf", "prefixItems"]) {
    const list: unknown = schema[key];
    for (const [index, inner] of (Array.isArray(list) ? list : []).entries()) {
      yield* subschemas(inner, `${path}.${key}.${String(index)}`);
    }
  }
}

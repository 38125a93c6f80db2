import type { ScriptedModelOptions, ScriptStep } from "../../src";

export type Params = { [key: string]: unknown };

/** One rule: a request that breaks nothing else, and its nearest neighbour that is legal. */
export interface RuleCase {
  rule: string;
  refused: Params;
  /** The API's text, whole. */
  text: string | RegExp;
  /** Default 400. */
  status?: number;
  code?: string;
  legal: Params;
  betas?: string[];
  /** For `legal`, where it differs. */
  legalBetas?: string[];
  options?: ScriptedModelOptions;
  /** Answers requests that come before, and the legal one. Default: one text. */
  script?: ScriptStep[];
  before?: Params[];
}

export const USER = { role: "user", content: "Where is order A1?" };
export const BASE = { model: "claude-sonnet-5-5", max_tokens: 100, messages: [USER] };
/** A model that takes prefills and sampling parameters. */
export const EARLIER = { ...BASE, model: "claude-sonnet-4-5" };

export function messages(...list: unknown[]): Params {
  return { ...BASE, messages: list };
}

export function call(id: string, more: object = {}): Params {
  return { type: "tool_use", id, name: "lookup", input: {}, ...more };
}

export function assistant(...content: unknown[]): Params {
  return { role: "assistant", content };
}

export function user(...content: unknown[]): Params {
  return { role: "user", content };
}

export function result(id: string, more: object = {}): Params {
  return { type: "tool_result", tool_use_id: id, content: "shipped", ...more };
}

export function text(text: string): Params {
  return { type: "text", text };
}

/** A request that offers one tool with these properties in its definition. */
export function tool(definition: object): Params {
  return tools({ name: "lookup", input_schema: { type: "object" }, ...definition });
}

export function tools(...list: object[]): Params {
  return { ...BASE, tools: list };
}

export function schema(more: object): Params {
  return tool({ input_schema: { type: "object", ...more } });
}

export function strict(more: object): Params {
  return tool({ strict: true, input_schema: { type: "object", additionalProperties: false, ...more } });
}

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

export function image(source: object = {}): Params {
  return { type: "image", source: { type: "base64", media_type: "image/png", data: PNG, ...source } };
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

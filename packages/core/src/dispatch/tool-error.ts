import type { ContentBlock, TextBlock } from "../wire";
import { whyNoBlock } from "./content-blocks";
import { plainJson } from "./json-text";

/**
 * Thrown by a tool to tell the model, on purpose, what went wrong: its content is the result, and it is not
 * logged. The API takes only text in an error result; images go behind the results of the turn.
 */
export class ToolError extends Error {
  readonly content: string | ContentBlock[];

  constructor(content: string | ContentBlock[], options?: ErrorOptions) {
    super(typeof content === "string" ? content : textOf(content), options);
    this.name = "ToolError";
    this.content = content;
  }
}

/** By name and content, so that the SDK's `ToolError` and another copy's count too. */
export function isToolError(error: unknown): error is ToolError {
  if (!(error instanceof Error) || error.name !== "ToolError") return false;
  const { content } = error as { content?: unknown };
  return typeof content === "string" || Array.isArray(content);
}

/**
 * The text of a tool's deliberate error, and the blocks that must stand behind the results. A block that the API
 * would refuse is only named: it would spoil the whole history.
 */
export function partsOf(content: string | readonly ContentBlock[]): {
  text: string;
  following: ContentBlock[];
} {
  if (typeof content === "string") return { text: content, following: [] };
  const lines = [textOf(content)];
  const following: ContentBlock[] = [];
  for (const block of content) {
    if (isText(block)) continue;
    const why = whyNoBlock(block);
    if (why === undefined) following.push(plainJson(block) as ContentBlock);
    else lines.push(`(A block was left out: it ${why}.)`);
  }
  return { text: lines.filter((line) => line !== "").join("\n"), following };
}

function textOf(content: readonly ContentBlock[]): string {
  return content
    .filter(isText)
    .map(({ text }) => text)
    .join("\n");
}

/** For content that was never checked. */
export function isText(block: unknown): block is TextBlock {
  const { type, text } = (block ?? {}) as Partial<Record<keyof TextBlock, unknown>>;
  return type === "text" && typeof text === "string";
}

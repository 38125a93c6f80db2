import { SkillsError } from "../errors";
import type { ContentBlock, ToolUse } from "../wire";
import { whyNoBlock } from "./content-blocks";
import { plainJson } from "./json-text";
import type { ToolOutput } from "./outcomes";
import { fittingText } from "./text";
import { isText } from "./tool-error";

/**
 * What a set gave for a call, as it may go on the wire: under the call's id, well-formed and no longer than `most`
 * characters. A set of one's own may give anything.
 *
 * @throws SkillsError S305 where it is no output, or holds what the API would refuse
 */
export function fittingOutput(toolUse: ToolUse, given: unknown, most: number | undefined): ToolOutput {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw notOutput(toolUse, `it is ${kindOf(given)}, not an object`);
  if (!("content" in given) && !("value" in given)) throw notOutput(toolUse, "it has no content");
  const output = given as ToolOutput;
  const { elsewhere, finalAnswer } = output;
  const content = withoutBlanks(output.content);
  // The blocks of an error are sorted out where its text is made.
  const why = output.isError ? whyNoShape(content) : whyNoContent(content);
  if (why !== undefined) throw notOutput(toolUse, why);
  if (finalAnswer !== undefined && typeof finalAnswer !== "string")
    throw notOutput(toolUse, `its finalAnswer is ${kindOf(finalAnswer)}, not a text`);
  const fitting = { ...output, toolUseId: toolUse.id, content: fittingContent(content, most) };
  if (elsewhere === undefined) return fitting;
  if (!Array.isArray(elsewhere))
    throw notOutput(toolUse, `its elsewhere is ${kindOf(elsewhere)}, not a list`);
  return { ...fitting, elsewhere: elsewhere.map((other) => fittingElsewhere(toolUse, other, most)) };
}

function fittingElsewhere(toolUse: ToolUse, other: unknown, most: number | undefined): ToolOutput {
  const { toolUseId } = (other ?? {}) as { toolUseId?: unknown };
  const id = typeof toolUseId === "string" ? toolUseId : "";
  return fittingOutput({ ...toolUse, id }, other, most);
}

/** Why the API would refuse a content; undefined where it takes it. */
export function whyNoContent(content: unknown): string | undefined {
  if (!Array.isArray(content)) return whyNoShape(content);
  for (const [index, block] of content.entries()) {
    const why = whyNoBlock(block);
    if (why !== undefined) return `block ${String(index)} ${why}`;
  }
  return undefined;
}

function whyNoShape(content: unknown): string | undefined {
  return content === undefined || typeof content === "string" || Array.isArray(content)
    ? undefined
    : `its content is ${kindOf(content)}, not a text or a list of blocks`;
}

export function fittingContent(
  content: ToolOutput["content"],
  most: number | undefined,
): ToolOutput["content"] {
  if (content === undefined) return undefined;
  return typeof content === "string"
    ? fittingText(content, most)
    : content.map((block) => fittingBlock(block, most));
}

export function fittingBlock(block: ContentBlock, most: number | undefined): ContentBlock {
  const wellFormed = plainJson(block) as ContentBlock;
  return isText(wellFormed) ? { ...wellFormed, text: fittingText(wellFormed.text, most) } : wellFormed;
}

/** The API refuses text blocks that hold nothing but blanks. */
function withoutBlanks(content: ToolOutput["content"]): ToolOutput["content"] {
  return Array.isArray(content)
    ? content.filter((block) => !isText(block) || block.text.trim() !== "")
    : content;
}

export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return value === null ? "null" : typeof value;
}

function notOutput({ name }: ToolUse, why: string): SkillsError {
  return new SkillsError("S305", `what the set gave for ${name} is no tool output: ${why}`, {
    help: "runTool of a set gives { toolUseId, name, value, content, isError }, whose content is a text, a list of content blocks or undefined",
  });
}

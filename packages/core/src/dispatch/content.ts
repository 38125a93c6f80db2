import { SkillsError } from "../errors";
import type { ContentBlock, ToolUse } from "../wire";
import { whyNoBlock } from "./content-blocks";
import { jsonText } from "./json-text";
import type { ToolOutput } from "./outcomes";
import { fittingBlock, fittingContent, kindOf, whyNoContent } from "./fitting-output";
import { fittingText } from "./text";
import type { ToolSpec } from "./tool-spec";

/**
 * What a tool's return value becomes: the table of `saveReturn`, `serialize` and `interpretAsResponse` in
 * docs/results.md.
 *
 * @throws SkillsError S305 where content blocks were promised and the value is none
 */
export function outputOf(toolUse: ToolUse, spec: ToolSpec, value: unknown): ToolOutput {
  const { saveReturn = true, serialize = true, interpretAsResponse = false } = spec.options;
  // One literal, filled in after: copies of it would cost more than all else that is done to a call.
  const output: ToolOutput = {
    toolUseId: toolUse.id,
    name: toolUse.name,
    value,
    content: undefined,
    isError: false,
  };
  if (interpretAsResponse && serialize) {
    output.finalAnswer = textOf(spec, value, serialize) ?? "";
    if (saveReturn) output.content = textOf(spec, value, serialize);
  } else if (interpretAsResponse && saveReturn) {
    const { content, elsewhere } = blocksOf(toolUse.id, spec, value);
    output.content = content;
    if (elsewhere.length > 0) output.elsewhere = elsewhere;
  } else if (saveReturn) {
    output.content = textOf(spec, value, serialize);
  }
  return output;
}

function textOf({ options }: ToolSpec, value: unknown, serialize: boolean): string | undefined {
  if (value === undefined) return undefined;
  const text = serialize && typeof value !== "string" ? jsonText(value) : stringOf(value);
  return text === undefined ? undefined : fittingText(text, options.limits?.maxResultChars);
}

/** `String(value)`, which throws for an object that cannot be made a string. */
function stringOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** A list of content blocks and of other tools' outputs: an output that names another call goes to that call's result. */
function blocksOf(
  id: string,
  spec: ToolSpec,
  value: unknown,
): { content: ContentBlock[]; elsewhere: ToolOutput[] } {
  if (!Array.isArray(value)) throw notBlocks(spec, `it is ${kindOf(value)}, not a list`);
  const most = spec.options.limits?.maxResultChars;
  const content: ContentBlock[] = [];
  const elsewhere: ToolOutput[] = [];
  for (const [index, item] of (value as unknown[]).entries()) {
    if (!isToolOutput(item)) {
      const why = whyNoBlock(item);
      if (why !== undefined) throw notBlocks(spec, `block ${String(index)} ${why}`);
      content.push(fittingBlock(item as ContentBlock, most));
      continue;
    }
    const why = whyNoContent(item.content);
    if (why !== undefined) throw notBlocks(spec, `in output ${String(index)} ${why}`);
    const fitting = fittingContent(item.content, most);
    if (item.toolUseId === "" || item.toolUseId === id) content.push(...asBlocks(fitting));
    else elsewhere.push({ ...item, content: fitting });
  }
  return { content, elsewhere };
}

function isToolOutput(item: unknown): item is ToolOutput {
  return typeof item === "object" && item !== null && "toolUseId" in item && "content" in item;
}

/** Content in its longer form. */
export function asBlocks(content: ToolOutput["content"]): ContentBlock[] {
  if (typeof content !== "string") return content ?? [];
  return content.trim() === "" ? [] : [{ type: "text", text: content }];
}

function notBlocks(spec: ToolSpec, why: string): SkillsError {
  return new SkillsError("S305", `${spec.definition.name} returned no content blocks: ${why}`, {
    help: 'with serialize: false and interpretAsResponse: true, return a list of { type: "text" } and { type: "image" } blocks',
  });
}

import { SkillsError } from "../errors";
import type { ToolOutput } from "../sets/tool-set";
import type { ContentBlock, ToolUse } from "../wire";
import { jsonText } from "./json-text";
import { fittingText } from "./text";
import type { ToolSpec } from "./tool-spec";

/**
 * What a tool's return value becomes: the table of `saveReturn`, `serialize` and `interpretAsResponse` in
 * docs/results.md.
 *
 * @throws SkillsError S305 where content blocks were promised and the value is none
 */
export function outputOf(toolUse: ToolUse, spec: ToolSpec, value: unknown): ToolOutput {
  const { saveReturn = true, serialize = true, interpretAsResponse = false, limits } = spec.options;
  const output = { toolUseId: toolUse.id, name: spec.definition.name, value, isError: false };
  const text = (): string | undefined => {
    const whole =
      serialize && typeof value !== "string"
        ? jsonText(value)
        : value === undefined
          ? undefined
          : String(value);
    return whole === undefined ? undefined : fittingText(whole, limits?.maxResultChars);
  };
  if (interpretAsResponse && serialize)
    return { ...output, content: saveReturn ? text() : undefined, finalAnswer: text() ?? "" };
  if (!saveReturn) return { ...output, content: undefined };
  if (interpretAsResponse) return { ...output, content: contentBlocks(spec, value) };
  return { ...output, content: text() };
}

function contentBlocks(spec: ToolSpec, value: unknown): ContentBlock[] {
  if (!Array.isArray(value))
    throw notBlocks(spec, `it is ${value === null ? "null" : typeof value}, not a list`);
  return value.map((block: unknown, index) => {
    const why = whyNoBlock(block);
    if (why !== undefined) throw notBlocks(spec, `block ${String(index)} ${why}`);
    return block as ContentBlock;
  });
}

function whyNoBlock(block: unknown): string | undefined {
  if (typeof block !== "object" || block === null) return `is ${block === null ? "null" : typeof block}`;
  const { type, text, source } = block as { type?: unknown; text?: unknown; source?: { type?: unknown } };
  if (type === "text")
    return typeof text === "string" && text.trim() !== "" ? undefined : "is text without a text";
  if (type === "image")
    return source?.type === "base64" || source?.type === "url" ? undefined : "is an image without a source";
  return `has the type ${JSON.stringify(type)}; a tool_result takes text and image`;
}

function notBlocks(spec: ToolSpec, why: string): SkillsError {
  return new SkillsError("S305", `${spec.definition.name} returned no content blocks: ${why}`, {
    help: 'with serialize: false and interpretAsResponse: true, return a list of {type: "text"} and {type: "image"} blocks',
  });
}

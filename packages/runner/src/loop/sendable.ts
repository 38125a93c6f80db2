import type { BetaContentBlockParam, BetaMessage, BetaToolResultBlockParam } from "../sdk-types";
import type { CallAnswer } from "./call-runner";

/**
 * An answer that the API takes, whatever hooks, approvals and toolsets made of it: no text is cut in the middle of a
 * character, and an error says something, by texts alone. The same object where it was one.
 */
export function sendable(answer: CallAnswer): CallAnswer {
  const { is_error, content } = answer.result;
  const whole = wholeContent(content);
  if (!is_error)
    return whole === content ? answer : { ...answer, result: { ...answer.result, content: whole } };
  const blocks = typeof whole === "string" ? [{ type: "text" as const, text: whole }] : (whole ?? []);
  const says = blocks.some((block) => block.type === "text" && block.text.trim() !== "");
  const others = blocks.filter((block) => block.type !== "text");
  if (says && others.length === 0 && whole === content) return answer;
  const texts = blocks.filter((block) => block.type === "text");
  return {
    ...answer,
    result: { ...answer.result, content: says ? texts : "Error" },
    following: [...answer.following, ...(others as BetaContentBlockParam[])],
  };
}

type Content = BetaToolResultBlockParam["content"];

function wholeContent(content: Content): Content {
  if (content === undefined) return undefined;
  if (typeof content === "string") return content.isWellFormed() ? content : content.toWellFormed();
  if (content.every((block) => block.type !== "text" || block.text.isWellFormed())) return content;
  return content.map((block) =>
    block.type === "text" ? { ...block, text: block.text.toWellFormed() } : block,
  );
}

/** Blocks that go back as they came. */
const UNTOUCHED = /^(redacted_)?thinking$|^compaction$/;

/**
 * A reply whose texts hold no half of a character: a model writes its inputs in JSON, and may write half of an escape.
 * The same object where it did not.
 */
export function withWholeTexts(message: BetaMessage): BetaMessage {
  if (message.content.every(staysAsItIs)) return message;
  return { ...message, content: message.content.map(blockOfWholeTexts) };
}

/** The same block where its texts were whole. */
export function blockOfWholeTexts<Block extends BetaMessage["content"][number]>(block: Block): Block {
  return staysAsItIs(block) ? block : whole(block);
}

function staysAsItIs(block: BetaMessage["content"][number]): boolean {
  return UNTOUCHED.test(block.type) || isWhole(block);
}

function isWhole(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isWhole);
  return Object.keys(value).every((key) => key.isWellFormed() && isWhole(value[key as keyof typeof value]));
}

function whole<T>(value: T): T {
  if (typeof value === "string") return value.toWellFormed() as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(whole) as T;
  const entries = Object.entries(value).map(([key, each]) => [key.toWellFormed(), whole<unknown>(each)]);
  return Object.fromEntries(entries) as T;
}

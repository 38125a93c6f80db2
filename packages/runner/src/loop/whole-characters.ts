import type { BetaMessage, BetaToolResultBlockParam } from "../sdk-types";

/**
 * A result whose texts hold no half of a character, which the API refuses: what hooks, approvals and toolsets say may
 * have been cut anywhere. The same object where nothing was cut.
 */
export function withWholeCharacters(result: BetaToolResultBlockParam): BetaToolResultBlockParam {
  const { content } = result;
  if (content === undefined) return result;
  if (typeof content === "string")
    return content.isWellFormed() ? result : { ...result, content: content.toWellFormed() };
  if (content.every((block) => block.type !== "text" || block.text.isWellFormed())) return result;
  const made = content.map((block) =>
    block.type === "text" ? { ...block, text: block.text.toWellFormed() } : block,
  );
  return { ...result, content: made };
}

/** Blocks that go back as they came. */
const UNTOUCHED = /^(redacted_)?thinking$|^compaction$/;

/**
 * A reply whose texts hold no half of a character: a model writes its inputs in JSON, and may write half of an escape.
 * The same object where it did not.
 */
export function withWholeTexts(message: BetaMessage): BetaMessage {
  if (message.content.every(staysAsItIs)) return message;
  const content = message.content.map((block) => (staysAsItIs(block) ? block : whole(block)));
  return { ...message, content };
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

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
  const isWhole = content.every((block) => block.type !== "text" || block.text.isWellFormed());
  if (isWhole) return result;
  const whole = content.map((block) =>
    block.type === "text" ? { ...block, text: block.text.toWellFormed() } : block,
  );
  return { ...result, content: whole };
}

/** Blocks that go back as they came. */
const UNTOUCHED = /^(redacted_)?thinking$|^compaction$/;

/**
 * A reply whose texts hold no half of a character: a model writes its inputs in JSON, and may write half of an escape.
 * The same object where it did not.
 */
export function withWholeTexts(message: BetaMessage): BetaMessage {
  const content = message.content.map((block) => (UNTOUCHED.test(block.type) ? block : whole(block)));
  return content.every((block, index) => block === message.content[index])
    ? message
    : { ...message, content };
}

/** The same value where nothing was cut. */
function whole<T>(value: T): T {
  if (typeof value === "string") return value.toWellFormed() as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const made: unknown[] = value.map(whole);
    return made.every((each, index) => each === value[index]) ? value : (made as T);
  }
  let isWhole = true;
  const made = Object.entries(value).map(([key, each]: [string, unknown]) => {
    const entry = [key.toWellFormed(), whole(each)] as const;
    isWhole &&= entry[0] === key && entry[1] === each;
    return entry;
  });
  return isWhole ? value : (Object.fromEntries(made) as T);
}

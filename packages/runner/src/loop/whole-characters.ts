import type { BetaToolResultBlockParam } from "../sdk-types";

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

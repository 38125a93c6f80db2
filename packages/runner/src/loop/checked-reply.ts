import { RunError } from "../errors";
import type { BetaMessage } from "../sdk-types";

/**
 * A port may be anybody's: what it gives is read as a message only where it is one. Every reply is the
 * assistant's; one that names no model is of the one that was asked.
 * @throws RunError S427
 */
export function checkedReply(reply: unknown, asked: { model: string }): BetaMessage {
  const { content, usage, role, model } = (reply ?? {}) as Partial<Record<keyof BetaMessage, unknown>>;
  if (!Array.isArray(content) || typeof usage !== "object" || usage === null) {
    throw noMessage(reply, "no message", "a reply has `content`, a list of blocks, and `usage`");
  }
  const strange = content.findIndex((block) => !isBlock(block));
  if (strange >= 0) {
    const help = "each block has a `type`; a call has `id` and `name`, and an object as its `input`";
    throw noMessage(content[strange], "no block of a message", help);
  }
  const message = reply as BetaMessage;
  if (role === "assistant" && typeof model === "string") return message;
  return { ...message, role: "assistant", model: typeof model === "string" ? model : asked.model };
}

function isBlock(block: unknown): boolean {
  const { type, id, name, input } = (block ?? {}) as { [field: string]: unknown };
  if (typeof type !== "string") return false;
  return type !== "tool_use" || (typeof id === "string" && typeof name === "string" && isJsonObject(input));
}

export function isJsonObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function noMessage(given: unknown, what: string, help: string): RunError {
  const text = String(JSON.stringify(given)).slice(0, 200);
  return new RunError("S427", `the client gave ${text}, which is ${what}`, {
    help: `${help}: see that the client speaks to the Messages API`,
  });
}

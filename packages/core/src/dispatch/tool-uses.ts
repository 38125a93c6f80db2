import { SkillsError } from "../errors";
import type { AssistantMessage, ToolUse } from "../wire";
import { preview } from "../validate/words";

/**
 * The calls in a message, in order; whatever else it holds is passed over, and so is what only looks like a call.
 *
 * @throws SkillsError S313 where the message is none
 */
export function toolUses(message: Pick<AssistantMessage, "content">): ToolUse[] {
  return callBlocks(message).filter(
    ({ id, name }) => typeof id === "string" && typeof name === "string",
  ) as ToolUse[];
}

/** What says that it is a call, as the message has it. */
export interface CallBlock {
  type: "tool_use";
  id?: unknown;
  name?: unknown;
  input?: unknown;
}

/** @throws SkillsError S313 where the message is none */
export function callBlocks(message: Pick<AssistantMessage, "content">): CallBlock[] {
  if (!isObject(message)) throw notGiven(`${preview(message)} is no message`);
  const { content } = message;
  return Array.isArray(content) ? (content as unknown[]).filter(isCallBlock) : [];
}

/** @throws SkillsError S313 where a value is no call of a tool */
export function checkCall(toolUse: unknown): asserts toolUse is ToolUse {
  if (!isObject(toolUse)) throw notGiven(`${preview(toolUse)} is no call of a tool`);
  const { name } = toolUse as Partial<CallBlock>;
  if (typeof name !== "string")
    throw notGiven(`the call names no tool: its name is ${preview(name)}, not a text`);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isCallBlock(block: unknown): block is CallBlock {
  return isObject(block) && (block as { type?: unknown }).type === "tool_use";
}

function notGiven(why: string): SkillsError {
  return new SkillsError("S313", why, {
    help: "give respond the assistant message as the API sent it, and runTool one of its tool_use blocks",
  });
}

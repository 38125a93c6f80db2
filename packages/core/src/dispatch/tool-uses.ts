import type { AssistantMessage, ToolUse } from "../wire";

/** The calls in a message, in order; whatever else it holds is passed over, and so is what only looks like a call. */
export function toolUses(message: Pick<AssistantMessage, "content">): ToolUse[] {
  const { content } = message;
  return Array.isArray(content) ? (content as unknown[]).filter(isToolUse) : [];
}

function isToolUse(block: unknown): block is ToolUse {
  const { type, id, name } = (block ?? {}) as Partial<Record<keyof ToolUse, unknown>>;
  return type === "tool_use" && typeof id === "string" && typeof name === "string";
}

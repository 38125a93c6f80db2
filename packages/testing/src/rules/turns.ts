import type { PlacedBlock, PlacedMessage } from "./walk";

/** An assistant message with calls, and what comes after it. */
export interface Turn {
  assistant: PlacedMessage;
  calls: readonly PlacedBlock[];
  /** The next message, where it is the user's. */
  next: PlacedMessage | undefined;
}

/** The turns of a conversation that make calls. */
export function turnsOf(messages: readonly PlacedMessage[]): Turn[] {
  return messages.flatMap((assistant, index) => {
    const calls = callsOf(assistant);
    const next = messages[index + 1];
    return calls.length > 0 ? [{ assistant, calls, next: next?.role === "user" ? next : undefined }] : [];
  });
}

export function callsOf(message: PlacedMessage | undefined): readonly PlacedBlock[] {
  return message?.role === "assistant" ? ofType(message.blocks, "tool_use") : [];
}

export function ofType(blocks: readonly PlacedBlock[], type: string): PlacedBlock[] {
  return blocks.filter(({ block }) => block.type === type);
}

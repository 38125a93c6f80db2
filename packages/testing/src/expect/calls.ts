import type { ScriptedModel } from "../scripted-model";
import { blocksOf, isObject, textOf } from "../wire/shapes";

/** A call as it was made, with its answer where there is one. */
export interface ToolCall {
  id: string;
  name: string;
  input: unknown;
  result?: { text: string; isError: boolean };
}

/**
 * What calls are read from: a scripted model, a history of messages, a message stream of `query`, or anything
 * with `messages`, such as the result of a run.
 */
export type CallSource = ScriptedModel | Iterable<unknown> | { messages: Iterable<unknown> };

/** Every call in the order in which it was made. */
export function toolCalls(source: CallSource): ToolCall[] {
  const calls = new Map<string, ToolCall>();
  for (const { role, content } of messagesOf(source)) {
    for (const block of blocksOf(content)) {
      if (role === "assistant" && block.type === "tool_use") addCall(calls, block);
      if (role === "user" && block.type === "tool_result") addResult(calls, block);
    }
  }
  return [...calls.values()];
}

function addCall(calls: Map<string, ToolCall>, block: { [key: string]: unknown }): void {
  const id = String(block.id);
  // A history comes back with every request: a call is counted once.
  if (!calls.has(id)) calls.set(id, { id, name: String(block.name), input: block.input });
}

function addResult(calls: Map<string, ToolCall>, block: { [key: string]: unknown }): void {
  const call = calls.get(String(block.tool_use_id));
  if (call !== undefined) call.result = { text: textOf(block.content), isError: block.is_error === true };
}

/** Messages as the API has them, whatever they came in. */
export function messagesOf(source: CallSource): { role: string; content: unknown }[] {
  if ("requests" in source) return conversationOf(source);
  const list = isIterable(source) ? source : source.messages;
  return Array.from(list).flatMap((item) => {
    if (!isObject(item)) return [];
    if (typeof item.role === "string") return [{ role: item.role, content: item.content }];
    const { message, type } = item;
    return isObject(message) && typeof type === "string" ? [{ role: type, content: message.content }] : [];
  });
}

/** Each request with its reply. */
function conversationOf(model: ScriptedModel): { role: string; content: unknown }[] {
  return model.requests.flatMap(({ messages, reply }) =>
    reply === undefined ? messages : [...messages, reply],
  );
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value;
}

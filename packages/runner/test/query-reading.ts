import type { ScriptedModel } from "@skills/testing";
import { query, type QueryOptions, type QueryPrompt, type SDKMessage, type SDKUserMessage } from "../src";
import { ASK, desk, quietLogger } from "./desk";

/** Every message of a query to this model, and what it threw. */
export async function read(
  model: ScriptedModel,
  options: Partial<QueryOptions>,
  prompt: QueryPrompt = "Go.",
): Promise<{ messages: SDKMessage[]; thrown: unknown; result: SDKMessage | undefined }> {
  const messages: SDKMessage[] = [];
  let thrown: unknown;
  const client = model.client({ maxRetries: 0, logLevel: "off" });
  const own = { client, model: ASK.model, tools: [desk().tools], logger: quietLogger() };
  try {
    const all = { ...own, settingSources: [], ...options };
    for await (const message of query({ prompt, options: all })) messages.push(message);
  } catch (error) {
    thrown = error;
  }
  return { messages, thrown, result: messages.at(-1) };
}

export function user(content: string): SDKUserMessage {
  return { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
}

/** The contents of all results of calls, in order. */
export function resultsIn(messages: readonly SDKMessage[]): unknown[] {
  return messages.flatMap((message) =>
    message.type === "user" && Array.isArray(message.message.content)
      ? message.message.content.flatMap((block) => (block.type === "tool_result" ? [block.content] : []))
      : [],
  );
}

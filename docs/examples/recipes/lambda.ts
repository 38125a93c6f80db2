import { Agent, type ModelClient } from "@skills/runner";
import { Orders } from "./orders";

export function handlerOf(client: ModelClient) {
  // #region handler
  // Made once, and used again by every call that meets a warm function.
  const options = { client, model: "claude-sonnet-5-5", maxTokens: 1024, tools: [new Orders()] };

  async function handler(
    event: { body?: string },
    context: { getRemainingTimeInMillis(): number },
  ): Promise<{ statusCode: number; body: string }> {
    const { question } = JSON.parse(event.body ?? "{}") as { question: string };
    const agent = new Agent({ ...options, deadlineMs: context.getRemainingTimeInMillis() - 2000 });
    const { text, status } = await agent.run(question);
    return { statusCode: status === "done" ? 200 : 504, body: JSON.stringify({ text, status }) };
  }
  // #endregion
  return handler;
}

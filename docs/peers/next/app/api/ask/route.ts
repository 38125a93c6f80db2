import "../../../src/manifest"; // before every module that makes a tool set
import Anthropic from "@anthropic-ai/sdk";
import { Agent } from "@skills/runner";
import { Orders } from "../../../src/orders";

const agent = new Agent({
  client: new Anthropic(),
  model: "claude-sonnet-5-5",
  maxTokens: 1024,
  tools: [new Orders()],
});

export async function POST(request: Request): Promise<Response> {
  const { question } = (await request.json()) as { question: string };
  const events = agent.run(question, { signal: request.signal });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for await (const event of events) {
        if (event.type === "text_delta") controller.enqueue(encoder.encode(event.text));
      }
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/plain; charset=utf-8" } });
}

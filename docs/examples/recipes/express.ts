import { Agent, type ModelClient } from "@skills/runner";
import express from "express";
import { Orders } from "./orders";

export function shopApp(client: ModelClient) {
  // #region app
  const agent = new Agent({
    client,
    model: "claude-sonnet-5-5",
    maxTokens: 1024,
    tools: [new Orders()],
    deadlineMs: 60_000,
  });
  const app = express();
  app.use(express.json());

  app.post("/ask", async (request, response) => {
    const { text, status } = await agent.run(String(request.body.question));
    response.json({ text, status });
  });
  // #endregion

  // #region stream
  app.post("/stream", async (request, response) => {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    response.type("text/event-stream");
    for await (const event of agent.run(String(request.body.question), { signal: gone.signal })) {
      if (event.type === "text_delta") response.write(`data: ${JSON.stringify(event.text)}\n\n`);
    }
    response.end();
  });
  // #endregion
  return app;
}

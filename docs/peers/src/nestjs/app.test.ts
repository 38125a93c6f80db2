import { NestFactory } from "@nestjs/core";
import { ScriptedModel } from "@skills/testing";
import assert from "node:assert/strict";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import "reflect-metadata";
import { AppModule } from "./app.js";

test("Nest makes the class with its dependencies, and the model calls its methods", async () => {
  await using model = new ScriptedModel([{ calls: [["findOrder", { id: "A1" }]] }, { text: "It was sent." }]);
  const { url } = await model.listen();
  Object.assign(process.env, { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "test" });
  const app = await NestFactory.create(AppModule, { logger: false });
  await app.listen(0, "127.0.0.1");
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/chat`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: "Where is A1?" }),
  });
  assert.deepEqual(await response.json(), { text: "It was sent.", status: "done" });
  assert.deepEqual(model.requests.at(-1)?.results, ['{"id":"A1","status":"sent"}']);
  await app.close();
});

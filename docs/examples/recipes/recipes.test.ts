import { ScriptedModel } from "@skills/testing";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { shopApp } from "./express";
import { handlerOf } from "./lambda";

const ANSWER = "It was sent.";
const answering = () =>
  new ScriptedModel([{ calls: [["findOrder", { id: "A1" }]] }, { text: ANSWER, chunks: 3 }]);
const JSON_POST = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ question: "Where is A1?" }),
};

describe("Express", () => {
  async function post(path: string, model: ScriptedModel): Promise<string> {
    const server = shopApp(model.client()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${String(port)}${path}`, JSON_POST);
    const text = await response.text();
    server.close();
    return text;
  }

  test("an answer as JSON", async () => {
    using model = answering();
    expect(JSON.parse(await post("/ask", model))).toEqual({ text: ANSWER, status: "done" });
  });

  test("an answer as it is written", async () => {
    using model = answering();
    const pieces = (await post("/stream", model)).trim().split("\n\n");
    expect(pieces).toHaveLength(3);
    expect(pieces.map((piece) => JSON.parse(piece.replace("data: ", ""))).join("")).toBe(ANSWER);
  });
});

describe("Lambda", () => {
  const event = { body: JSON_POST.body };

  test("a handler answers", async () => {
    using model = answering();
    const { statusCode, body } = await handlerOf(model.client())(event, {
      getRemainingTimeInMillis: () => 30_000,
    });
    expect({ statusCode, body: JSON.parse(body) }).toEqual({
      statusCode: 200,
      body: { text: ANSWER, status: "done" },
    });
  });

  test("and says that there was too little time, before its own is over", async () => {
    using model = new ScriptedModel([{ text: ANSWER, latencyMs: 5000 }]);
    const { statusCode, body } = await handlerOf(model.client())(event, {
      getRemainingTimeInMillis: () => 2100,
    });
    expect({ statusCode, status: JSON.parse(body).status }).toEqual({ statusCode: 504, status: "limit" });
  });
});

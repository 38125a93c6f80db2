import Anthropic from "@anthropic-ai/sdk";
import { createConnection } from "node:net";
import { ScriptedModel, type Failure, type ScriptedServer, type ScriptStep } from "../src";
import { HELLO } from "./conversation";
import { post, raw, rawPost } from "./wire";

/** Runs a test against a server, and gives the failures that it left. */
async function against(
  test: (server: ScriptedServer, model: ScriptedModel) => Promise<void>,
  script: ScriptStep[] = [{ text: "Still here." }],
): Promise<Failure[]> {
  const model = new ScriptedModel(script);
  await using server = await model.listen();
  await test(server, model);
  const failures = model.takeFailures();
  // Whatever came before, the next request is answered.
  expect(await (await post(server, HELLO)).json()).toMatchObject({ content: [{ text: "Still here." }] });
  return failures;
}

async function envelope(response: Response): Promise<unknown> {
  const body = (await response.json()) as { request_id: string };
  expect(body.request_id).toBe(response.headers.get("request-id"));
  return body;
}

describe("a server that is spoken to badly lives on", () => {
  const NESTED = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const lookup = { name: "lookupOrder", input_schema: { type: "object" } };

  /** Puts it where the params say `nested`. */
  function nestedIn(params: object): string {
    return JSON.stringify({ ...HELLO, ...params }).replaceAll('"nested"', NESTED);
  }

  it.each([
    [
      "in a call",
      {
        messages: [
          ...HELLO.messages,
          {
            role: "assistant",
            content: [{ type: "tool_use", id: "t1", name: "a", input: { id: "nested" } }],
          },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "t1" }] },
        ],
      },
    ],
    ["in place of a text", { messages: [{ role: "user", content: [{ type: "text", text: "nested" }] }] }],
    ["in place of a role", { messages: [{ role: "nested", content: "Hello" }] }],
    ["in a definition", { tools: [{ ...lookup, input_schema: { type: "object", default: "nested" } }] }],
    ["in place of a tool's type and name", { tools: [{ ...lookup, type: "nested", name: "nested" }] }],
  ])("after bodies that are nested deeper than they can be judged, %s", async (_where, params) => {
    const failures = await against(async (server) => {
      // The second is also held against the first.
      for (let time = 0; time < 2; time += 1) {
        const response = await post(server, nestedIn(params));
        expect(response.status).toBe(400);
        expect(await envelope(response)).toMatchObject({ error: { type: "invalid_request_error" } });
      }
    });
    expect(failures).toMatchObject([{ kind: "violation" }, { kind: "violation" }]);
  });

  it("after such a body whose tokens are to be counted", async () => {
    const failures = await against(async (server) => {
      const body = nestedIn({ system: "nested" });
      const response = await post(server, body, {}, "/v1/messages/count_tokens");
      expect(response.status).toBe(400);
      expect(await envelope(response)).toMatchObject({
        error: { message: "The request body is not valid JSON: it is nested too deeply" },
      });
    });
    expect(failures).toMatchObject([{ rule: "valid-json" }]);
  });

  it("after a body that is no JSON", async () => {
    const failures = await against(async (server) => {
      const response = await post(server, '{"model": ');
      expect(response.status).toBe(400);
      expect(await envelope(response)).toMatchObject({
        error: {
          type: "invalid_request_error",
          message: expect.stringContaining("The request body is not valid JSON") as string,
        },
      });
    });
    expect(failures).toMatchObject([{ rule: "valid-json" }]);
  });

  it.each(["[]", "null", "7", '""', ""])("after the body %j", async (body) => {
    await against(async (server) => expect((await post(server, body)).status).toBe(400));
  });

  it("after a body that is larger than 32 MB", async () => {
    const failures = await against(async (server) => {
      const response = await post(server, " ".repeat(32 * 1024 * 1024 + 1));
      expect(response.status).toBe(413);
      expect(await envelope(response)).toMatchObject({ error: { type: "request_too_large" } });
    });
    expect(failures).toMatchObject([{ rule: "body-size" }]);
  });

  it("after a request without a key", async () => {
    const failures = await against(async (server) => {
      const response = await post(server, HELLO, { "x-api-key": "" });
      expect(response.status).toBe(401);
      expect(await envelope(response)).toMatchObject({
        error: { type: "authentication_error", message: "x-api-key header is required" },
      });
    });
    expect(failures).toMatchObject([{ rule: "missing-key" }]);
  });

  it("after a wrong path and a wrong method", async () => {
    const failures = await against(async (server) => {
      const headers = { "x-api-key": "test" };
      const lost = await fetch(`${server.url}/v1/complete`, { headers });
      expect([lost.status, await envelope(lost)]).toMatchObject([
        404,
        { error: { type: "not_found_error" } },
      ]);
      const wrong = await fetch(`${server.url}/v1/messages`, { headers });
      expect([wrong.status, await envelope(wrong)]).toMatchObject([
        405,
        { error: { type: "invalid_request_error" } },
      ]);
    });
    expect(failures.map(({ rule }) => rule)).toEqual(["known-route", "known-route"]);
  });

  it("after a model's name with a broken escape", async () => {
    const failures = await against(async (server) => {
      const asked = async (id: string): Promise<unknown> =>
        (await fetch(`${server.url}/v1/models/${id}`, { headers: { "x-api-key": "test" } })).json();
      expect(await asked("%zz")).toMatchObject({ type: "model", id: "%zz" });
      expect(await asked("claude%2Dopus")).toMatchObject({ id: "claude-opus" });
    });
    expect(failures).toEqual([]);
  });

  it("after headers that are too large", async () => {
    const failures = await against(async (server) => {
      const { received } = await raw(
        server,
        `GET /v1/models HTTP/1.1\r\nhost: x\r\nx-big: ${"a".repeat(20_000)}\r\n\r\n`,
      );
      expect(received.toString()).toMatch(/^HTTP\/1\.1 431 [\s\S]*"type":"error"/);
    });
    expect(failures).toMatchObject([{ rule: "valid-http" }]);
  });

  it("after something that is no HTTP", async () => {
    await against(async (server) => {
      const { received } = await raw(server, "\u0016\u0003\u0001 hello\r\n\r\n");
      expect(received.toString()).toMatch(/^HTTP\/1\.1 400 [\s\S]*"type":"invalid_request_error"/);
    });
  });

  it("after a client that hangs up in the middle of a stream", async () => {
    const script: ScriptStep[] = [
      { text: "x".repeat(1000), fault: { kind: "stall", at: 2 } },
      { text: "Still here." },
    ];
    await against(async (server) => {
      await new Promise<void>((resolve) => {
        const socket = createConnection(server.port, "127.0.0.1", () =>
          socket.write(rawPost({ ...HELLO, stream: true })),
        );
        socket.once("data", () => socket.destroy());
        socket.once("close", () => resolve());
      });
    }, script);
  });

  it("after a client that hangs up before its body is there", async () => {
    await against(async (server) => {
      await new Promise<void>((resolve) => {
        const socket = createConnection(server.port, "127.0.0.1", () => {
          socket.write(
            "POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: k\r\ncontent-length: 100\r\n\r\n{",
            () => socket.destroy(),
          );
        });
        socket.once("close", () => resolve());
      });
    });
  });
});

describe("a server", () => {
  it("answers on both paths, with both kinds of key", async () => {
    await using model = new ScriptedModel([{ text: "One." }, { text: "Two." }]);
    await using server = await model.listen();
    expect((await post(server, HELLO)).status).toBe(200);
    const response = await fetch(`${server.url}/v1/messages?beta=true`, {
      method: "POST",
      headers: { authorization: "Bearer test" },
      body: JSON.stringify(HELLO),
    });
    expect(await response.json()).toMatchObject({ content: [{ text: "Two." }] });
  });

  it("counts tokens and lists models", async () => {
    await using model = new ScriptedModel();
    await using server = await model.listen();
    for (const client of [model.client(), new Anthropic({ baseURL: server.url, apiKey: "test" })]) {
      const { input_tokens } = await client.beta.messages.countTokens({
        model: HELLO.model,
        messages: HELLO.messages,
      });
      expect(input_tokens).toBeGreaterThan(10);
      const listed = [];
      for await (const { id } of client.models.list()) listed.push(id);
      expect(listed).toContain("claude-sonnet-5-5");
      expect(await client.models.retrieve("claude-haiku-5-5")).toMatchObject({
        id: "claude-haiku-5-5",
        type: "model",
      });
    }
  });

  it("says clearly that a port is in use", async () => {
    await using model = new ScriptedModel();
    await using server = await model.listen();
    await expect(model.listen({ port: server.port })).rejects.toMatchObject({
      code: "S504",
      message: expect.stringContaining(`port ${String(server.port)} of 127.0.0.1 is in use`) as string,
    });
  });

  it("ends open replies when it is closed, and frees its port", async () => {
    await using model = new ScriptedModel([{ text: "Yes.", fault: { kind: "stall", at: 1 } }]);
    const server = await model.listen();
    const open = raw(server, rawPost({ ...HELLO, stream: true }));
    while (model.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await server.close();
    await server.close();
    await open;
    const again = await model.listen({ port: server.port });
    await again.close();
  });

  it("waits for a client that reads slowly", async () => {
    const text = "x".repeat(8_000_000);
    await using model = new ScriptedModel([{ text }]);
    await using server = await model.listen();
    const response = await post(server, { ...HELLO, stream: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const received = await response.text();
    expect(received).toContain(text);
    expect(received).toContain("event: message_stop");
  });

  it("serves many streams at once", async () => {
    const many = 200;
    await using model = new ScriptedModel([{ when: /./, times: many, text: "Yes.", chunks: 4 }], {
      stream: { bytes: 64 },
    });
    await using server = await model.listen();
    const texts = await Promise.all(
      Array.from({ length: many }, async () => (await post(server, { ...HELLO, stream: true })).text()),
    );
    for (const text of texts) expect(text).toContain("message_stop");
    expect(new Set(texts.map((text) => /msg_\d+/.exec(text)?.[0])).size).toBe(many);
  });
});

test("connections are kept for as long as a test pauses: no reply names a time after which they are closed", async () => {
  await using model = new ScriptedModel([{ text: "Hello." }]);
  await using server = await model.listen();
  const { headers } = await post(server, HELLO);
  expect([headers.get("connection"), headers.get("keep-alive")]).toEqual(["keep-alive", null]);
});

test("a server answers while the timers of a test are not the real ones", async () => {
  jest.useFakeTimers();
  try {
    await using model = new ScriptedModel([{ text: "Hello." }]);
    await using server = await model.listen();
    const { received } = await raw(server, rawPost(HELLO));
    expect(received.toString()).toContain("Hello.");
  } finally {
    jest.useRealTimers();
  }
});

import Anthropic from "@anthropic-ai/sdk";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { record, replay, ScriptedModel, type RecordOptions, type ScriptStep } from "../../src";
import { HELLO, TWO_CALLS_THEN_TEXT } from "../conversation";

const folder = mkdtempSync(join(tmpdir(), "cassettes-"));
const file = join(folder, "deep/er/cassette.json");
afterEach(() => rmSync(join(folder, "deep"), { recursive: true, force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEY = "a-key-that-nobody-may-read";

function clientOf(target: { url: string } | { fetch: typeof fetch }): Anthropic {
  const base = { apiKey: KEY, authToken: null, maxRetries: 0 };
  return "url" in target
    ? new Anthropic({ ...base, baseURL: target.url })
    : new Anthropic({ ...base, ...target });
}

/** A turn with two calls, streamed, and the answer to their results, not streamed. */
async function converse(client: Anthropic, question = HELLO.messages[0]?.content ?? ""): Promise<unknown[]> {
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: question }];
  const first = await client.messages.stream({ ...HELLO, messages }).finalMessage();
  const results = first.content.flatMap((block) =>
    block.type === "tool_use"
      ? [{ type: "tool_result" as const, tool_use_id: block.id, content: "shipped" }]
      : [],
  );
  messages.push({ role: "assistant", content: first.content }, { role: "user", content: results });
  const second = await client.messages.create({ ...HELLO, messages });
  return JSON.parse(JSON.stringify([first, second])) as unknown[];
}

/** Records what `talk` says to a scripted model. */
async function recorded(
  steps: ScriptStep[],
  talk: (client: Anthropic) => Promise<unknown>,
  options: Partial<RecordOptions> = {},
): Promise<void> {
  await using model = new ScriptedModel(steps, { stream: { bytes: 50 } });
  const upstream = await model.listen();
  await using recorder = await record({ target: upstream.url, file, ...options });
  await talk(clientOf(recorder));
}

async function piecesOf({ body }: Response, onPiece = (): void => {}): Promise<Buffer[]> {
  const received: Buffer[] = [];
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    received.push(Buffer.from(piece));
    onPiece();
  }
  return received;
}

describe("a cassette", () => {
  it("gives a recorded conversation again, over HTTP and in process, without the model", async () => {
    let original: unknown[] = [];
    await recorded(TWO_CALLS_THEN_TEXT, async (client) => (original = await converse(client)));
    {
      await using player = await replay(file);
      expect(await converse(clientOf(player))).toEqual(original);
    }
    const player = await replay(file);
    expect(await converse(clientOf({ fetch: player.fetch }))).toEqual(original);
    player.assertComplete();
    await player.close();
  });

  it("reads in review: bodies as JSON, a stream as its lines, no key and no header of the client's own", async () => {
    await recorded(TWO_CALLS_THEN_TEXT, (client) => converse(client));
    const text = readFileSync(file, "utf8");
    expect(text).toContain('"content": "Where is order A1?"');
    expect(text).toContain('"event: message_start"');
    expect(text).not.toContain(KEY);
    expect(text).not.toMatch(/x-api-key|authorization|user-agent|x-stainless/i);
  });

  it("keeps the pieces of a stream, also those that end inside a character", async () => {
    const sent = Buffer.from("data: Grüße aus dem Café, 🚚!\n\n");
    const cuts = [9, 20, 34, sent.length];
    const pieces = cuts.map((end, index) => sent.subarray(cuts[index - 1] ?? 0, end));
    // Each is sent when the one before has arrived: on a busy machine two that wait come as one.
    let arrived = (): void => {};
    const upstream = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      void (async () => {
        for (const piece of pieces) {
          const isRead = new Promise<void>((resolve) => (arrived = resolve));
          response.write(piece);
          await isRead;
        }
        response.end();
      })();
    });
    await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
    const { port } = upstream.address() as AddressInfo;
    {
      await using recorder = await record({ target: `http://127.0.0.1:${String(port)}`, file });
      const passed = await piecesOf(await fetch(`${recorder.url}/v1/messages`), () => arrived());
      expect(Buffer.concat(passed)).toEqual(sent);
    }
    upstream.close();
    await using player = await replay(file);
    const received = await piecesOf(await player.fetch(`${player.url}/v1/messages`));
    expect(received).toEqual(pieces.map((piece) => Buffer.from(piece)));
  });
});

describe("a recording", () => {
  it.each<[string, ScriptStep[]]>([
    ["a key in a reply", [{ text: "Your key is sk-ant-api03-abcdefgh." }]],
    [
      "a key in two fragments of a stream",
      [{ text: "ghp_abcdefghijklmnop" + "qrstuvwxyz0123456789", chunks: 2 }],
    ],
    ["a key in base64", [{ text: `Basic ${Buffer.from(`mary:${KEY}`).toString("base64")}` }]],
    ["the key that the client came with", [{ text: `They sent ${KEY}.` }]],
  ])("is not written with %s", async (_, steps) => {
    const talk = (client: Anthropic): Promise<unknown> => client.messages.stream(HELLO).finalMessage();
    await expect(recorded(steps, talk)).rejects.toMatchObject({ code: "S510" });
    expect(() => readFileSync(file)).toThrow("ENOENT");
  });

  it("is written once the secret is redacted, and its replay redacts the same", async () => {
    const steps: ScriptStep[] = [{ text: "Hello, mary@example.com." }, { text: "Bye." }];
    const redact = [/[\w.]+@example\.com/, { find: "4711", with: "<order>" }];
    const ask = (client: Anthropic, content: string): Promise<unknown> =>
      client.messages.create({ ...HELLO, messages: [{ role: "user", content }] });
    await recorded(
      steps,
      (client) => ask(client, "mary@example.com asks about 4711").then(() => ask(client, "Bye.")),
      {
        redact,
      },
    );
    const text = readFileSync(file, "utf8");
    expect(text).toContain('"<redacted> asks about <order>"');
    expect(text).toContain("Hello, <redacted>.");
    await using player = await replay(file, { redact });
    await ask(clientOf(player), "bob@example.com asks about 4711");
    await ask(clientOf(player), "Bye.");
  });

  it("passes errors on, and holds nothing of a target that cannot be reached", async () => {
    await recorded([{ error: { status: 529, retryAfter: 3 } }], async (client) => {
      await expect(client.messages.create(HELLO)).rejects.toMatchObject({ status: 529 });
    });
    {
      await using player = await replay(file);
      const again = clientOf(player).messages.create(HELLO);
      await expect(again).rejects.toMatchObject({
        status: 529,
        error: { error: { type: "overloaded_error" } },
      });
    }
    const recorder = await record({ target: "http://127.0.0.1:1", file });
    await expect(clientOf(recorder).messages.create(HELLO)).rejects.toThrow(/cannot reach its target/);
    await recorder.close();
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ cassette: 1, exchanges: [] });
  });
});

describe("a replay", () => {
  const other = (client: Anthropic, content: string): Promise<unknown> =>
    client.messages.create({ ...HELLO, messages: [{ role: "user", content }] });

  it("shows a request that was not recorded beside the nearest that was, and fails the test", async () => {
    await recorded([{ text: "One." }, { text: "Two." }], async (client) => {
      await other(client, "First?");
      await other(client, "Second?");
    });
    const player = await replay(file);
    const client = clientOf(player);
    const miss =
      /nearest is exchange 1, which differs:\nbody\.messages\[0\]\.content\n {2}- recorded 'First\?'\n {2}\+ received 'Frist\?'/;
    await expect(other(client, "Frist?")).rejects.toMatchObject({
      error: { error: { message: expect.stringMatching(miss) as string } },
    });
    await other(client, "Second?");
    expect(() => player.assertComplete()).toThrow(
      /S511[^]*Frist[^]*exchange 1 \(POST \/v1\/messages\) was never asked for/,
    );
    await other(client, "First?");
    await expect(other(client, "First?")).rejects.toThrow("has been played already");
    await player.close();
  });

  it("compares without the order of properties, the beta query, and what the test says may differ", async () => {
    await recorded([{ text: "One." }], (client) => other(client, "It is 2026-01-01. Where?"));
    const normalise = (body: unknown): unknown =>
      JSON.parse(JSON.stringify(body).replace(/\d{4}-\d\d-\d\d/, "DATE"));
    await using player = await replay(file, { normalise });
    const messages = [{ content: "It is 2027-02-03. Where?", role: "user" as const }];
    const { tools, max_tokens, model } = HELLO;
    await clientOf(player).beta.messages.create({ tools, messages, max_tokens, model });
  });

  it.each([
    ["no file", undefined],
    ["no JSON", "{"],
    ["another version", '{"cassette": 99, "exchanges": []}'],
    ["an exchange without a response", '{"cassette": 1, "exchanges": [{"request": {}}]}'],
  ])("of %s is refused", async (_, text) => {
    const broken = join(folder, "broken.json");
    if (text !== undefined) writeFileSync(broken, text);
    await expect(replay(broken)).rejects.toMatchObject({ code: "S512", place: { file: broken } });
  });
});

import { getEventListeners } from "node:events";
import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { ScriptedModel, type ScriptedModelOptions } from "../src";
import { HELLO, LOOKUP, TWO_CALLS_THEN_TEXT } from "./conversation";

type Client = Pick<Anthropic, "beta">;

/** Plays the script over one face and gives everything that was seen there. */
async function play(
  face: "client" | "server" | "port",
  stream: boolean,
  options: ScriptedModelOptions = {},
): Promise<{ messages: unknown[]; requests: unknown[] }> {
  await using model = new ScriptedModel(TWO_CALLS_THEN_TEXT, options);
  await using server = await model.listen();
  const client: Client =
    face === "client"
      ? model.client()
      : face === "server"
        ? new Anthropic({ baseURL: server.url, apiKey: "test" })
        : (model.port() as unknown as Client);
  const first = await ask(client, HELLO, stream);
  const results = first.content.flatMap((block) =>
    block.type === "tool_use"
      ? [{ type: "tool_result" as const, tool_use_id: block.id, content: "shipped" }]
      : [],
  );
  const messages = [
    ...HELLO.messages,
    { role: "assistant" as const, content: first.content },
    { role: "user" as const, content: results },
  ];
  const second = await ask(client, { ...HELLO, messages }, stream);
  return {
    messages: [first, second].map((message) => JSON.parse(JSON.stringify(message)) as unknown),
    requests: model.requests.map(({ body }) => body),
  };
}

async function ask(
  client: Client,
  params: Anthropic.Beta.Messages.MessageCreateParamsNonStreaming,
  stream: boolean,
): Promise<Anthropic.Beta.Messages.BetaMessage> {
  if (!stream) return client.beta.messages.create(params);
  const events: Anthropic.Beta.Messages.BetaRawMessageStreamEvent[] = [];
  for await (const event of await client.beta.messages.create({ ...params, stream: true }))
    events.push(event);
  return collect(events);
}

/** As much accumulation as this script needs, so that every face is read in the same way. */
function collect(
  events: Anthropic.Beta.Messages.BetaRawMessageStreamEvent[],
): Anthropic.Beta.Messages.BetaMessage {
  let message: Anthropic.Beta.Messages.BetaMessage | undefined;
  const json: string[] = [];
  for (const event of events) {
    if (event.type === "message_start") message = structuredClone(event.message);
    if (message === undefined) throw new Error("no message_start");
    if (event.type === "content_block_start") message.content.push(structuredClone(event.content_block));
    if (event.type === "content_block_delta") {
      const block = message.content[event.index];
      if (event.delta.type === "text_delta" && block?.type === "text") block.text += event.delta.text;
      if (event.delta.type === "input_json_delta") {
        json[event.index] = (json[event.index] ?? "") + event.delta.partial_json;
      }
    }
    if (event.type === "content_block_stop") {
      const block = message.content[event.index];
      if (block?.type === "tool_use") block.input = JSON.parse(json[event.index] || "{}");
    }
    if (event.type === "message_delta") {
      message.stop_reason = event.delta.stop_reason;
      message.usage = event.usage as Anthropic.Beta.Messages.BetaUsage;
    }
  }
  if (message === undefined) throw new Error("no events");
  return message;
}

describe("one script", () => {
  it("gives the same conversation in process, over HTTP and on the port, streamed or not", async () => {
    const faces = (["client", "server", "port"] as const).flatMap((face) => [
      play(face, false),
      play(face, true),
    ]);
    const [first, ...others] = await Promise.all(faces);
    expect(first?.messages).toMatchObject([
      {
        id: "msg_0001",
        stop_reason: "tool_use",
        content: [
          { id: "toolu_0001", input: { id: "A1" } },
          { id: "toolu_0002", input: { id: "A2" } },
        ],
      },
      {
        id: "msg_0002",
        stop_reason: "end_turn",
        content: [{ type: "text", text: "Both are on their way." }],
      },
    ]);
    for (const other of others) expect(other.messages).toEqual(first?.messages);
  });

  it("takes the params that the SDK sends as headers, on each face", async () => {
    await using model = new ScriptedModel([{ text: "Yes." }, { text: "Yes." }]);
    const params = { ...HELLO, user_profile_id: "uprof_1", workspace_id: "wrkspc_1", betas: ["some-beta"] };
    await model.port().beta.messages.create(params);
    await model.client().beta.messages.create(params);
    expect(model.requests.map(({ body, betas }) => [Object.keys(body).sort(), betas])).toEqual(
      Array(2).fill([Object.keys(HELLO).sort(), ["some-beta"]]),
    );
  });

  it("leaves no listener on a signal that many requests share", async () => {
    await using model = new ScriptedModel([{ text: "Yes." }, { text: "Yes." }]);
    const { signal } = new AbortController();
    await model.port().messages.create(HELLO, { signal });
    for await (const _ of await model
      .port()
      .messages.create({ ...HELLO, stream: true as const }, { signal }));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it.each([false, true])("completes the SDK's own tool runner over HTTP (stream: %s)", async (stream) => {
    const asked: string[] = [];
    const lookup = betaTool({
      name: "lookupOrder",
      description: LOOKUP.description,
      inputSchema: LOOKUP.input_schema,
      run: (input) => {
        const { id } = input as { id: string };
        asked.push(id);
        return `${id} is on its way`;
      },
    });
    await using model = new ScriptedModel(TWO_CALLS_THEN_TEXT);
    await using server = await model.listen();
    const client = new Anthropic({ baseURL: server.url, apiKey: "test" });
    const runner = client.beta.messages.toolRunner({ ...HELLO, tools: [lookup], stream });
    const last = await runner.runUntilDone();
    expect(asked).toEqual(["A1", "A2"]);
    expect(last.content).toMatchObject([{ type: "text", text: "Both are on their way." }]);
    expect(model.requests[1]?.results).toEqual(["A1 is on its way", "A2 is on its way"]);
  });
});

/** Held by the compiler: each of these places takes a client. */
it("gives a client of the type that its place asks for, and one of the SDK where it asks for none", () => {
  const model = new ScriptedModel();
  const given: Anthropic = model.client();
  const plain = model.client();
  const optional: { client?: Anthropic } = { client: model.client({ maxRetries: 1 }) };
  const nullable: { client: Anthropic | null } = { client: model.client() };
  const passed = ((client?: Anthropic) => client)(model.client());
  const listed: (Anthropic | undefined)[] = [model.client()];
  for (const client of [given, plain, optional.client, nullable.client, passed, ...listed])
    expect(client?.messages.create).toBeInstanceOf(Function);
});

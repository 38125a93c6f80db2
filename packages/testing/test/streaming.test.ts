import fc from "fast-check";
import { ScriptedModel, type ScriptedModelOptions, type ScriptStep } from "../src";
import { fragments } from "../src/wire/fragments";
import { HELLO } from "./conversation";
import { eventsOf, post, raw, rawPost } from "./wire";

const STREAMED = { ...HELLO, stream: true };
const ANY_TOOL = { name: "anything", input_schema: { type: "object" as const } };

async function stream(
  step: ScriptStep,
  options: ScriptedModelOptions = {},
): Promise<ReturnType<typeof eventsOf>> {
  await using model = new ScriptedModel([step], options);
  await using server = await model.listen();
  return eventsOf(await (await post(server, { ...STREAMED, tools: [ANY_TOOL] })).text());
}

function deltas(events: ReturnType<typeof eventsOf>): unknown[] {
  return events.filter(({ event }) => event === "content_block_delta").map(({ data }) => data.delta);
}

describe("a streamed reply", () => {
  it("sends the events of a text in the API's order, each named as its data's type", async () => {
    const events = await stream({ text: "On its way.", chunks: 2 });
    expect(events.map(({ event }) => event)).toEqual([
      "message_start",
      "content_block_start",
      "ping",
      "content_block_delta",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    for (const { event, data } of events) expect(data.type).toBe(event);
    expect(events[0]?.data.message).toMatchObject({ id: "msg_0001", content: [], stop_reason: null });
    expect(events[1]?.data.content_block).toMatchObject({ type: "text", text: "" });
    expect(events.at(-2)?.data).toMatchObject({
      delta: { stop_reason: "end_turn" },
      usage: { output_tokens: 14 },
    });
  });

  it("begins every input with an empty fragment, and sends nothing else for a call without arguments", async () => {
    const events = await stream({ calls: [["anything"], ["anything", { id: "A1" }]], chunks: 2 });
    const starts = events.filter(({ event }) => event === "content_block_start");
    expect(starts.map(({ data }) => data.content_block)).toMatchObject([{ input: {} }, { input: {} }]);
    expect(deltas(events)).toEqual(
      ["", "", '{"id"', ':"A1"}'].map((partial_json) => ({ type: "input_json_delta", partial_json })),
    );
  });

  it("sends thinking as deltas and its signature last", async () => {
    const events = await stream({ thinking: { thinking: "Hm, so.", signature: "abc" }, text: "Yes." });
    expect(events[1]?.data.content_block).toEqual({ type: "thinking", thinking: "", signature: "" });
    expect(deltas(events)).toEqual([
      { type: "thinking_delta", thinking: "Hm, so." },
      { type: "signature_delta", signature: "abc" },
      { type: "text_delta", text: "Yes." },
    ]);
  });

  it("sends signature-only thinking without an empty delta", async () => {
    const events = await stream({ thinking: { thinking: "", signature: "abc" }, text: "Yes." });
    expect(deltas(events)[0]).toEqual({ type: "signature_delta", signature: "abc" });
  });

  it("sends blocks of other kinds whole on their start", async () => {
    const redacted = { type: "redacted_thinking", data: "xyz" };
    const events = await stream({ blocks: [redacted, { type: "text", text: "Yes." }] });
    expect(events[1]?.data.content_block).toEqual(redacted);
    expect(events[3]?.event).toBe("content_block_stop");
  });

  it("sends a reply without content", async () => {
    const events = await stream({ blocks: [] });
    expect(events.map(({ event }) => event)).toEqual(["message_start", "message_delta", "message_stop"]);
  });

  it.each<[string, ScriptStep]>([
    ["text and thinking", { when: "order", times: 2, thinking: "Hm.", text: "On its way.", chunks: 3 }],
    ["calls", { when: "order", times: 2, text: "A moment.", calls: [["anything", { id: "A1" }]] }],
  ])("with %s differs from the next one of its rule in nothing but ids", async (_kind, step) => {
    await using model = new ScriptedModel([step]);
    await using server = await model.listen();
    const ask = async (): Promise<string> => (await post(server, { ...STREAMED, tools: [ANY_TOOL] })).text();
    const first = await ask();
    const second = await ask();
    expect(second).toBe(first.replace("msg_0001", "msg_0002").replaceAll("toolu_0001", "toolu_0002"));
    expect(second).not.toBe(first);
  });

  it("sends no pings where they are not wanted", async () => {
    const events = await stream({ text: "Yes." }, { stream: { pings: false } });
    expect(events.map(({ event }) => event)).not.toContain("ping");
  });

  it("can cut inside an escape of a streamed input", async () => {
    const events = await stream(
      { calls: [["anything", { a: "😀" }]], chunks: 100 },
      { stream: { escapes: true } },
    );
    const pieces = deltas(events).map((delta) => (delta as { partial_json: string }).partial_json);
    expect(pieces).toContain("\\");
    expect(JSON.parse(pieces.join(""))).toEqual({ a: "😀" });
  });
});

describe("the bytes of a stream", () => {
  it.each([
    ["one byte at a time", { bytes: 1 }],
    ["three bytes at a time, with CRLF", { bytes: 3, crlf: true }],
    ["with CRLF", { crlf: true }],
  ])("can be cut anywhere and mean the same: %s", async (_, streaming) => {
    await using model = new ScriptedModel([{ text: "Größe 😀" }, { text: "Größe 😀" }], {
      stream: streaming,
    });
    await using server = await model.listen();
    const client = model.client();
    const text = await (await post(server, STREAMED)).text();
    expect(text.includes("\r\ndata: ")).toBe("crlf" in streaming);
    const message = await client.beta.messages.stream(HELLO).finalMessage();
    expect(message.content).toMatchObject([{ text: "Größe 😀" }]);
  });

  it("are the same in process and on the socket", async () => {
    const steps: ScriptStep[] = [
      { thinking: "Hm.", text: "Größe 😀", calls: [["lookupOrder", { id: "A1" }]], chunks: 3 },
    ];
    await using here = new ScriptedModel(steps);
    await using there = new ScriptedModel(steps);
    await using server = await there.listen();
    const response = await here
      .client()
      .beta.messages.create({ ...HELLO, stream: true })
      .asResponse();
    expect(await response.text()).toBe(await (await post(server, STREAMED)).text());
  });

  it("are the same in every run, headers included", async () => {
    const play = async (): Promise<string> => {
      await using model = new ScriptedModel([{ text: "Yes." }]);
      await using server = await model.listen();
      return (await raw(server, rawPost(HELLO))).received.toString();
    };
    expect(await play()).toBe(await play());
  });
});

describe("fragments", () => {
  it("join to the text, are as many as asked for, and never cut a surrogate pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, count) => {
        const pieces = fragments(text, count);
        expect(pieces.join("")).toBe(text);
        expect(pieces).toHaveLength(Math.max(1, Math.min(count, Array.from(text).length)));
        for (const piece of pieces) expect(piece).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });

  it("of any input stream to that input", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.integer({ min: 1, max: 9 }),
        async (input, chunks) => {
          using model = new ScriptedModel([{ calls: [["anything", input]], chunks }], {
            stream: { escapes: true, bytes: 7 },
          });
          const params = { ...HELLO, tools: [ANY_TOOL] };
          const message = await model.client().beta.messages.stream(params).finalMessage();
          expect(message.content).toMatchObject([{ type: "tool_use" }]);
          const [block] = message.content;
          expect(JSON.stringify(block?.type === "tool_use" && block.input)).toBe(JSON.stringify(input));
        },
      ),
      { numRuns: 40 },
    );
  });
});

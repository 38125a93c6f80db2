import { script, ScriptedModel, ScriptedRequest, type Message, type ScriptStep } from "../src";
import { HELLO, LOOKUP } from "./conversation";

const ask = (model: ScriptedModel, said: string, more: object = {}): Promise<Message> =>
  model.port().messages.create({ ...HELLO, messages: [{ role: "user", content: said }], ...more });

async function firstText(message: Promise<Message>): Promise<unknown> {
  const [block] = (await message).content;
  return block?.type === "text" ? block.text : undefined;
}

describe("steps", () => {
  it("are made from the request where they are functions, also asynchronous ones", async () => {
    using model = new ScriptedModel([
      (request) => ({ text: `You said ${request.said.join()}.` }),
      async (request) => Promise.resolve({ text: `There are ${String(request.tools.length)} tools.` }),
    ]);
    expect(await firstText(ask(model, "hello"))).toBe("You said hello.");
    expect(await firstText(ask(model, "hello"))).toBe("There are 1 tools.");
  });

  it("say what their function says each time, also where it returns one object again", async () => {
    const step = { text: "" };
    const again = (request: ScriptedRequest): typeof step =>
      Object.assign(step, { text: `You said ${request.said.join()}.` });
    using model = new ScriptedModel([again, { when: "again", times: 2, reply: again }]);
    for (const said of ["hello", "again", "again and again"]) {
      expect(await firstText(ask(model, said))).toBe(`You said ${said}.`);
    }
  });

  it("fail the test where their function throws or makes no step", async () => {
    const broken = (): never => {
      throw new Error("no idea");
    };
    const model = new ScriptedModel([broken, () => ({})]);
    await expect(ask(model, "a")).rejects.toThrow("no idea");
    await expect(ask(model, "a")).rejects.toThrow("it says nothing");
    expect(model.takeFailures().map(({ kind }) => kind)).toEqual(["bad-step", "bad-step"]);
  });

  it("have usage, stop reason and thinking as they say", async () => {
    const usage = { input_tokens: 7, output_tokens: 9 };
    using model = new ScriptedModel(
      [{ thinking: "Hm.", text: "END", stopReason: "stop_sequence", stopSequence: "END", usage }],
      {
        usage: { cache_read_input_tokens: 5, output_tokens: 1 },
      },
    );
    expect(await ask(model, "a")).toMatchObject({
      stop_reason: "stop_sequence",
      stop_sequence: "END",
      content: [
        { type: "thinking", thinking: "Hm." },
        { type: "text", text: "END" },
      ],
      usage: { ...usage, cache_read_input_tokens: 5 },
    });
  });

  it("count more tokens for a longer conversation", async () => {
    using model = new ScriptedModel([{ text: "a" }, { text: "a" }]);
    const short = await ask(model, "a");
    const long = await ask(model, "a".repeat(400));
    expect(long.usage.input_tokens - short.usage.input_tokens).toBe(100);
  });

  it("give calls the ids that they say, and others the next ones", async () => {
    using model = new ScriptedModel([
      {
        calls: [
          ["lookupOrder", { id: "A1" }, { id: "mine" }],
          ["lookupOrder", { id: "A2" }],
        ],
      },
      { blocks: [{ type: "tool_use", name: "lookupOrder", input: { id: "A3" } }] },
    ]);
    expect((await ask(model, "a")).content.map((block) => "id" in block && block.id)).toEqual([
      "mine",
      "toolu_0001",
    ]);
    expect((await ask(model, "a")).content.map((block) => "id" in block && block.id)).toEqual(["toolu_0002"]);
  });

  it("call members of a toolset that is offered", async () => {
    using model = new ScriptedModel([{ calls: [["screenshot", {}, { toolset: "computer" }]] }]);
    const message = await ask(model, "a", { tools: [{ type: "computer_toolset_20260801" }] });
    expect(message.content).toMatchObject([
      { type: "tool_use", name: "screenshot", toolset_name: "computer" },
    ]);
  });

  it("are not changed by what the code under test does to a reply", async () => {
    const input = { id: "A1" };
    using model = new ScriptedModel([{ calls: [["lookupOrder", input]] }]);
    const message = await ask(model, "a");
    (message.content[0] as { input: { id: string } }).input.id = "changed";
    expect(input).toEqual({ id: "A1" });
  });
});

describe("a builder", () => {
  it("makes every kind of step", async () => {
    using model = new ScriptedModel(
      script()
        .when("refund", { text: "No refund." })
        .when("quote", (request) => ({ text: `${String(request.said.length)} quote` }))
        .text("One.", { usage: { output_tokens: 3 } })
        .error({ status: 529 })
        .fault({ kind: "reset" }, { text: "Lost." })
        .step(() => ({ text: "Two." })),
    );
    expect(await firstText(ask(model, "A refund"))).toBe("No refund.");
    expect(await ask(model, "a")).toMatchObject({ content: [{ text: "One." }], usage: { output_tokens: 3 } });
    await expect(ask(model, "a")).rejects.toMatchObject({ status: 529 });
    await expect(ask(model, "a")).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(await firstText(ask(model, "a quote"))).toBe("1 quote");
    expect(await firstText(ask(model, "a"))).toBe("Two.");
  });
});

describe("thinking", () => {
  it("that the script signed itself comes back as it was", async () => {
    const thinking = { thinking: "Hm.", signature: "from a recording" };
    using model = new ScriptedModel([{ thinking, text: "Yes." }, { text: "Still." }]);
    const { content } = await ask(model, "a");
    const messages = [...HELLO.messages, { role: "assistant", content }, ...HELLO.messages];
    expect(await firstText(ask(model, "", { messages }))).toBe("Still.");
  });
});

describe("tools that come and go", () => {
  const removal = {
    role: "system",
    content: [{ type: "tool_removal", tool: { type: "tool_reference", name: "lookupOrder" } }],
  };
  const REFUND = { ...LOOKUP, name: "refund" };
  const addition = {
    role: "system",
    content: [{ type: "tool_addition", tool: { type: "tool_definition", definition: REFUND } }],
  };
  const play = (step: ScriptStep, change: object): Promise<Message> => {
    const model = new ScriptedModel([step]);
    return ask(model, "", { messages: [...HELLO.messages, change], betas: ["inline-tools-2026-09-15"] });
  };

  it("are offered from their addition to their removal", async () => {
    expect(await play({ calls: [["refund", { id: "A1" }]] }, addition)).toMatchObject({
      stop_reason: "tool_use",
    });
    await expect(play({ calls: [["refund", { id: 7 }]] }, addition)).rejects.toThrow("/id must be string");
    await expect(play({ calls: [["lookupOrder", { id: "A1" }]] }, removal)).rejects.toThrow("does not offer");
  });
});

describe("rules", () => {
  it("answer in any order, before the ordered steps", async () => {
    using model = new ScriptedModel([
      { text: "Anything else?" },
      { when: "refund", text: "No refund." },
      { when: /order a\d/i, text: "On its way." },
    ]);
    expect(await firstText(ask(model, "Where is order A1?"))).toBe("On its way.");
    expect(await firstText(ask(model, "Hello"))).toBe("Anything else?");
    expect(await firstText(ask(model, "A Refund, please"))).toBe("No refund.");
  });

  it("answer as often as they say", async () => {
    const model = new ScriptedModel([
      { when: "twice", text: "Yes.", times: 2 },
      { when: "any", text: "Sure.", times: "any" },
    ]);
    await ask(model, "any");
    await ask(model, "any");
    await ask(model, "twice");
    expect(model.stepsLeft).toBe(1);
    await ask(model, "twice");
    model.assertComplete();
    await expect(ask(model, "twice")).rejects.toThrow("has answered all its 2 request(s)");
  });

  it("look at what was said, results, the system prompt, tools and the model, or at all of it", async () => {
    const results = [
      ...HELLO.messages,
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "t1", name: "lookupOrder", input: { id: "A1" } }],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "it was lost" }] },
    ];
    using model = new ScriptedModel([
      { when: { result: "lost", said: "A1" }, text: "Sorry." },
      { when: { system: /brief/ }, text: "Ok." },
      { when: { tool: "refund" }, text: "Refunded." },
      { when: { model: "haiku" }, text: "Small." },
      {
        when: (request) => request.index === 4,
        reply: (request) => ({ text: `Number ${String(request.index)}` }),
      },
    ]);
    expect(await firstText(ask(model, "", { messages: results }))).toBe("Sorry.");
    expect(await firstText(ask(model, "a", { system: [{ type: "text", text: "Be brief." }] }))).toBe("Ok.");
    expect(await firstText(ask(model, "a", { tools: [{ ...LOOKUP, name: "refund" }] }))).toBe("Refunded.");
    expect(await firstText(ask(model, "a", { model: "claude-haiku-5-5" }))).toBe("Small.");
    expect(await firstText(ask(model, "a"))).toBe("Number 4");
  });

  it("match with a global expression every time", async () => {
    using model = new ScriptedModel([{ when: /a/g, text: "Yes.", times: 3 }]);
    for (let round = 0; round < 3; round += 1) expect(await firstText(ask(model, "ba"))).toBe("Yes.");
  });
});

describe("a compaction", () => {
  const BETAS = ["compact-2026-09-04"];
  const SUMMARIZE = { compaction: { type: "summarize" }, betas: BETAS };

  it("is one signed block with its cost in iterations, and begins the next request", async () => {
    using model = new ScriptedModel([{ compaction: "All is well." }, { text: "On." }]);
    const message = await ask(model, "a", SUMMARIZE);
    expect(message).toMatchObject({
      stop_reason: "compaction",
      content: [{ type: "compaction", content: "All is well." }],
      usage: { input_tokens: 0, output_tokens: 0, iterations: [{ type: "compaction" }] },
    });
    const messages = [{ role: "assistant", content: message.content }];
    expect(await firstText(ask(model, "", { messages, betas: BETAS }))).toBe("On.");
  });

  it("answers only requests for one, which get nothing else", async () => {
    const model = new ScriptedModel([{ compaction: "All is well." }, { text: "Hello." }]);
    await expect(ask(model, "a")).rejects.toThrow("asks for no compaction");
    await expect(ask(model, "a", SUMMARIZE)).rejects.toThrow("asks for a compaction");
    expect(model.takeFailures()).toHaveLength(2);
  });
});

describe("a request", () => {
  it("is read without harm, whatever it holds", () => {
    const body = { messages: 7, tools: "none", system: null } as unknown as ScriptedRequest["body"];
    const request = new ScriptedRequest(0, body);
    expect([request.said, request.results, request.tools, request.system]).toEqual([[], [], [], ""]);
  });

  it("keeps the headers and betas that it came with", async () => {
    using model = new ScriptedModel([{ text: "Yes." }]);
    await model
      .client({ defaultHeaders: { "x-mine": "1" } })
      .beta.messages.create({ ...HELLO, betas: ["a-1", "b-2"] });
    expect(model.requests[0]).toMatchObject({ betas: ["a-1", "b-2"], headers: { "x-mine": "1" } });
  });
});

import type { BetaMessageParam } from "@anthropic-ai/sdk/resources/beta/messages/messages";
import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { BasicToolSet } from "@skills/core";
import fc from "fast-check";
import { Agent, completeHistory, RunError, toolRunner, trimHistory, type AgentRun } from "../src";
import { ASK, desk, quietLogger } from "./desk";

const NOTHING = { type: "object" as const, properties: {}, additionalProperties: false };

/** Tools that behave in every way a tool can. */
function oddTools(onHang: () => void = () => {}): BasicToolSet {
  const tools = new BasicToolSet();
  const add = (name: string, run: () => unknown, more: object = {}) =>
    tools.addTool({ name, description: name, inputSchema: NOTHING, run, ...more });
  add("works", () => "fine");
  add("gives_nothing", () => undefined);
  add("fails", () => {
    throw new Error("no");
  });
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what tools of others do
  add("throws_nothing", () => Promise.reject(undefined));
  add("hangs", () => {
    onHang();
    return new Promise(() => {});
  });
  return tools;
}

/** The strict model refuses what the API would refuse; the plain client mends nothing. */
async function expectAccepted(messages: BetaMessageParam[], tools: BasicToolSet): Promise<void> {
  const model = new ScriptedModel([{ text: "Go on." }]);
  await model.client({ maxRetries: 0 }).beta.messages.create({
    ...ASK,
    messages: [...messages, { role: "user", content: "And now?" }],
    tools: tools.toolsSchema,
  });
  model.assertComplete();
}

/** The result, or the error that ended the run: both carry the history. */
async function endOf(run: AgentRun): Promise<{ messages: BetaMessageParam[] }> {
  try {
    return await run;
  } catch (error) {
    if (error instanceof RunError) return error;
    throw error;
  }
}

it("answers both calls of a turn in one message when it is aborted while one runs", async () => {
  const controller = new AbortController();
  const tools = oddTools(() => setImmediate(() => controller.abort()));
  const model = new ScriptedModel([{ calls: [["works"], ["hangs"]] }]);
  const runner = toolRunner(model.client(), { ...ASK, tools: [tools] }, { signal: controller.signal });

  await expect(runner).rejects.toThrow("aborted");

  expect(runner.params.messages.at(-1)).toEqual({
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "toolu_0001", content: "fine" },
      {
        type: "tool_result",
        tool_use_id: "toolu_0002",
        content: expect.stringContaining("aborted") as string,
        is_error: true,
      },
    ],
  });
  expect(model.requests).toHaveLength(1);
  await expectAccepted(runner.params.messages, tools);
});

it.each([true, false])(
  "leaves a history that the API accepts at whatever end (stream: %s)",
  async (stream) => {
    const call = fc.constantFrom("works", "gives_nothing", "fails", "throws_nothing", "hangs", "unheard_of");
    const turn = fc.record({
      text: fc.option(fc.constant("Hm.")),
      calls: fc.array(call, { minLength: 1, maxLength: 4 }),
    });
    const end = fc.constantFrom<ScriptStep>(
      { text: "Done." },
      { text: "I will not.", stopReason: "refusal" },
      { calls: [["works"], ["fails"]], stopReason: "max_tokens" },
      { calls: [["works"]], stopReason: "model_context_window_exceeded" },
      { calls: [["works"]], stopReason: "moon_phase" },
      { blocks: [], stopReason: "end_turn" },
      { error: { status: 400 } },
      { text: "Cut", fault: { kind: "reset" } },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(turn, { maxLength: 4 }),
        end,
        fc.integer({ min: 1, max: 6 }),
        async (turns, end, maxTurns) => {
          const controller = new AbortController();
          const tools = oddTools(() => setImmediate(() => controller.abort()));
          const steps = turns.map(({ text, calls }) => ({
            ...(text && { text }),
            calls: calls.map(
              (name) => [name, {}, name === "unheard_of" ? { notOffered: true } : {}] as const,
            ),
          }));
          const model = new ScriptedModel([...steps, end]);
          const agent = new Agent({
            client: model.client({ maxRetries: 0, logLevel: "off" }),
            model: ASK.model,
            maxTokens: 100,
            tools: [tools],
            maxTurns,
            maxIdenticalCalls: 2,
            stream,
            logger: quietLogger(),
          });
          const { messages } = await endOf(agent.run("Go.", { signal: controller.signal }));
          expect(model.failures).toEqual([]);
          await expectAccepted(messages, tools);
        },
      ),
      { numRuns: 40 },
    );
  },
);

it("runs only what is missing of a loaded history, and tells of what is past", async () => {
  const { tools, calls } = desk();
  const open = (id: string) => ({ type: "tool_use" as const, id, name: "lookup", input: { id } });
  const model = new ScriptedModel([{ text: "All shipped." }]);
  await toolRunner(model.client(), {
    ...ASK,
    tools: [tools],
    messages: [
      { role: "user", content: "Where is A0?" },
      { role: "assistant", content: [open("A0")] },
      { role: "user", content: "Where are A1 and A2?" },
      { role: "assistant", content: [open("A1"), open("A2")] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "A2", content: "shipped" }] },
    ],
  });
  expect(calls).toEqual(["lookup A1"]);
  const sent = model.requests[0]?.body.messages ?? [];
  expect(sent[2]).toMatchObject({ content: [{ tool_use_id: "A0", is_error: true }] });
  expect(sent[5]).toMatchObject({
    content: [{ tool_use_id: "A1" }, { tool_use_id: "A2", content: "shipped" }],
  });
  model.assertComplete();
});

it("renames ids that are empty or stand twice before anything runs", async () => {
  const { tools, calls } = desk();
  const call = (id: string, order: string) => ["lookup", { id: order }, { id }] as const;
  const model = new ScriptedModel([
    { calls: [call("t1", "A1"), call("t1", "A2"), call("", "A3")] },
    { calls: [call("t1", "A4")] },
    { text: "Done." },
  ]);
  await toolRunner(model.client(), { ...ASK, tools: [tools] });
  expect(calls).toEqual(["lookup A1", "lookup A2", "lookup A3", "lookup A4"]);
  const ids = (model.requests[2]?.body.messages ?? []).flatMap(({ content }) =>
    Array.isArray(content) ? (content as { id?: string }[]).flatMap(({ id }) => id ?? []) : [],
  );
  expect(new Set(ids).size).toBe(4);
  expect(ids.slice(0, 2)).toEqual(["t1", "t1-2"]);
  model.assertComplete();
});

it("renames ids of calls that start early in the same way", async () => {
  const { tools, calls } = desk();
  const model = new ScriptedModel([
    {
      calls: [
        ["lookup", { id: "A1" }, { id: "t1" }],
        ["lookup", { id: "A2" }, { id: "t1" }],
      ],
    },
    { text: "Done." },
  ]);
  await toolRunner(model.client(), { ...ASK, tools: [tools], stream: true, runToolsEagerly: true });
  expect(calls).toEqual(["lookup A1", "lookup A2"]);
  expect(model.requests[1]?.body.messages.at(-1)).toMatchObject({
    content: [
      { tool_use_id: "t1", content: expect.stringContaining("A1") as string },
      { tool_use_id: "t1-2", content: expect.stringContaining("A2") as string },
    ],
  });
  model.assertComplete();
});

it("sends thinking back byte for byte, in order", async () => {
  const { tools } = desk();
  const thinking = [
    { type: "thinking" as const, thinking: "", signature: "c2lnbmVk" },
    { type: "redacted_thinking" as const, data: "cmVkYWN0ZWQ=" },
  ];
  const model = new ScriptedModel([
    {
      blocks: [...thinking, { type: "tool_use", name: "lookup", input: { id: "A1" } }],
      stopReason: "tool_use",
    },
    { text: "Shipped." },
  ]);
  await toolRunner(model.client(), { ...ASK, tools: [tools], stream: true, thinking: { type: "adaptive" } });
  expect(model.requests[1]?.body.messages[1]).toMatchObject({
    content: [...thinking, { type: "tool_use" }],
  });
  model.assertComplete();
});

it("leaves out the blank text that a model writes between two thoughts, and keeps both", async () => {
  const { tools } = desk();
  const model = new ScriptedModel([
    {
      blocks: [
        { type: "thinking", thinking: "First.", signature: "Zmlyc3Q=" },
        { type: "text", text: "\n\n" },
        { type: "thinking", thinking: "Second.", signature: "c2Vjb25k" },
        { type: "tool_use", name: "lookup", input: { id: "A1" } },
      ],
    },
    { text: "Shipped." },
  ]);
  await toolRunner(model.client(), { ...ASK, tools: [tools], stream: true, thinking: { type: "adaptive" } });
  expect(model.requests[1]?.body.messages[1]).toMatchObject({
    content: [{ thinking: "First." }, { thinking: "Second." }, { type: "tool_use" }],
  });
  model.assertComplete();
});

const pair = (id: string, results: boolean): BetaMessageParam[] => [
  { role: "assistant", content: [{ type: "tool_use", id, name: "lookup", input: {} }] },
  ...(results
    ? [{ role: "user" as const, content: [{ type: "tool_result" as const, tool_use_id: id, content: "ok" }] }]
    : []),
];

it("trims a history only where no pair of call and result is parted", () => {
  const piece = fc
    .nat()
    .chain((n) =>
      fc.constantFrom<BetaMessageParam[]>(
        [{ role: "user", content: "Hello" }],
        [
          { role: "user", content: "Hello" },
          ...pair(`t${String(n)}`, true),
          { role: "assistant", content: "Yes." },
        ],
      ),
    );
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 20 }),
      (pieces, keep) => {
        const history = pieces.flat();
        const trimmed = trimHistory(history, keep);
        expect(history.slice(-trimmed.length)).toEqual(trimmed);
        expect(trimmed[0]).toMatchObject({ role: "user", content: "Hello" });
        expect(completeHistory(trimmed, "open")).toBe(trimmed);
      },
    ),
  );
});

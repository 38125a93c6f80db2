import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from "@opentelemetry/sdk-trace-base";
import { BasicToolSet, onToolCall } from "@skills/core";
import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { Agent, type AgentOptions } from "../src";
import { ASK, desk, quietLogger } from "./desk";

const exporter = new InMemorySpanExporter();
beforeAll(() => {
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterAll(() => {
  trace.disable();
  context.disable();
});
beforeEach(() => exporter.reset());

const look = (id: string) => ["lookup", { id }] as const;

function agentOn(steps: ScriptStep[], more: Partial<AgentOptions> = {}) {
  const model = new ScriptedModel(steps);
  const client = model.client({ maxRetries: 0 });
  const base = { client, model: "m-1", maxTokens: 100, logger: quietLogger(), tools: [desk().tools] };
  return new Agent({ ...base, ...more });
}

/** Our spans as a tree of names, each level in the order of their beginnings; the SDK has spans of its own. */
function tree(): unknown[] {
  const spans = exporter
    .getFinishedSpans()
    .filter(({ instrumentationScope }) => instrumentationScope.name.startsWith("@skills/"));
  const under = (parent: string | undefined): unknown[] =>
    spans
      .filter((span) => span.parentSpanContext?.spanId === parent)
      .sort((a, b) => a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1])
      .map((span) => {
        const inside = under(span.spanContext().spanId);
        return inside.length === 0 ? span.name : [span.name, ...inside];
      });
  return under(undefined);
}

const spanOf = (name: string): ReadableSpan => {
  const found = exporter.getFinishedSpans().find((span) => span.name === name);
  if (!found) throw new Error(`no span ${name}`);
  return found;
};

it("nests agent, turns, requests and calls, parallel ones and inner agents' among them", async () => {
  const clerk = agentOn([{ calls: [look("B1")] }, { text: "Found." }], { name: "clerk" });
  const tools = [desk().tools, clerk.asTool({ name: "ask_clerk", description: "Asks." })];
  const steps: ScriptStep[] = [
    { calls: [look("A1"), ["ask_clerk", { task: "Find B1." }], look("A2")] },
    { text: "Done." },
  ];
  await agentOn(steps, { name: "boss", tools }).run("Go.");
  const inner = ["invoke_agent clerk", ["turn", "chat m-1", "execute_tool lookup"], ["turn", "chat m-1"]];
  expect(tree()).toEqual([
    [
      "invoke_agent boss",
      ["turn", "chat m-1", "execute_tool lookup", ["execute_tool ask_clerk", inner], "execute_tool lookup"],
      ["turn", "chat m-1"],
    ],
  ]);
});

it("says what was asked and used in the conventions' words, and nothing of what was said", async () => {
  const usage = { input_tokens: 7, output_tokens: 3, cache_read_input_tokens: 5 };
  await agentOn([{ text: "Secret.", usage }], { name: "boss", system: "Whisper." }).run("Go.");
  const chat = spanOf("chat m-1");
  expect(chat.kind).toBe(SpanKind.CLIENT);
  expect(chat.attributes).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "anthropic",
    "gen_ai.request.model": "m-1",
    "gen_ai.request.max_tokens": 100,
    "gen_ai.response.finish_reasons": ["end_turn"],
    "gen_ai.usage.input_tokens": 7,
    "gen_ai.usage.output_tokens": 3,
    "gen_ai.usage.cache_read.input_tokens": 5,
  });
  expect(spanOf("invoke_agent boss").attributes).toMatchObject({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": "boss",
    "gen_ai.usage.input_tokens": 7,
    "skills.run.status": "done",
  });
  const all = JSON.stringify(exporter.getFinishedSpans().map(({ attributes }) => attributes));
  expect(all).not.toMatch(/Secret|Whisper|Go\./);
});

it("records what was said where that is asked for", async () => {
  await agentOn([{ calls: [look("A1")] }, { text: "Shipped." }], {
    recordContent: true,
    system: "Help.",
  }).run("Go.");
  const chats = exporter.getFinishedSpans().filter(({ name }) => name === "chat m-1");
  expect(JSON.parse(String(chats[1]?.attributes["gen_ai.input.messages"]))).toMatchObject([
    { role: "user", parts: [{ type: "text", content: "Go." }] },
    { role: "assistant", parts: [{ type: "tool_call", name: "lookup", arguments: { id: "A1" } }] },
    { role: "user", parts: [{ type: "tool_call_response", id: "toolu_0001" }] },
  ]);
  expect(chats[1]?.attributes).toMatchObject({
    "gen_ai.system_instructions": '[{"type":"text","content":"Help."}]',
    "gen_ai.output.messages": expect.stringContaining("Shipped.") as string,
  });
  expect(spanOf("execute_tool lookup").attributes["gen_ai.tool.call.arguments"]).toBe('{"id":"A1"}');
});

it("ends every span where a run fails or is aborted, the failed ones as errors", async () => {
  await Promise.resolve(agentOn([{ error: { status: 400, message: "no" } }]).run("Go.")).catch(
    () => undefined,
  );
  for (const name of ["invoke_agent", "turn", "chat m-1"])
    expect(spanOf(name).status.code).toBe(SpanStatusCode.ERROR);
  exporter.reset();

  const run = agentOn([{ text: "Slow.", latencyMs: 5000 }]).run("Go.");
  setTimeout(() => run.abort(), 30);
  expect((await run).status).toBe("aborted");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(tree()).toEqual([["invoke_agent", ["turn", "chat m-1"]]]);
  expect(spanOf("invoke_agent").attributes["skills.run.status"]).toBe("aborted");
});

it("shows calls that wait for approval inside of a call as no errors", async () => {
  const inner: Partial<AgentOptions> = { name: "clerk", approveEvery: true };
  const clerk = agentOn([{ calls: [look("B1")] }], inner).asTool({ name: "ask_clerk", description: "Asks." });
  const boss = agentOn([{ calls: [["ask_clerk", { task: "Find B1." }]] }], { tools: [clerk] });
  expect(await boss.run("Go.")).toMatchObject({ status: "paused" });
  const errors = exporter.getFinishedSpans().filter(({ status }) => status.code === SpanStatusCode.ERROR);
  expect(errors.map(({ name }) => name)).toEqual([]);
  expect(spanOf("invoke_agent clerk").attributes).toMatchObject({ "skills.run.status": "paused" });
});

it("tells of calls that reached no tool as of all others", async () => {
  const heard: unknown[] = [];
  const stop = onToolCall(({ name, outcome, duration_us }) => heard.push([name, outcome, duration_us]));
  const tools = new BasicToolSet();
  const pay = { name: "pay", description: "Pays.", run: () => undefined, needsApproval: true };
  tools.addTool({ ...pay, inputSchema: { type: "object", properties: { id: { type: "string" } } } });
  const calls = [
    look("A1"),
    look("A2"),
    ["pay", { id: "Secret" }],
    ["pay", { id: 7 }, { invalid: true }],
  ] as const;
  const answers = { A1: { answer: "Cached." }, A2: { refuse: "Not now, Secret." } };
  await agentOn([{ calls }, { text: "Done." }], {
    tools: [desk().tools, tools],
    approve: () => ({ allow: false }),
    hooks: { beforeTool: ({ input }) => answers[(input as { id: "A1" | "A2" }).id] },
  }).run("Go.");
  stop();
  expect(heard.sort()).toEqual([
    ["lookup", "denied", 0],
    ["lookup", "ok", 0],
    ["pay", "denied", 0],
    ["pay", "invalid_input", 0],
  ]);
  const unrun = ["lookup", "lookup", "pay", "pay"].map((name) => `execute_tool ${name}`);
  expect(tree()).toEqual([["invoke_agent", ["turn", "chat m-1", ...unrun], ["turn", "chat m-1"]]]);
  const spans = exporter.getFinishedSpans().filter(({ name }) => name.startsWith("execute_tool"));
  expect(spans.map(({ attributes }) => attributes["error.type"]).sort()).toEqual([
    ...["denied", "denied", "invalid_input", undefined],
  ]);
  expect(JSON.stringify(spans.map(({ attributes, status }) => [attributes, status]))).not.toMatch(/Secret/);
});

it("is part of whatever was active when the run began", async () => {
  const tracer = trace.getTracer("@skills/test");
  const agent = agentOn([{ text: "Done." }]);
  await tracer.startActiveSpan("request", async (span) => {
    await agent.run("Go.");
    span.end();
  });
  expect(tree()).toEqual([["request", ["invoke_agent", ["turn", "chat m-1"]]]]);
  // The client's span, and so whatever traces HTTP, is inside the request's.
  const clients = exporter.getFinishedSpans().find(({ name }) => name.startsWith("anthropic."));
  expect(clients?.parentSpanContext?.spanId).toBe(spanOf("chat m-1").spanContext().spanId);
});

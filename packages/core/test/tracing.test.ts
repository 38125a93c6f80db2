import "./support/compiled";
import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import {
  onToolCall,
  Skill,
  TogglableSkill,
  Tool,
  ToolContext,
  toolSet,
  ToolRegistry,
  unwrap,
  type ToolTrace,
} from "@skills/core";
import { asking, closed, recorder, setOf, SILENT, use } from "./support/calls";

class PaymentError extends Error {}

@Skill({ uses: ["rate"] })
class Desk {
  /** The rate. */
  @Tool()
  rate(of: string): number {
    return of.length;
  }

  /** A price. */
  @Tool()
  async price(of: string, context: ToolContext): Promise<unknown> {
    return unwrap(await context.tools.call("rate", { of }));
  }

  /** Fails. */
  @Tool()
  fail(): never {
    throw new PaymentError("no money");
  }

  /** Never settles. */
  @Tool({ limits: { timeoutMs: 10 } })
  async hang(): Promise<string> {
    return new Promise(() => {});
  }
}

describe("a listener", () => {
  const heard: ToolTrace[] = [];
  let stop: () => void;
  beforeEach(() => {
    heard.length = 0;
    stop = onToolCall((each) => heard.push(each));
  });
  afterEach(() => {
    stop();
  });
  const outcomes = () => heard.map(({ name, outcome }) => [name, outcome]);

  test("hears of every call, once", async () => {
    await toolSet(new Desk()).runTool(use("rate", { of: "x" }));
    expect(heard).toEqual([
      {
        kind: "tool",
        method: "call",
        name: "rate",
        duration_us: expect.any(Number) as number,
        outcome: "ok",
      },
    ]);
    expect(Number.isInteger(heard[0]?.duration_us)).toBe(true);
  });
  test("hears how each call ended", async () => {
    const off = new TogglableSkill(setOf({ name: "off", run: () => 1 }));
    const set = toolSet(new Desk(), off);
    const calls = [
      use("rate", {}, "1"),
      use("fail", {}, "2"),
      use("hang", {}, "3"),
      use("nothing", {}, "4"),
      use("off", {}, "5"),
    ];
    await set.respond(asking(...calls), { logger: SILENT });
    expect(outcomes().sort()).toEqual([
      ["fail", "error"],
      ["hang", "timeout"],
      ["nothing", "not_found"],
      ["off", "denied"],
      ["rate", "invalid_input"],
    ]);
  });
  test("hears of an aborted call", async () => {
    await toolSet(new Desk()).respond(asking(use("rate", { of: "x" })), { signal: AbortSignal.abort() });
    expect(outcomes()).toEqual([["rate", "aborted"]]);
  });
  test("hears of calls between tools, and of a registry's", async () => {
    await new ToolRegistry().register(new Desk()).call("price", { of: "ab" });
    expect(outcomes()).toEqual([
      ["rate", "ok"],
      ["price", "ok"],
    ]);
  });
  test("hears of an output that its schema does not allow as an error", async () => {
    const set = setOf({ outputSchema: closed({ n: {} }), run: () => 1 });
    await set.respond(asking(use("tool")), { logger: SILENT });
    expect(outcomes()).toEqual([["tool", "error"]]);
  });
  test("that throws does not touch the call", async () => {
    const logger = recorder();
    const stopThrowing = onToolCall(() => {
      throw new Error("deaf");
    });
    const output = await toolSet(new Desk()).runTool(use("rate", { of: "x" }), { logger });
    stopThrowing();
    expect(output.value).toBe(1);
    expect(logger.lines).toHaveLength(1);
    expect(outcomes()).toEqual([["rate", "ok"]]);
  });
  test("that has stopped hears nothing", async () => {
    stop();
    await toolSet(new Desk()).runTool(use("rate", { of: "x" }));
    expect(heard).toEqual([]);
  });
});

describe("OpenTelemetry", () => {
  const exporter = new InMemorySpanExporter();
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(
      new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
    );
  });
  afterAll(() => {
    trace.disable();
    context.disable();
  });
  beforeEach(() => {
    exporter.reset();
  });
  const spans = () => exporter.getFinishedSpans();

  test("gets a span for each call, by the conventions for GenAI", async () => {
    await toolSet(new Desk()).runTool(use("rate", { of: "secret" }));
    expect(spans().map(({ name, attributes, status }) => ({ name, attributes, status }))).toEqual([
      {
        name: "execute_tool rate",
        attributes: {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": "rate",
          "gen_ai.tool.call.id": "toolu_1",
          "gen_ai.tool.type": "function",
          "gen_ai.tool.description": "The rate.",
        },
        status: { code: SpanStatusCode.UNSET },
      },
    ]);
  });
  test("gets inputs and outputs only when asked", async () => {
    await toolSet(new Desk()).runTool(use("rate", { of: "secret" }), { recordContent: true });
    expect(spans()[0]?.attributes).toMatchObject({
      "gen_ai.tool.call.arguments": '{"of":"secret"}',
      "gen_ai.tool.call.result": "6",
    });
  });
  test("gets a failure with its type", async () => {
    await toolSet(new Desk()).respond(
      asking(use("fail", {}, "1"), use("hang", {}, "2"), use("nothing", {}, "3")),
      {
        logger: SILENT,
      },
    );
    const failures = spans().map(({ name, attributes, status }) => [
      name,
      attributes["error.type"],
      status.code,
    ]);
    expect(failures.sort()).toEqual([
      ["execute_tool fail", "PaymentError", SpanStatusCode.ERROR],
      ["execute_tool hang", "timeout", SpanStatusCode.ERROR],
      ["execute_tool nothing", "not_found", SpanStatusCode.ERROR],
    ]);
  });
  test("is told the places of a broken input, and its values only when asked", async () => {
    const broken = (recordContent: boolean) =>
      toolSet(new Desk())
        .runTool(use("rate", { of: ["secret"] }), { recordContent })
        .catch(() => undefined);
    await broken(false);
    expect(spans()[0]?.status).toEqual({
      code: SpanStatusCode.ERROR,
      message: "does not fit its schema at of",
    });
    expect(JSON.stringify(spans()[0]?.attributes)).not.toContain("secret");
    await broken(true);
    expect(spans()[1]?.status.message).toContain("secret");
  });
  test("sees a call between tools inside the call that made it", async () => {
    await toolSet(new Desk()).runTool(use("price", { of: "ab" }));
    const [rate, price] = spans();
    expect([rate?.name, price?.name]).toEqual(["execute_tool rate", "execute_tool price"]);
    expect(rate?.parentSpanContext?.spanId).toBe(price?.spanContext().spanId);
  });
  test("sees what a tool traces itself inside its call", async () => {
    const set = setOf({
      run: () => {
        trace.getTracer("mine").startSpan("query").end();
      },
    });
    await set.runTool(use("tool"));
    const [query, call] = spans();
    expect(query?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId);
  });
});

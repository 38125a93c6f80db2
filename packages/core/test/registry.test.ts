import "./support/compiled";
import {
  CallError,
  CapabilityError,
  DuplicateToolError,
  Param,
  Skill,
  Tool,
  ToolContext,
  ToolRegistry,
  toolSet,
  ToolSet,
  UnionSkill,
  type Err,
  type Int,
  type ToolDefinition,
  type ToolOutput,
} from "@skills/core";
import { closed, setOf, SILENT, use } from "./support/calls";

class Payments {
  constructor(private readonly status = "ok") {}

  /** Issue a refund. */
  @Tool({ name: "Stripe.CreateRefund" })
  createRefund(customerId: string, @Param({ min: 1 }) amount: Int): { id: string; status: string } {
    if (amount === 13) throw new Error("unlucky");
    return { id: customerId, status: this.status };
  }

  /** The balance. */
  @Tool({ name: "Stripe.GetBalance" })
  getBalance(): number {
    return 100;
  }
}

@Skill({ uses: ["Stripe.CreateRefund"] })
class Agent {
  last: unknown;

  /** Refund somebody. */
  @Tool()
  async process(customer: string, context: ToolContext): Promise<string> {
    const result = await context.tools.call("Stripe.CreateRefund", { customerId: customer, amount: 500 });
    return result.ok ? "refund created" : "refund failed";
  }

  /** Try what is not allowed. */
  @Tool()
  async trespass(tool: string, context: ToolContext): Promise<string> {
    const result = await context.tools.call(tool);
    this.last = result;
    return result.ok ? "done" : result.error.message;
  }

  /** What it may see. */
  @Tool()
  look(context: ToolContext): unknown {
    return [
      context.tools.list(),
      context.tools.schema("Stripe.CreateRefund"),
      context.tools.schema("Stripe.GetBalance"),
    ];
  }
}

const registry = () => new ToolRegistry().register(new Payments());

describe("registration", () => {
  test("of the same class again takes the place of what was there", async () => {
    const tools = registry().register(new Payments("second"));
    expect(tools.list()).toMatchObject({ ok: true, value: [{}, {}] });
    const result = await tools.call("Stripe.CreateRefund", { customerId: "c", amount: 1 });
    expect(result).toMatchObject({ ok: true, value: { status: "second" } });
  });
  test("of the same set again changes nothing", () => {
    const set = setOf({ run: () => 1 });
    expect(new ToolRegistry().register(set).register(set).list()).toMatchObject({
      value: [{ name: "tool" }],
    });
  });
  test("of another source of one name is an error", () => {
    const tools = registry();
    expect(() => tools.register(setOf({ name: "Stripe.CreateRefund", run: () => 1 }))).toThrow(
      DuplicateToolError,
    );
    expect(() => tools.register(setOf({ name: "Stripe__GetBalance", run: () => 1 }))).toThrow(
      DuplicateToolError,
    );
  });
});

describe("call", () => {
  test("gives a Result with the tool's value; dotted and wire names both find it", async () => {
    for (const name of ["Stripe.CreateRefund", "Stripe__CreateRefund"])
      expect(await registry().call(name, { customerId: "c", amount: 1 })).toEqual({
        ok: true,
        value: { id: "c", status: "ok" },
      });
  });
  test.each<[string, object, string, RegExp]>([
    ["Stripe.CreateRefnd", {}, "not_found", /Did you mean "Stripe.CreateRefund"/],
    [
      "Stripe.CreateRefund",
      { customerId: "c", amount: 0 },
      "invalid_input",
      /amount: expected an integer of at least 1/,
    ],
    ["Stripe.CreateRefund", { customerId: "c", amount: 13 }, "error", /Stripe.CreateRefund failed: unlucky/],
  ])("%s %j gives a CallError: %s", async (name, input, outcome, message) => {
    const result = await registry().call(name, input, { logger: SILENT });
    if (result.ok) throw new Error("it went well");
    expect(result.error).toBeInstanceOf(CallError);
    expect(result.error).toMatchObject({ toolName: name, outcome });
    expect(result.error.plainMessage).toMatch(message);
    expect(result.error.plainMessage).not.toMatch(/S\d\d\d/);
  });
  test("never throws, also when it is aborted", async () => {
    const result = await registry().call("Stripe.GetBalance", {}, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ ok: false, error: { outcome: "aborted" } });
  });
});

test("list gives every tool with its declared name, live", () => {
  const set = setOf({ run: () => 1 });
  const tools = registry().register(set);
  set.addTool({ name: "late", description: "Late.", inputSchema: closed({}), run: () => 2 });
  expect(tools.list()).toEqual({
    ok: true,
    value: [
      { name: "Stripe.CreateRefund", description: "Issue a refund." },
      { name: "Stripe.GetBalance", description: "The balance." },
      { name: "tool" },
      { name: "late", description: "Late." },
    ],
  });
});

test("schema gives input and output of a tool, or a CallError", () => {
  expect(registry().schema("Stripe.CreateRefund")).toMatchObject({
    ok: true,
    value: { input: { required: ["customerId", "amount"] }, output: { required: ["id", "status"] } },
  });
  expect(registry().schema("Nothing")).toMatchObject({ ok: false, error: { outcome: "not_found" } });
});

describe("a tool calls others", () => {
  const agent = new Agent();
  const tools = registry().register(agent);

  test("that its class names in uses", async () => {
    expect(await tools.call("process", { customer: "c" })).toEqual({ ok: true, value: "refund created" });
  });
  test("and no others: E0012, whether they are there or not", async () => {
    for (const tool of ["Stripe.GetBalance", "Stripe__GetBalance", "Nothing", "process"]) {
      expect(await tools.call("trespass", { tool })).toMatchObject({
        ok: true,
        value: expect.stringMatching(/^S307: .*E0012/) as string,
      });
      expect(agent.last).toMatchObject({ ok: false, error: { outcome: "denied", toolName: tool } });
      expect((agent.last as { error: unknown }).error).toBeInstanceOf(CapabilityError);
    }
  });
  test("and sees only those", async () => {
    const result = await tools.call("look");
    expect(result).toMatchObject({
      ok: true,
      value: [
        { ok: true, value: [{ name: "Stripe.CreateRefund" }] },
        { ok: true },
        { ok: false, error: { code: "S307" } },
      ],
    });
  });
  test("in a union as in a registry", async () => {
    const union = new UnionSkill(toolSet(new Payments()), toolSet(new Agent()));
    expect((await union.runTool(use("process", { customer: "c" }))).value).toBe("refund created");
  });
  test("when code calls it by its method, too", async () => {
    @Skill({ uses: ["helper"] })
    class Pair {
      /** Helps. */
      @Tool()
      helper(): string {
        return "helped";
      }
      /** Asks. */
      @Tool()
      async ask(context: ToolContext): Promise<unknown> {
        return context.tools.call("helper");
      }
    }
    expect(await toolSet(new Pair()).call("ask")).toEqual({ ok: true, value: "helped" });
  });
  test("also when it inherits the tool that does", async () => {
    class Local extends Agent {}
    const union = new UnionSkill(toolSet(new Payments()), toolSet(new Local()));
    expect((await union.runTool(use("process", { customer: "c" }))).value).toBe("refund created");
  });
  test("with the caller's state and signal, and a key of its own for each call", async () => {
    const seen: unknown[] = [];
    class Callee {
      /** Remembers. */
      @Tool()
      remember(context: ToolContext): void {
        seen.push([context.state, context.idempotencyKey, context.signal.aborted]);
      }
    }
    @Skill({ uses: ["remember"] })
    class Caller {
      /** Twice. */
      @Tool()
      async twice(context: ToolContext): Promise<void> {
        await context.tools.call("remember");
        await context.tools.call("remember");
      }
    }
    const both = toolSet(new Callee(), new Caller());
    await both.runTool(use("twice", {}, "toolu_7"), { state: "s", idempotencyKey: "k" });
    expect(seen).toEqual([
      ["s", "k.1", false],
      ["s", "k.2", false],
    ]);
  });
});

describe("a set that cannot tell its tools", () => {
  class Torn extends ToolSet {
    isTorn = false;
    override get toolsSchema(): ToolDefinition[] {
      if (this.isTorn) throw new DuplicateToolError("find", ["one", "other"]);
      return [];
    }
    override runTool(): Promise<ToolOutput> {
      throw new Error("not reached");
    }
  }
  const torn = new Torn();
  const tools = new ToolRegistry().register(torn).register(new Agent());
  torn.isTorn = true;

  const failed = (toolName: string) => ({
    ok: false,
    error: {
      name: "CallError",
      toolName,
      outcome: "error",
      plainMessage: expect.stringContaining('two tools are named "find"') as string,
      cause: expect.any(DuplicateToolError) as unknown,
    },
  });

  test("makes call, list and schema fail, not throw", async () => {
    expect(await tools.call("find")).toMatchObject(failed("find"));
    expect(tools.list()).toMatchObject(failed("list"));
    expect(tools.schema("find")).toMatchObject(failed("find"));
  });
  test("so it is for a tool that calls others", async () => {
    const context = { registry: tools };
    const agent = toolSet(new Agent());
    const { value } = await agent.runTool(use("look"), context);
    expect(value).toMatchObject([failed("list"), failed("Stripe.CreateRefund"), failed("Stripe.GetBalance")]);
    expect((await agent.runTool(use("process", { customer: "c" }), context)).value).toBe("refund failed");
  });
});

test.each([undefined, null, 7, {}])("a name that is none (%p) gives a CallError", async (name) => {
  const none = name as string;
  for (const tools of [registry(), registry().register(setOf({ run: () => 1 }))]) {
    const failures = [await tools.call(none), tools.schema(none)];
    for (const failure of failures) {
      expect(failure).toMatchObject({ ok: false, error: { name: "CallError", outcome: "not_found" } });
      expect((failure as Err<CallError>).error.plainMessage).toMatch(/^There is no tool named /);
    }
  }
});

test("a context that was made by hand has no tools", () => {
  expect(() => new ToolContext({ toolUse: use("x") }).tools).toThrow(/^S311: /);
});

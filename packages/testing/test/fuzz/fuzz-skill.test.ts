import {
  BasicToolSet,
  BrokenSchemaError,
  ToolSet,
  type JsonSchema,
  type ToolOutput,
  type ToolUse,
} from "@skills/core";
import fc from "fast-check";
import { fuzzAgent, FuzzError, fuzzSkill } from "../../src";
import { spied } from "../../src/fuzz/spied";
import { Catalogue } from "./skills";

const ITEMS: JsonSchema = {
  type: "object",
  properties: { items: { type: "array", items: { type: "integer", minimum: 0 } } },
  required: ["items"],
  additionalProperties: false,
};

/** A set with one tool. */
function toolSetOf(
  inputSchema: JsonSchema,
  run: (input: unknown) => unknown,
  outputSchema?: JsonSchema,
): BasicToolSet {
  const set = new BasicToolSet();
  const schema = inputSchema as { type: "object" };
  set.addTool({
    name: "tool",
    description: "A tool",
    inputSchema: schema,
    ...(outputSchema && { outputSchema }),
    run,
  });
  return set;
}

/** A user's own set, which judges inputs as it likes. */
class OwnSet extends ToolSet {
  readonly toolsSchema = [{ name: "tool", description: "A tool", input_schema: ITEMS as { type: "object" } }];

  constructor(
    private readonly judge: (input: { items?: unknown } | null) => string | undefined,
    private readonly content: ToolOutput["content"] = "1",
  ) {
    super();
  }

  override async runTool({ id, name, input }: ToolUse): Promise<ToolOutput> {
    const path = this.judge(input as { items?: unknown } | null);
    if (path !== undefined) {
      throw new BrokenSchemaError(name, [
        { path, message: "is wrong", expected: "right", received: "wrong" },
      ]);
    }
    return { toolUseId: id, name, value: 1, content: this.content, isError: false };
  }
}

async function failure(promise: Promise<unknown>): Promise<FuzzError> {
  const error: unknown = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (error instanceof FuzzError) return error;
  throw new Error(`expected a FuzzError, received ${String(error)}`);
}

describe("fuzzSkill passes", () => {
  it("a class whose types say what its methods take, with every tool called and mutated", async () => {
    const { tools } = await fuzzSkill(Catalogue, { runs: 15, seed: 1 });
    expect(tools.map(({ name }) => name)).toEqual(["find", "count", "pay", "book", "keep"]);
    for (const { inputs, mutants } of tools) expect([inputs, mutants > inputs]).toEqual([15, true]);
  });

  it("an instance, and a tool set", async () => {
    await fuzzSkill(new Catalogue(), { runs: 3, tools: ["find"] });
    expect(
      (
        await fuzzSkill(
          toolSetOf(ITEMS, () => "done"),
          { runs: 3, seed: 7 },
        )
      ).seed,
    ).toBe(7);
  });

  it("with the seed that fast-check is configured with, where none is given", async () => {
    const before = fc.readConfigureGlobal();
    try {
      fc.configureGlobal({ ...before, seed: 12 });
      expect((await fuzzSkill(Catalogue, { runs: 1, tools: ["find"] })).seed).toBe(12);
      expect((await fuzzAgent(() => undefined, { runs: 1 })).seed).toBe(12);
    } finally {
      fc.configureGlobal(before);
    }
  });

  it("a tool that fails: its error is a legal result, unless the test says that it may not fail so", async () => {
    const set = toolSetOf(ITEMS, () => {
      throw new TypeError("no such thing");
    });
    await fuzzSkill(set, { runs: 3 });
    const strict = fuzzSkill(set, { runs: 3, mayThrow: (error) => !(error instanceof TypeError) });
    expect((await failure(strict)).message).toContain("fuzzing tool: it throws");
  });

  it("inputs that the test makes itself", async () => {
    const seen: unknown[] = [];
    const set = toolSetOf({ type: "object" }, (input) => void seen.push(input));
    await fuzzSkill(set, { runs: 3, inputs: { tool: fc.constant({ id: "A1" }) } });
    expect(seen).toEqual([{ id: "A1" }, { id: "A1" }, { id: "A1" }]);
  });
});

describe("fuzzSkill finds", () => {
  it("a valid input that is refused", async () => {
    const error = await failure(fuzzSkill(new OwnSet(() => "items")));
    expect(error).toMatchObject({ code: "S507", name: "FuzzError" });
    expect(error.message).toContain("an input that fits the schema is refused\n  input: { items: [] }");
  });

  it("a broken input that reaches the tool", async () => {
    const error = await failure(fuzzSkill(new OwnSet(() => undefined)));
    expect(error.message).toContain("an input that breaks the schema is not refused");
    expect(error.message).toMatch(/fault: .+ is of the wrong type/);
  });

  it("a fault that is named at another place", async () => {
    const set = new OwnSet((input) => (Array.isArray(input?.items) ? undefined : "elsewhere"));
    const { message } = await failure(fuzzSkill(set));
    expect(message).toContain("a fault is named at another place");
    expect(message).toContain("named: elsewhere");
  });

  it("a result that the API does not take", async () => {
    const gif = {
      type: "image",
      source: { type: "base64", media_type: "image/png", data: "R0lGODlh" },
    } as const;
    const { message } = await failure(fuzzSkill(new OwnSet(() => undefined, [gif])));
    expect(message).toContain("its result is not one that the API takes");
    expect(message).toContain("is an image that says image/png and is image/gif");
  });

  it("an output that breaks its schema, and a call that never ends", async () => {
    const wrong = toolSetOf(ITEMS, () => ({ id: 1 }), {
      type: "object",
      properties: { id: { type: "string" } },
    });
    expect((await failure(fuzzSkill(wrong))).message).toContain("does not fit its output schema");
    const hangs = toolSetOf(ITEMS, () => new Promise(() => {}));
    expect((await failure(fuzzSkill(hangs, { timeoutMs: 5 }))).message).toContain("the call does not end");
  });

  it("the smallest case, which its seed and path show again", async () => {
    const set = toolSetOf(ITEMS, (input) => {
      if ((input as { items: number[] }).items.some((item) => item > 41)) throw new Error("too many");
    });
    const options = { mayThrow: () => false };
    const found = await failure(fuzzSkill(set, options));
    expect(found.message).toContain("input: { items: [ 42 ] }");
    expect(found.message).toContain(`{ seed: ${String(found.seed)}, path: "${found.path}" }`);
    const again = await failure(fuzzSkill(set, { ...options, seed: found.seed, path: found.path, runs: 1 }));
    expect(again.message.split("\n").slice(0, 2)).toEqual(found.message.split("\n").slice(0, 2));
  });
});

test("an instance's methods are counted as they are entered, and run on the instance itself", async () => {
  const { set, calls } = spied(new Catalogue());
  const call = { type: "tool_use" as const, id: "toolu_1", name: "find", input: { query: "shoes" } };
  expect(await set.runTool(call)).toMatchObject({ value: "shoes by name, 10 of 1" });
  await expect(set.runTool({ ...call, input: {} })).rejects.toThrow("find was not run");
  expect(calls()).toBe(1);
});

describe("fuzzSkill says why it cannot start", () => {
  it.each([
    [
      "a schema without a finite value",
      toolSetOf({ type: "object", properties: { self: { $ref: "#" } }, required: ["self"] }, () => 1),
    ],
    [
      "a schema whose limits exclude each other",
      toolSetOf(
        { type: "object", properties: { n: { type: "integer", minimum: 3, maximum: 2 } }, required: ["n"] },
        () => 1,
      ),
    ],
    [
      "a schema that refuses all that its types allow",
      toolSetOf({ type: "object", not: { type: "object" } }, () => 1),
    ],
    [
      "a class that needs arguments",
      class {
        constructor(readonly api: string) {}
      },
    ],
  ])("%s", async (_, target) => {
    await expect(fuzzSkill(target)).rejects.toMatchObject({ code: "S508" });
  });

  it("a tool that is not there", async () => {
    await expect(fuzzSkill(Catalogue, { tools: ["fnd"] })).rejects.toThrow(
      /S508: there is no tool "fnd" to fuzz\n {2}help: the tools are find, count/,
    );
  });
});

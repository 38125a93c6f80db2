import {
  onToolCall,
  ToolError,
  ToolSet,
  type ContentBlock,
  type ToolDefinition,
  type ToolOptions,
  type ToolOutput,
  type ToolSpec,
} from "@skills/core";
import { asking, results, setOf, SILENT, use } from "./support/calls";

function failing(thrown: unknown, options: Pick<ToolOptions, "errors"> = {}) {
  return setOf({
    ...options,
    run: () => {
      throw thrown;
    },
  });
}

const errored = (content: unknown) => [
  { type: "tool_result", tool_use_id: "toolu_1", content, is_error: true },
];

test.each([[undefined], ["x"], [() => "no class"], [{}], [null]])(
  "errors may come to hold what is no class (%p)",
  async (type) => {
    const errors: unknown[] = [RangeError];
    const options = { errors: errors as ToolOptions["errors"] };
    const [plain, declared] = [failing(new Error("gone"), options), failing(new RangeError("far"), options)];
    errors.unshift(type);
    expect(await results(plain, use("tool"))).toEqual(errored("Error: gone"));
    expect(await results(declared, use("tool"))).toEqual(errored("RangeError: far"));
  },
);

test("a ToolError's content may hold what is no block", async () => {
  const content = [null, { type: "text", text: "Failed." }, { type: "text" }, 7] as unknown as ContentBlock[];
  const [result] = await results(failing(new ToolError(content)), use("tool"));
  expect(result).toMatchObject({ is_error: true });
  expect(result?.content).toBe(
    "Failed.\n(A block was left out: it is null.)\n(A block was left out: it is text without a text.)\n(A block was left out: it is number.)",
  );
});

const trap = (): never => {
  throw new Error("trapped");
};

test.each<[string, unknown]>([
  ["a message that throws", Object.defineProperty({}, "message", { get: trap })],
  ["an error's message that throws", Object.defineProperty(new Error("x"), "message", { get: trap })],
  ["a code that throws", Object.defineProperty(new Error("x"), "code", { get: trap })],
  ["a proxy that throws at every look", new Proxy({}, { get: trap, getPrototypeOf: trap, ownKeys: trap })],
])("what is thrown may throw itself: %s", async (_, thrown) => {
  const stop = onToolCall(() => undefined);
  for (const set of [failing(thrown), failing(thrown, { errors: [Error] })]) {
    const [result] = await results(set, use("tool"));
    expect(result).toMatchObject({ tool_use_id: "toolu_1", is_error: true });
    expect(result?.content).toMatch(/^Error: (x|the tool failed)/);
  }
  stop();
});

test("a logger that throws keeps no call from its answer", async () => {
  const logger = { ...SILENT, warn: trap, error: trap };
  const answer = await failing(new Error("gone")).respond(asking(use("tool"), use("tool")), { logger });
  expect(answer?.content).toEqual(errored("Error: gone"));
});

test("nor does a set that cannot look for its tools", async () => {
  class Torn extends ToolSet {
    override get toolsSchema(): ToolDefinition[] {
      throw new Error("torn");
    }
    override tool(): ToolSpec | undefined {
      throw new Error("torn");
    }
    override runTool(): Promise<ToolOutput> {
      throw new Error("not reached");
    }
  }
  expect(await results(new Torn(), use("tool"))).toEqual(errored("Error: torn"));
});

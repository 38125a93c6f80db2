import "./support/compiled";
import { Tool, toolSet, type ToolUse } from "@skills/core";
import { asking, recorder, results, setOf, SILENT, use } from "./support/calls";

/** Counts how many calls are inside it at one time. */
class Gate {
  inside = 0;
  most = 0;
  readonly order: string[] = [];

  /** Takes a while. */
  @Tool()
  async slow(name: string, ms: number = 10): Promise<string> {
    return this.pass(name, ms);
  }

  /** Takes a while, alone. */
  @Tool({ limits: { sequential: true } })
  async alone(name: string): Promise<string> {
    expect(this.inside).toBe(0);
    return this.pass(name, 10);
  }

  private async pass(name: string, ms: number): Promise<string> {
    this.most = Math.max(this.most, ++this.inside);
    this.order.push(`${name} in`);
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.order.push(`${name} out`);
    this.inside--;
    return name;
  }
}

const calls = (count: number): ToolUse[] =>
  Array.from({ length: count }, (_, n) => use("slow", { name: String(n) }, `id${String(n)}`));

test("calls of one message run side by side", async () => {
  const gate = new Gate();
  await toolSet(gate).respond(asking(...calls(5)));
  expect(gate.most).toBe(5);
});

test.each([
  [undefined, 8],
  [3, 3],
  [1, 1],
  [0, 1],
  [NaN, 1],
  [2.9, 2],
  [Infinity, 20],
])(
  "with maxConcurrency %p at most %i of twenty run at one time, and all are answered",
  async (maxConcurrency, most) => {
    const gate = new Gate();
    const answer = await toolSet(gate).respond(asking(...calls(20)), { maxConcurrency });
    expect(gate.most).toBe(most);
    expect(answer?.content).toHaveLength(20);
  },
);

test("results stand in call order, whichever call ends first", async () => {
  const set = toolSet(new Gate());
  const answers = await results(
    set,
    use("slow", { name: "first", ms: 30 }, "a"),
    use("slow", { name: "second", ms: 1 }, "b"),
  );
  expect(answers.map(({ tool_use_id, content }) => [tool_use_id, content])).toEqual([
    ["a", "first"],
    ["b", "second"],
  ]);
});

test("a sequential tool runs alone, in its place", async () => {
  const gate = new Gate();
  await toolSet(gate).respond(
    asking(
      use("slow", { name: "a" }, "1"),
      use("slow", { name: "b" }, "2"),
      use("alone", { name: "c" }, "3"),
      use("slow", { name: "d" }, "4"),
    ),
  );
  expect(gate.order.slice(0, 2).sort()).toEqual(["a in", "b in"]);
  expect(gate.order.slice(4)).toEqual(["c in", "c out", "d in", "d out"]);
});

test("a message with several parts gives one user message with a result for each call", async () => {
  const answer = await toolSet(new Gate()).respond({
    content: [
      { type: "text", text: "I shall look." },
      use("slow", { name: "x" }, "a"),
      { type: "thinking" },
      use("slow", { name: "y" }, "b"),
    ],
    stop_reason: "tool_use",
  });
  expect(answer).toEqual({
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "a", content: "x" },
      { type: "tool_result", tool_use_id: "b", content: "y" },
    ],
  });
});

test("arguments are passed as named arguments", async () => {
  const [result] = await results(toolSet(new Gate()), use("slow", { ms: 1, name: "by name" }));
  expect(result?.content).toBe("by name");
});

test.each([
  { content: "just text" },
  { content: [] },
  { content: [{ type: "text", text: "no calls" }] },
  { content: [use("slow", { name: "x" })], stop_reason: "max_tokens" },
  { content: [use("slow", { name: "x" })], stop_reason: "end_turn" },
  { content: [use("slow", { name: "x" })], stop_reason: "refusal" },
  { content: [use("slow", { name: "x" })], stop_reason: null },
])("a message that asks for nothing gives null (%#)", async (message) => {
  const gate = new Gate();
  expect(await toolSet(gate).respond(message)).toBeNull();
  expect(gate.most).toBe(0);
});

test("a message without a stop_reason is taken at its word", async () => {
  expect(await toolSet(new Gate()).respond({ content: [use("slow", { name: "x" })] })).not.toBeNull();
});

test("an unknown name is answered with the nearest name and the list", async () => {
  const [result] = await results(toolSet(new Gate()), use("slwo"));
  expect(result).toEqual({
    type: "tool_result",
    tool_use_id: "toolu_1",
    content: 'There is no tool named "slwo". Did you mean "slow"? The tools are: slow, alone.',
    is_error: true,
  });
});

test("an unknown name throws from runTool", async () => {
  await expect(toolSet(new Gate()).runTool(use("slwo"))).rejects.toMatchObject({
    name: "ToolNotFoundError",
    code: "S301",
    toolName: "slwo",
    available: ["slow", "alone"],
  });
});

test("duplicate and empty ids are found before anything runs: one result an id, a warning for the rest", async () => {
  const logger = recorder();
  const gate = new Gate();
  const answer = await toolSet(gate).respond(
    asking(
      use("slow", { name: "1" }, "t1"),
      use("slow", { name: "2" }, "t1"),
      use("slow", { name: "3" }, ""),
    ),
    { logger },
  );
  expect(answer?.content).toEqual([{ type: "tool_result", tool_use_id: "t1", content: "1" }]);
  expect(gate.order).toEqual(["1 in", "1 out"]);
  expect(logger.lines.map(([level]) => level)).toEqual(["warn", "warn"]);
});

test("one failure does not touch the other calls", async () => {
  const set = setOf({
    run: () => {
      throw new Error("broken");
    },
  });
  set.addTool({ name: "fine", inputSchema: { type: "object" }, run: () => "fine" });
  const answer = await set.respond(asking(use("tool", {}, "a"), use("fine", {}, "b"), use("none", {}, "c")), {
    logger: SILENT,
  });
  expect(answer?.content).toEqual([
    { type: "tool_result", tool_use_id: "a", content: "Error: broken", is_error: true },
    { type: "tool_result", tool_use_id: "b", content: "fine" },
    expect.objectContaining({ tool_use_id: "c", is_error: true }),
  ]);
});

import "./support/compiled";
import {
  MutableToolSet,
  ToolContext,
  ToolNotFoundError,
  ToolSet,
  UnionSkill,
  type ToolDefinition,
  type ToolOutput,
  type ToolSpec,
  type ToolUse,
} from "@skills/core";
import { results, setOf, use } from "./support/calls";

/** The least that a set needs: a schema and a way to run. */
class Clock extends ToolSet {
  override get toolsSchema(): ToolDefinition[] {
    return [{ name: "now", input_schema: { type: "object" } }];
  }
  override async runTool({ id, name }: ToolUse): Promise<ToolOutput> {
    if (name !== "now") throw new ToolNotFoundError(name, ["now"]);
    return Promise.resolve({ toolUseId: id, name, value: 12, content: "12:00", isError: false });
  }
}

/** Two more methods, and addTool is there. */
class Kept extends MutableToolSet {
  readonly kept = new Map<string, ToolSpec>();
  override get toolsSchema(): ToolDefinition[] {
    return [...this.kept.values()].map(({ definition }) => definition);
  }
  override async runTool(toolUse: ToolUse): Promise<ToolOutput> {
    const spec = this.kept.get(toolUse.name);
    if (!spec) throw new ToolNotFoundError(toolUse.name);
    const value = await spec.run(toolUse.input, new ToolContext({ toolUse }));
    return { toolUseId: toolUse.id, name: toolUse.name, value, content: String(value), isError: false };
  }
  protected override _addTool(tool: ToolSpec): void {
    this.kept.set(tool.definition.name, tool);
  }
  protected override _removeTool(name: string): void {
    this.kept.delete(name);
  }
}

test("a set of one's own needs toolsSchema and runTool, and has everything else", async () => {
  const clock = new Clock();
  expect(clock.has("now")).toBe(true);
  expect(clock.has("then")).toBe(false);
  expect(await results(clock, use("now", {}, "a"), use("then", {}, "b"))).toEqual([
    { type: "tool_result", tool_use_id: "a", content: "12:00" },
    {
      type: "tool_result",
      tool_use_id: "b",
      content: 'There is no tool named "then". The tools are: now.',
      is_error: true,
    },
  ]);
  expect(clock.prefix("wall_").toolsSchema[0]?.name).toBe("wall_now");
  expect((await clock.prefix("wall_").runTool(use("wall_now"))).content).toBe("12:00");
});

test("a mutable set of one's own has addTool for functions and for parts", async () => {
  const set = new Kept();
  set.addTool({ name: "one", inputSchema: { type: "object" }, run: () => 1 });
  set.addTool(
    /** Adds. */
    function add(a: number, b: number): number {
      return a + b;
    },
  );
  expect(set.toolsSchema.map(({ name, description }) => [name, description])).toEqual([
    ["one", undefined],
    ["add", "Adds."],
  ]);
  expect((await set.runTool(use("add", { a: 1, b: 2 }))).content).toBe("3");
  set.removeTool("one");
  expect(set.has("one")).toBe(false);
});

test("both stand in a union beside any other", async () => {
  const kept = new Kept();
  kept.addTool({ name: "one", inputSchema: { type: "object" }, run: () => 1 });
  const union = new UnionSkill(setOf({ run: () => "x" }), new Clock(), kept);
  expect(union.toolsSchema.map(({ name }) => name)).toEqual(["tool", "now", "one"]);
  expect(
    (await results(union, use("one", {}, "a"), use("now", {}, "b"))).map(({ content }) => content),
  ).toEqual(["1", "12:00"]);
});

class Careless extends Clock {
  constructor(private readonly output: unknown) {
    super();
  }
  override runTool(): Promise<ToolOutput> {
    return Promise.resolve(this.output as ToolOutput);
  }
}

const careless = async (output: unknown) => (await results(new Careless(output), use("now", {}, "a")))[0];

test("whatever a set of one's own gives, the call is answered under its id", async () => {
  expect(await careless({ toolUseId: "", content: "x" })).toEqual({
    type: "tool_result",
    tool_use_id: "a",
    content: "x",
  });
  expect(await careless({ content: [], isError: true })).toEqual({
    type: "tool_result",
    tool_use_id: "a",
    content: "Error",
    is_error: true,
  });
  expect(await careless({ value: 1 })).toEqual({ type: "tool_result", tool_use_id: "a" });
});

test.each<[unknown, string]>([
  [undefined, "it is undefined, not an object"],
  [null, "it is null, not an object"],
  ["12:00", "it is string, not an object"],
  [[{ type: "text", text: "x" }], "it is a list, not an object"],
  [{}, "it has no content"],
  [{ content: 12 }, "its content is number, not a text or a list of blocks"],
  [{ content: { type: "text", text: "x" } }, "its content is object, not a text or a list of blocks"],
  [{ content: null, isError: true }, "its content is null, not a text or a list of blocks"],
  [{ content: [null] }, "block 0 is null"],
  [{ content: [{ type: "video" }] }, 'block 0 has the type "video"'],
  [{ content: "x", finalAnswer: 7 }, "its finalAnswer is number, not a text"],
  [{ content: "x", elsewhere: "b" }, "its elsewhere is string, not a list"],
  [{ content: "x", elsewhere: [null] }, "it is null, not an object"],
  [{ content: "x", elsewhere: [{ toolUseId: "b", content: [7] }] }, "block 0 is number"],
])("what is no output is the set's own fault, and is said so (%#)", async (output, why) => {
  expect(await careless(output)).toEqual({
    type: "tool_result",
    tool_use_id: "a",
    content: `Error: what the set gave for now is no tool output: ${why}`.replace(
      /"video"$/,
      "$&; a tool_result takes text, image, document and search_result",
    ),
    is_error: true,
  });
});

test("its texts are made well-formed, cut, and left out where they are blank", async () => {
  expect((await careless({ content: "a\ud83d" }))?.content).toBe("a\ufffd");
  expect((await careless({ content: "x".repeat(300_000) }))?.content).toContain(
    "[… 200000 of 300000 characters left out here …]",
  );
  expect((await careless({ content: "x".repeat(300_000), isError: true }))?.content).toContain(
    "[… 200000 of 300000 characters left out here …]",
  );
  const content = [
    { type: "text", text: " " },
    { type: "text", text: "b\ud83d" },
  ];
  expect((await careless({ content }))?.content).toEqual([{ type: "text", text: "b\ufffd" }]);
});

test("a text that its tool has cut is not cut again", async () => {
  const set = setOf({ limits: { maxResultChars: 10 }, run: () => "x".repeat(50) });
  const { content } = await set.runTool(use("tool"));
  expect((await results(set.prefix("a_"), use("a_tool")))[0]?.content).toBe(content);
});

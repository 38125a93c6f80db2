import {
  BasicToolSet,
  MutableToolSet,
  TogglableSkill,
  ToolNotFoundError,
  toolSet,
  UnionSkill,
  type ToolDefinition,
  type ToolOutput,
  type ToolSpec,
  type ToolUse,
} from "@skills/core";

/** Keeps its definitions in one list, and changes that list in place. */
class Kept extends MutableToolSet {
  private readonly specs: ToolSpec[] = [];
  private readonly definitions: ToolDefinition[] = [];

  override get toolsSchema(): ToolDefinition[] {
    return this.definitions;
  }

  override async runTool({ id, name }: ToolUse): Promise<ToolOutput> {
    if (!this.specs.some(({ definition }) => definition.name === name)) throw new ToolNotFoundError(name);
    return { toolUseId: id, name, value: name, content: name, isError: false };
  }

  protected override _addTool(tool: ToolSpec): void {
    this.specs.push(tool);
    this.definitions.push(tool.definition);
  }

  protected override _removeTool(name: string): void {
    const index = this.definitions.findIndex((definition) => definition.name === name);
    this.specs.splice(index, 1);
    this.definitions.splice(index, 1);
  }
}

const part = (name: string) => ({ name, inputSchema: { type: "object" as const }, run: () => name });
const names = (set: { toolsSchema: ToolDefinition[] }): string[] => set.toolsSchema.map(({ name }) => name);
const use = (name: string, id = "t") => ({ type: "tool_use" as const, id, name, input: {} });

test("the list of definitions, which all who ask share, refuses to be changed by one of them", () => {
  const basic = new BasicToolSet();
  basic.addTool(part("one"));
  const off = new TogglableSkill(basic, { enableTool: "open" });
  for (const set of [basic, new UnionSkill(basic), basic.prefix("p_"), off]) {
    const definition: ToolDefinition = { name: "two", input_schema: { type: "object" } };
    expect(() => set.toolsSchema.push(definition)).toThrow(TypeError);
    expect(names(set)).toHaveLength(1);
  }
});

test("a set that changes its own list in place shows it in unions and views", async () => {
  const kept = new Kept();
  kept.addTool(part("one"));
  const union = new UnionSkill(kept);
  const view = kept.prefix("p_");
  expect([names(union), names(view)]).toEqual([["one"], ["p_one"]]);
  kept.addTool(part("two"));
  expect([names(union), names(view)]).toEqual([
    ["one", "two"],
    ["p_one", "p_two"],
  ]);
  expect((await view.runTool(use("p_two"))).content).toBe("two");
  kept.removeTool("one");
  expect([names(union), names(view)]).toEqual([["two"], ["p_two"]]);
});

test.each(["prefix", "rename", "filter"] as const)(
  "a skill that is off says so under %s, by the names that the model knows",
  async (view) => {
    const basic = new BasicToolSet();
    basic.addTool(part("count"));
    const togglable = new TogglableSkill(basic, { enableTool: "open" });
    const seen = {
      prefix: togglable.prefix("z_"),
      rename: togglable.rename((name) => `z_${name}`),
      filter: togglable.rename((name) => `z_${name}`).filter(() => true),
    }[view];
    const answer = await new UnionSkill(seen).respond({
      content: [use("z_count", "1"), use("z_open", "2"), use("z_count", "3")],
    });
    expect(answer?.content).toMatchObject([
      { is_error: true, content: "z_count is switched off. Call z_open first, then call z_count again." },
      { tool_use_id: "2" },
      { tool_use_id: "3", content: "count" },
    ]);
  },
);

test("a union is none of its own skills", () => {
  const inner = new UnionSkill();
  const outer = new UnionSkill(inner);
  expect(() => inner.addSkill(inner)).toThrow(/^S312/);
  expect(() => inner.addSkill(outer)).toThrow(/^S312/);
});

test.each([new (class Orders {})(), new Map(), undefined])(
  "%p is no set, for sets that hold others",
  (given) => {
    const refused = /^S105: .* is no tool set[\s\S]*help: .*toolSet\(new Orders\(\)\)/;
    expect(() => new UnionSkill(given as never)).toThrow(refused);
    expect(() => new UnionSkill().addSkill(given as never)).toThrow(refused);
    expect(() => new TogglableSkill(given as never)).toThrow(refused);
  },
);

test.each([
  ["a union at the root", { type: "object", anyOf: [] }, "has anyOf at its root"],
  ["another type", { type: "string" }, 'has the type "string" at its root'],
  ["a property name the API refuses", { type: "object", properties: { "a b": {} } }, 'has a property "a b"'],
  ["none", undefined, "is undefined"],
])("an explicit schema with %s is refused where it is given", (_, inputSchema, why) => {
  const add = () => new BasicToolSet().addTool({ ...part("x"), inputSchema: inputSchema as never });
  expect(add).toThrow(`S114: the inputSchema of x ${why}`);
});

test("what is no tool at all is refused with the way out", () => {
  expect(() => new BasicToolSet().addTool(null as never)).toThrow(/^S113: null is no tool[\s\S]*help: /);
  expect(() => toolSet(7 as never)).toThrow(/^S105/);
  class Counter {}
  for (const [given, why] of [
    [new Counter(), "what addTool was given has no name"],
    [{ name: "x", inputSchema: { type: "object" } }, "the tool x has no run"],
  ])
    expect(() => new BasicToolSet().addTool(given as never)).toThrow(`S113: ${why as string}\n`);
  const set = new BasicToolSet();
  set.addTool(part("x"));
  expect(() => set.rename(() => 5 as never).toolsSchema).toThrow(
    "S103: 5 cannot be the name of a tool: it is no text\n",
  );
});

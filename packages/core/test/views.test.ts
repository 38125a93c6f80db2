import "./support/compiled";
import {
  BrokenSchemaError,
  DuplicateToolError,
  onToolCall,
  Skill,
  Tool,
  ToolContext,
  ToolNotFoundError,
  toolSet,
  UnionSkill,
  unwrap,
} from "@skills/core";
import { closed, results, setOf, use } from "./support/calls";

@Skill({ name: "shop", instructions: "Sell.", uses: ["rate"] })
class Shop {
  constructor(private readonly country: string) {}

  /** Find an order. */
  @Tool()
  findOrder(id: string): string {
    return `${this.country} ${id}`;
  }

  /** The rate here. */
  @Tool()
  rate(): string {
    return `rate of ${this.country}`;
  }

  /** A price. */
  @Tool({ limits: { sequential: true } })
  async price(context: ToolContext): Promise<unknown> {
    return unwrap(await context.tools.call("rate"));
  }
}

const shop = () => toolSet(new Shop("NO"));
const names = (set: { toolsSchema: { name: string }[] }) => set.toolsSchema.map(({ name }) => name);

test("filter keeps some tools; a call to another finds nothing", async () => {
  const view = shop().filter((name) => name !== "rate");
  expect(names(view)).toEqual(["findOrder", "price"]);
  expect(view.has("rate")).toBe(false);
  await expect(view.runTool(use("rate"))).rejects.toBeInstanceOf(ToolNotFoundError);
});

test("rename takes a table or a function", async () => {
  expect(names(shop().rename({ findOrder: "find", toString: "x" }))).toEqual(["find", "rate", "price"]);
  const view = shop().rename((name) => name.toUpperCase());
  expect(names(view)).toEqual(["FINDORDER", "RATE", "PRICE"]);
  expect((await view.runTool(use("FINDORDER", { id: "1" }))).name).toBe("FINDORDER");
  await expect(view.runTool(use("findOrder", { id: "1" }))).rejects.toBeInstanceOf(ToolNotFoundError);
});

test("rename's table takes declared names, with their dots", () => {
  const view = shop().prefix("Shop.").rename({ "Shop.findOrder": "find", Shop__rate: "Rates.now" });
  expect(names(view)).toEqual(["find", "Rates__now", "Shop__price"]);
});

test("traces tell the name that the model knows, through any number of views", async () => {
  const heard: string[] = [];
  const stop = onToolCall(({ name }) => heard.push(name));
  await new UnionSkill(shop().prefix("no_").rename({ no_price: "cost" })).runTool(use("cost"));
  stop();
  expect(heard).toEqual(["rate", "cost"]);
});

test("prefix puts two of a kind side by side", async () => {
  const union = new UnionSkill(toolSet(new Shop("NO")).prefix("no_"), toolSet(new Shop("SE")).prefix("se_"));
  expect(names(union)).toHaveLength(6);
  const answers = await results(
    union,
    use("no_findOrder", { id: "1" }, "a"),
    use("se_findOrder", { id: "1" }, "b"),
  );
  expect(answers.map(({ content }) => content)).toEqual(["NO 1", "SE 1"]);
});

test("a tool calls its neighbours by their own names, under any prefix and behind any filter", async () => {
  const union = new UnionSkill(
    toolSet(new Shop("NO")).prefix("no_"),
    toolSet(new Shop("SE"))
      .filter((name) => name === "price")
      .prefix("se_"),
  );
  expect((await union.runTool(use("no_price"))).value).toBe("rate of NO");
  expect((await union.runTool(use("se_price"))).value).toBe("rate of SE");
});

test("a dotted prefix is a namespace: dots for people, underscores on the wire", async () => {
  const view = shop().prefix("Shop.");
  expect(names(view)).toEqual(["Shop__findOrder", "Shop__rate", "Shop__price"]);
  expect((await view.runTool(use("Shop.rate"))).value).toBe("rate of NO");
});

test("a broken input is told under the name that the model knows", async () => {
  const error: unknown = await shop()
    .prefix("no_")
    .runTool(use("no_findOrder", {}))
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BrokenSchemaError);
  expect((error as BrokenSchemaError).plainMessage).toMatch(
    /^no_findOrder was not run[\s\S]*call no_findOrder again/,
  );
});

test("views stack, and keep instructions, limits and label", () => {
  const view = shop()
    .prefix("a_")
    .filter((name) => name !== "a_rate")
    .rename({ a_price: "cost" });
  expect(names(view)).toEqual(["a_findOrder", "cost"]);
  expect(view.instructions).toEqual(["Sell."]);
  expect(view.label).toBe("shop");
  expect(view.tool("cost")?.options.limits?.sequential).toBe(true);
});

test("changes of the set show in its views, whose toolsSchema stays the same until then", () => {
  const set = setOf({ run: () => 1 });
  const view = set.prefix("p_");
  const before = view.toolsSchema;
  expect(view.toolsSchema).toBe(before);
  set.addTool({ name: "other", inputSchema: closed({}), run: () => 2 });
  expect(names(view)).toEqual(["p_tool", "p_other"]);
  set.removeTool("tool");
  expect(names(view)).toEqual(["p_other"]);
});

test("names that come together, or that the wire refuses, are errors", () => {
  expect(() => shop().rename(() => "same").toolsSchema).toThrow(DuplicateToolError);
  expect(() => shop().prefix("für ").toolsSchema).toThrow(/^S103: /);
});

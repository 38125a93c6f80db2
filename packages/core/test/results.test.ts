import "./support/compiled";
import { Tool, toolSet, type ToolOptions } from "@skills/core";
import { results, setOf, use } from "./support/calls";

const VALUE = { city: "Oslo", at: 7 };
const TEXT = '{"city":"Oslo","at":7}';
const BLOCKS = [{ type: "text", text: "from a block" }];

describe("saveReturn, serialize and interpretAsResponse", () => {
  test.each<
    [
      Required<Pick<ToolOptions, "serialize" | "interpretAsResponse" | "saveReturn">>,
      object,
      unknown,
      unknown,
    ]
  >([
    [{ serialize: true, interpretAsResponse: false, saveReturn: true }, VALUE, TEXT, undefined],
    [{ serialize: false, interpretAsResponse: false, saveReturn: true }, VALUE, "[object Object]", undefined],
    [{ serialize: true, interpretAsResponse: false, saveReturn: false }, VALUE, undefined, undefined],
    [{ serialize: false, interpretAsResponse: false, saveReturn: false }, VALUE, undefined, undefined],
    [{ serialize: false, interpretAsResponse: true, saveReturn: true }, BLOCKS, BLOCKS, undefined],
    [{ serialize: true, interpretAsResponse: true, saveReturn: true }, VALUE, TEXT, TEXT],
    [{ serialize: true, interpretAsResponse: true, saveReturn: false }, VALUE, undefined, TEXT],
  ])("%j", async (options, value, content, finalAnswer) => {
    const set = setOf({ ...options, run: () => value });
    const output = await set.runTool(use("tool"));
    expect(output.value).toBe(value);
    expect(output.content).toEqual(content);
    expect(output.finalAnswer).toBe(finalAnswer);
    expect(await results(set, use("tool"))).toEqual([
      { type: "tool_result", tool_use_id: "toolu_1", ...(content === undefined ? {} : { content }) },
    ]);
  });

  test("the eighth combination is refused at declaration", () => {
    const options = { serialize: false, interpretAsResponse: true, saveReturn: false };
    expect(() => setOf({ ...options, run: () => BLOCKS })).toThrow(/^S104: /);
  });
});

test("a text goes to the model as it is, without quotes", async () => {
  expect(await results(setOf({ run: () => 'say "hi"' }), use("tool"))).toEqual([
    { type: "tool_result", tool_use_id: "toolu_1", content: 'say "hi"' },
  ]);
});

test.each([
  [undefined, undefined],
  [null, "null"],
  [0, "0"],
  [false, "false"],
  [[], "[]"],
  ["", ""],
])("serialized, %j gives %j", async (value, content) => {
  expect((await setOf({ run: () => value }).runTool(use("tool"))).content).toBe(content);
});

test.each<[unknown, string | undefined]>([
  [undefined, undefined],
  [null, "null"],
  [12n, "12"],
  [[1, 2], "1,2"],
  [Symbol("s"), "Symbol(s)"],
  [new Error("gone"), "Error: gone"],
  [{ toString: () => "as it says" }, "as it says"],
  [Object.create(null), "[object Object]"],
  [
    {
      toString() {
        throw new Error("no");
      },
    },
    "[object Object]",
  ],
])("not serialized, a value gives what String(value) says (%#)", async (value, content) => {
  expect((await setOf({ serialize: false, run: () => value }).runTool(use("tool"))).content).toBe(content);
});

test("a final answer without a value is an empty text", async () => {
  const output = await setOf({ interpretAsResponse: true, run: () => undefined }).runTool(use("tool"));
  expect(output.finalAnswer).toBe("");
});

test("what a generator yields is one list", async () => {
  class Steps {
    /** Counts. */
    @Tool()
    async *count(to: number): AsyncGenerator<number> {
      for (let n = 1; n <= to; n++) yield Promise.resolve(n);
    }
    /** Counts at once. */
    @Tool()
    *countAtOnce(to: number): Generator<number> {
      for (let n = 1; n <= to; n++) yield n;
    }
  }
  const set = toolSet(new Steps());
  expect((await set.runTool(use("count", { to: 3 }))).content).toBe("[1,2,3]");
  expect((await set.runTool(use("countAtOnce", { to: 2 }))).content).toBe("[1,2]");
});

describe("a long result", () => {
  const long = (maxResultChars: number, text: string) =>
    setOf({ limits: { maxResultChars }, run: () => text }).runTool(use("tool"));

  test("keeps head and tail around a notice that names the full size", async () => {
    const { content } = await long(10, "a".repeat(50) + "z".repeat(50));
    expect(content).toBe(`${"a".repeat(7)}\n[… 90 of 100 characters left out here …]\n${"z".repeat(3)}`);
  });
  test("is measured in characters, not in UTF-16 units", async () => {
    expect((await long(10, "🙂".repeat(10))).content).toBe("🙂".repeat(10));
  });
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])("is never cut within an emoji (%i characters)", async (most) => {
    const content = String((await long(most, `x${"🙂".repeat(30)}`)).content);
    expect(content.isWellFormed()).toBe(true);
    expect([...content].filter((point) => point === "🙂" || point === "x")).toHaveLength(most);
  });
  test("is cut at a hundred thousand characters where the tool says nothing", async () => {
    const { content } = await setOf({ run: () => "x".repeat(300_000) }).runTool(use("tool"));
    expect(String(content)).toContain("[… 200000 of 300000 characters left out here …]");
  });
});

import { compiled } from "./support/compiled";

const result = compiled({
  "functions.ts": `
    /** Divides.
     * @param by Not zero. */
    export function divide(what: number, by: number): number { return what / by; }
  `,
  "sets.ts": `
    import { BasicToolSet, type Int, type MutableToolSet } from "@skills/core";
    import { divide as renamed } from "./functions";
    /** Adds. */
    function add(a: Int, b = 2): number { return a + b; }
    /** Multiplies. @param a The factor. */
    const multiply = async (a: number): Promise<number> => a;
    const named = function inside(a: string) {};
    class Own extends BasicToolSet {}
    const set = new BasicToolSet();
    set.addTool(add);
    set.addTool(multiply, { name: "times" });
    set
      .addTool(renamed);
    new Own().addTool(named);
    set.addTool(function inPlace(/** what */ q: string) {});
    set.addTool((q: string) => q);
    set.addTool((bad: symbol) => 1);
    for (const each of [add]) set.addTool(each);
    set.addTool([add][0]!);
    class Unrelated { addTool(fn: (a: symbol) => void) {} }
    new Unrelated().addTool((a: symbol) => {});
  `,
});

test("functions are described by name, like methods, keyed by the call", () => {
  expect(result.manifest.functions.map(({ name, file, line }) => [name, file, line])).toEqual([
    ["add", "sets.ts", 11],
    ["multiply", "sets.ts", 12],
    ["divide", "sets.ts", 14],
    ["inside", "sets.ts", 15],
    ["inPlace", "sets.ts", 16],
    ["", "sets.ts", 17],
  ]);
  expect(result.function("add")).toMatchObject({
    description: "Adds.",
    inputSchema: {
      properties: { a: { type: "integer" }, b: { type: "number", default: 2 } },
      required: ["a"],
    },
    outputSchema: { type: "number" },
    params: [
      { name: "a", kind: "input" },
      { name: "b", kind: "input" },
    ],
  });
  expect(result.function("multiply")).toMatchObject({
    description: "Multiplies.",
    inputSchema: { properties: { a: { description: "The factor." } } },
  });
  expect(result.function("divide")).toMatchObject({
    description: "Divides.",
    inputSchema: { properties: { by: { description: "Not zero." } } },
  });
});

test("what does not name one function is an error with a way out", () => {
  const problems = result.diagnostics.filter(({ code }) => code === "S210");
  expect(problems.map(({ line }) => line)).toEqual([19, 20]);
  expect(problems[0]?.help).toContain("addTool({ name, description, inputSchema, run })");
});

test("a function that cannot be described is refused", () => {
  expect(result.diagnostics.filter(({ code }) => code === "S201")).toMatchObject([
    { line: 18, parameter: "bad" },
  ]);
});

test("a function that is written in place has the comment before it, or before the statement that adds it", () => {
  const { manifest } = compiled({
    "sets.ts": `
      import { BasicToolSet } from "@skills/core";
      const set = new BasicToolSet();
      /** Of the statement. @param n Which. */
      set.addTool(function first(n: number) {});
      /** Of the variable. */
      export const second = set.addTool(async (n: number) => n, { name: "second" });
      /** Not this one. */
      set.addTool(/** Its own. */ (function third(n: number) {}));
      /** Of the name. */
      const fourth = (n: number) => n;
      /** Not of the name. */
      set.addTool(fourth);
      /** Not of what is inside. */
      [1].forEach(() => set.addTool(function fifth(n: number) {}));
    `,
  });
  expect(manifest.functions.map(({ description }) => description)).toEqual([
    "Of the statement.",
    "Of the variable.",
    "Its own.",
    "Of the name.",
    undefined,
  ]);
  expect(manifest.functions[0]?.inputSchema.properties?.n).toEqual({ type: "number", description: "Which." });
});

import { compiled, skillClass } from "./support/compiled";
import { WITH_NODE } from "./support/project";

const closed = { additionalProperties: false };

describe("defaults", () => {
  const result = compiled({
    "limits.ts":
      "export const LIMITS = { max: 50, nested: { low: -1 } }; export enum Color { Red = 'red', Blue = 'blue' }",
    "subject.ts": skillClass(
      `@Tool() tool(
        number = 3, unit: "c" | "f" = "c", negative = -1, list: string[] = [], object = { deep: true },
        limit = DEFAULT_LIMIT, color = Color.Red, hour = 60 * 60 * 1000, member = LIMITS.max, text = \`x\${1}\`,
        asserted = "a" as "a" | "b", parenthesised = (2), spread = [...SIZES, 3], shift = 1 << 4, flag = !false,
        nested = LIMITS.nested.low, element = LIMITS["max"], fixed = Config.PORT, exponent = 1e3,
        none: string | undefined = undefined, now = new Date(), called = Math.max(1, 2), variable = changing,
        shorthand = { DEFAULT_LIMIT }, nothing: string | null = null,
      ) {}`,
      `import { LIMITS, Color } from "./limits";
       const DEFAULT_LIMIT = 20; const SIZES = [1, 2]; let changing = 1;
       class Config { static readonly PORT = 8080; }`,
    ),
  });
  const property = (name: string) => result.property("tool", name);

  test.each([
    ["number", 3],
    ["unit", "c"],
    ["negative", -1],
    ["list", []],
    ["object", { deep: true }],
    ["limit", 20],
    ["color", "red"],
    ["hour", 3_600_000],
    ["member", 50],
    ["text", "x1"],
    ["asserted", "a"],
    ["parenthesised", 2],
    ["spread", [1, 2, 3]],
    ["shift", 16],
    ["flag", true],
    ["nested", -1],
    ["element", 50],
    ["fixed", 8080],
    ["exponent", 1000],
    ["shorthand", { DEFAULT_LIMIT: 20 }],
    ["nothing", null],
  ])("%s is a constant of the schema", (name, value) => {
    expect(property(name)).toHaveProperty("default", value);
  });

  test.each(["none", "now", "called", "variable"])("%s is left to JavaScript", (name) => {
    expect(property(name)).not.toHaveProperty("default");
  });

  test("nothing with a default is required, and the whole enum may be given", () => {
    expect(result.tool("tool").inputSchema).not.toHaveProperty("required");
    expect(property("color")).toMatchObject({ type: "string", enum: ["red", "blue"] });
    expect(result.diagnostics).toEqual([]);
  });
});

describe("kinds of parameter", () => {
  const result = compiled({
    "tsconfig.json": WITH_NODE,
    "subject.ts": skillClass(
      `
      @Tool() undef(x: number | undefined, y?: number) {}
      /** @param opts.b the second */
      @Tool() fields({ a, b = 2, c: renamed }: { a: string; b?: number; c: Int[] }, last: string) {}
      @Tool() whole({ a = 1 }: { a?: number } = {}) {}
      @Tool() tree({ kids, value }: Tree) {}
      @Tool() rest(first: string, ...tags: Int[]) {}
      @Tool() restTuple(...pair: [string, number]) {}
      @Tool() restOfSome(...some: [string?, ...number[]]) {}
      @Tool() restOfEither(...either: [string] | [number, string]) {}
      @Tool() given(this: Subject, a: string, context: ToolContext<{ user: string }>, signal?: AbortSignal) {}
      @Tool() nullSignal(signal: AbortSignal | null = null) {}
      @Tool() array([a]: string[]) {}
      @Tool() union({ a }: { a: 1 } | { a: 2; b: 3 }) {}
      @Tool() twice({ a }: { a: string }, a2: string, { a: again }: { a: string }) {}
      @Tool() $dollar($x: string) {}
      @Tool() alternative(x: { a: string } | { b: number }) {}
      `,
      "interface Tree { value: string; kids: Tree[] }",
    ),
  });

  test("undefined in the type means not required", () => {
    expect(result.tool("undef").inputSchema).toEqual({
      type: "object",
      properties: { x: { type: "number" }, y: { type: "number" } },
      ...closed,
    });
  });

  test("a destructured parameter is flattened, with its defaults and its docs", () => {
    expect(result.tool("fields").inputSchema).toEqual({
      type: "object",
      properties: {
        a: { type: "string" },
        b: { type: "number", default: 2, description: "the second" },
        c: { type: "array", items: { type: "integer" } },
        last: { type: "string" },
      },
      required: ["a", "c", "last"],
      ...closed,
    });
    expect(result.tool("fields").params).toEqual([
      { name: "arg0", kind: "fields", fields: ["a", "b", "c"] },
      { name: "last", kind: "input" },
    ]);
    expect(result.tool("whole").inputSchema).toEqual({
      type: "object",
      properties: { a: { type: "number", default: 1 } },
      ...closed,
    });
  });

  test("references inside a destructured recursive type resolve", () => {
    const tree = {
      type: "object",
      properties: { value: { type: "string" }, kids: { type: "array", items: { $ref: "#/$defs/Tree" } } },
      required: ["value", "kids"],
      ...closed,
    };
    expect(result.tool("tree").inputSchema).toEqual({ ...tree, $defs: { Tree: tree } });
  });

  test("a rest parameter is an array that may be absent", () => {
    expect(result.tool("rest").inputSchema).toMatchObject({
      properties: { tags: { type: "array", items: { type: "integer" } } },
      required: ["first"],
    });
    expect(result.param("rest", "tags")).toEqual({ name: "tags", kind: "rest" });
    expect(result.property("restTuple", "pair")).toMatchObject({
      prefixItems: [{ type: "string" }, { type: "number" }],
    });
  });

  test("a rest parameter that needs elements may not be absent", () => {
    const required = (tool: string) => result.tool(tool).inputSchema.required ?? [];
    expect(required("restTuple")).toEqual(["pair"]);
    expect(required("restOfEither")).toEqual(["either"]);
    expect(required("restOfSome")).toEqual([]);
  });

  test("this, ToolContext and AbortSignal stay out of the schema", () => {
    expect(Object.keys(result.tool("given").inputSchema.properties ?? {})).toEqual(["a"]);
    expect(result.tool("given").params).toEqual([
      { name: "a", kind: "input" },
      { name: "context", kind: "context" },
      { name: "signal", kind: "signal" },
    ]);
    expect(result.param("nullSignal", "signal")?.kind).toBe("signal");
  });

  test("a union of objects stays under its property", () => {
    expect(result.tool("alternative").inputSchema).not.toHaveProperty("anyOf");
    expect(result.property("alternative", "x")).toHaveProperty("anyOf");
  });

  test.each([
    ["array", "S207"],
    ["union", "S207"],
    ["twice", "S207"],
    ["$dollar", "S209"],
  ])("%s is refused with %s", (method, code) => {
    expect(result.has(method)).toBe(false);
    expect(result.of(method).map((problem) => problem.code)).toEqual([code]);
  });
});

describe("overloads", () => {
  const result = compiled({
    "subject.ts": skillClass(`
      @Tool() find(id: string): string;
      /** Find things. */
      @Tool() find(id: number, exact: boolean): number;
      find(id: any, exact: any = true): any {}
      @Tool() clash(id: string): void;
      @Tool() clash(name: number): void;
      clash(_: any) {}
    `),
  });

  test("give a union per property, required only where all have it", () => {
    expect(result.tool("find")).toMatchObject({
      description: "Find things.",
      inputSchema: {
        properties: { id: { type: ["string", "number"] }, exact: { type: "boolean" } },
        required: ["id"],
      },
      outputSchema: { type: ["string", "number"] },
    });
  });

  test("that name one position differently are refused", () => {
    expect(result.of("clash").map(({ code }) => code)).toEqual(["S208"]);
  });
});

test("a schema is of plain objects, as it is when it was read from a built manifest", () => {
  const { manifest } = compiled({
    "subject.ts": skillClass(
      "@Tool() plain(x: Tree, { y }: { y: Tree }) {}",
      "interface Tree { of?: Tree; at: Date; kind: { is: 'a' } | { is: 'b' } }",
    ),
  });
  const [tool] = manifest.skills.flatMap(({ tools }) => tools);
  expect(tool?.inputSchema).toStrictEqual(JSON.parse(JSON.stringify(tool?.inputSchema)));
});

import { compiled, skillClass } from "./support/compiled";

const result = compiled({
  "subject.ts": skillClass(
    `
    @Tool() nothing(): void {}
    @Tool() async later(): Promise<void> {}
    @Tool() undef(): undefined {}
    @Tool() never(): never { throw new Error(); }
    @Tool() async maybe(): Promise<string | undefined> { return undefined; }
    @Tool() async *stream(): AsyncGenerator<{ n: Int }> {}
    @Tool() *generated(n: number) { yield n; }
    @Tool() iterable(): AsyncIterable<string> { throw new Error(); }
    @Tool() result(): Result<Int, Error> { return ok(1); }
    @Tool() async inferred(x: boolean) { return x ? ok({ a: 1 }) : err(new Error("no")); }
    @Tool() async promised(): Promise<Result<string[], "bad">> { return ok([]); }
    @Tool() async found(): Promise<Result<"b" | "a", Error> | null> { return null; }
    @Tool() async sought(): Promise<Result<Int, Error> | undefined> { return undefined; }
    @Tool() async branches(x: number) { if (x > 1) return null; return x ? ok({ a: 1 }) : err("no"); }
    @Tool() async either(): Promise<Result<Int, Error> | Result<Name> | false> { return false; }
    @Tool() async done(): Promise<Result<void, Error> | null> { return null; }
    @Tool() fails(): Result<never, Error> { return err(new Error()); }
    @Tool() *attempts(): Generator<Result<Int, "bad">> { yield ok(1); }
    @Tool() loose(): Result<any> | null { return null; }
    @Tool() withMethods(): { a: number; f: () => void; m(): void } { throw new Error(); }
    @Tool() instance(): Account { return new Account(); }
    @Tool() symbol(): Promise<symbol> { throw new Error(); }
    @Tool() anything(): any {}
    @Tool() byPattern(): { [day: \`d_\${string}\`]: Date; [count: \`n_\${string}\`]: number } { return {}; }
    @Tool() unknown(): unknown { return 1; }
    @Tool() list(): Array<User> { return []; }
    `,
    `/** @minLength 2 */ type Name = string;
     interface User { name: string; friends: User[] }
     class Account { id = 1; get shown() { return 1; } get both() { return 1; } set both(x: number) {} }`,
  ),
});
const output = (tool: string) => result.tool(tool).outputSchema;

test.each(["nothing", "later", "undef", "never", "fails"])("%s has no output schema", (tool) => {
  expect(result.tool(tool)).not.toHaveProperty("outputSchema");
  expect(result.of(tool)).toEqual([]);
});

test.each([
  ["maybe", { type: "string" }],
  [
    "stream",
    { type: "object", properties: { n: { type: "integer" } }, required: ["n"], additionalProperties: false },
  ],
  ["generated", { type: "number" }],
  ["iterable", { type: "string" }],
  ["result", { type: "integer" }],
  [
    "inferred",
    { type: "object", properties: { a: { type: "number" } }, required: ["a"], additionalProperties: false },
  ],
  ["promised", { type: "array", items: { type: "string" } }],
  ["found", { type: ["string", "null"], enum: ["b", "a", null] }],
  ["sought", { type: "integer" }],
  [
    "branches",
    {
      anyOf: [
        {
          type: "object",
          properties: { a: { type: "number" } },
          required: ["a"],
          additionalProperties: false,
        },
        { type: "null" },
      ],
    },
  ],
  [
    "either",
    { anyOf: [{ type: "integer" }, { type: "string", minLength: 2 }, { type: "boolean", const: false }] },
  ],
  ["done", { type: "null" }],
  [
    "withMethods",
    { type: "object", properties: { a: { type: "number" } }, required: ["a"], additionalProperties: false },
  ],
  [
    "byPattern",
    {
      type: "object",
      patternProperties: {
        "^d_[\\s\\S]*$": { type: "string", format: "date-time" },
        "^n_[\\s\\S]*$": { type: "number" },
      },
      additionalProperties: false,
    },
  ],
  ["unknown", {}],
])("%s is described by what comes back of it", (tool, schema) => {
  expect(output(tool)).toEqual(schema);
});

test("of what a generator yields, a Result comes back as it is", () => {
  expect(output("attempts")).toMatchObject({
    anyOf: [
      { properties: { ok: { const: true }, value: { type: "integer" } } },
      { properties: { ok: { const: false }, error: { const: "bad" } } },
    ],
  });
});

test("getters do not come back: JSON does not look at prototypes", () => {
  expect(output("instance")).toMatchObject({ properties: { id: { type: "number" } } });
  expect(Object.keys((output("instance") as { properties: object }).properties)).toEqual(["id"]);
});

test("a recursive output stands alone", () => {
  const user = {
    type: "object",
    properties: { name: { type: "string" }, friends: { type: "array", items: { $ref: "#/$defs/User" } } },
    required: ["name", "friends"],
    additionalProperties: false,
  };
  expect(output("list")).toEqual({ type: "array", items: { $ref: "#/$defs/User" }, $defs: { User: user } });
});

test.each(["symbol", "anything", "loose"])("%s cannot be described, which refuses nothing", (tool) => {
  expect(result.tool(tool)).not.toHaveProperty("outputSchema");
  expect(result.of(tool)).toEqual([expect.objectContaining({ code: "S214", severity: "warning" })]);
});

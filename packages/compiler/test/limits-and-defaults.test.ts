import { compiled, skillClass } from "./support/compiled";

const result = compiled({
  "subject.ts": skillClass(
    `
    @Tool() pattern(@Param({ pattern: "[" }) x: string) {}
    @Tool() negative(@Param({ minLength: -1 }) x: string) {}
    @Tool() fraction(@Param({ maxItems: 1.5 }) x: string[]) {}
    /** @param x @multipleOf 0 */
    @Tool() zero(x: number) {}
    @Tool() decorated(x: Wrong) {}

    @Tool() otherType(@Param({ default: 5 }) x: string) {}
    @Tool() otherValue(@Param({ default: "c" }) x: "a" | "b") {}
    @Tool() outside(@Param({ max: 9 }) x = 10) {}
    @Tool() short(@Param({ minLength: 2 }) x = "😀") {}
    /** @param x @default none */
    @Tool() word(x?: number) {}
    @Tool() member(x: { /** @default "e" */ a?: Named | number }) {}
    /** @param x @minItems 3 */
    @Tool() tuple(x: [string, string]) {}

    /** @param x @default 7 @example 5 */
    @Tool() text(x?: string) {}
    /** @param x @default 7 @example seven */
    @Tool() either(x?: string | number) {}
    /** @param x @default undefined */
    @Tool() nothing(x?: string) {}
    @Tool() fits(@Param({ max: 9 }) x = 9, y: Named = "a", z: { a: string } | null = null, w: Int[] = []) {}
    @Tool() strings(x: Strings) {}
    `,
    `import { IsDivisibleBy, Matches } from "class-validator";
     /** @minLength 1 */
     type Named = "a" | "bb";
     class Wrong { @IsDivisibleBy(-2) x!: number }
     class Strings { @Matches("^a$") plain!: string; @Matches("^a$", "i") flagged!: string }`,
  ),
});

test.each([
  ["pattern", '`x`: it has pattern "[", which is no limit'],
  ["negative", "minLength -1"],
  ["fraction", "maxItems 1.5"],
  ["zero", "multipleOf 0"],
  ["decorated", "`x.x` has multipleOf -2"],
])("a limit that is no JSON Schema is refused, whoever said it: %s", (tool, text) => {
  expect(result.has(tool)).toBe(false);
  expect(result.of(tool)).toMatchObject([
    { code: "S204", severity: "error", message: expect.stringContaining(text) as string },
  ]);
});

test.each([
  ["otherType", "the default 5"],
  ["otherValue", 'the default "c"'],
  ["outside", "the default 10"],
  ["short", 'the default "😀"'],
  ["word", 'the default "none"'],
  ["member", '`x.a` has the default "e"'],
  ["tuple", "minItems 3 and maxItems 2"],
])("what no value of the type and its limits can be is a contradiction: %s", (tool, text) => {
  expect(result.has(tool)).toBe(false);
  expect(result.of(tool)).toMatchObject([
    { code: "S205", severity: "error", message: expect.stringContaining(text) as string },
  ]);
});

test("in a doc comment a string needs no quotes where only a string fits", () => {
  expect(result.property("text", "x")).toEqual({ type: "string", default: "7", examples: ["5"] });
  expect(result.property("either", "x")).toMatchObject({ default: 7, examples: ["seven"] });
  expect(result.property("nothing", "x")).toEqual({ type: "string" });
});

test("defaults that fit stay, at the edge of their limits too", () => {
  expect(result.of("fits")).toEqual([]);
  const { properties = {} } = result.tool("fits").inputSchema;
  expect(["x", "y", "z", "w"].map((name) => properties[name]?.default)).toEqual([9, "a", null, []]);
});

test("a pattern that class-validator has as a string is the schema's, one with flags is left to it", () => {
  expect(result.property("strings", "x")).toMatchObject({
    properties: { plain: { type: "string", pattern: "^a$" }, flagged: { type: "string" } },
  });
  expect(result.property("strings", "x")).not.toHaveProperty("properties.flagged.pattern");
});

const mapped = compiled({
  "subject.ts": skillClass(
    `
    @Tool() texts(x: { [K in keyof Settings]: string }) {}
    @Tool() numbers(x: { [K in keyof Settings]: number }) {}
    @Tool() lists(x: { [K in keyof Settings]: Settings[K][] }) {}
    @Tool() part(x: Partial<Settings>) {}
    @Tool() nullable(x: { [K in keyof Settings]: Settings[K] | null }) {}
    @Tool() again(x: Readonly<{ [K in keyof Settings]: string }>) {}
    `,
    `class Settings { /** How often. @maximum 9 @example 2 */ retries = 3 }`,
  ),
});

test.each([
  ["texts", { type: "string" }],
  ["numbers", { type: "number" }],
  ["lists", { type: "array", items: { type: "number" } }],
  ["again", { type: "string" }],
])("what a mapped type makes of a member has none of its limits and no default: %s", (tool, schema) => {
  expect(mapped.property(tool, "x")).toMatchObject({ required: ["retries"] });
  expect(mapped.property(tool, "x")?.properties).toEqual({
    retries: { description: "How often.", ...schema },
  });
});

test("a member that a mapped type takes over keeps its limits, but no class gives it a value", () => {
  expect(mapped.property("part", "x")?.properties).toEqual({
    retries: { type: "number", maximum: 9, description: "How often.", examples: [2] },
  });
  expect(mapped.property("nullable", "x")?.properties).toMatchObject({
    retries: { type: ["number", "null"], maximum: 9 },
  });
});

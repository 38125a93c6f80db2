import { compiled, skillClass } from "./support/compiled";

const result = compiled({
  "places.ts": `
    /** @minimum -90
     *  @maximum 90 */
    export type Latitude = number;
    export interface Place {
      /** Degrees to the north. */
      lat: Latitude;
      /** Its name. @maxLength 10 */ name: string; /** Its code. */ code: string;
      kind: string; /** Behind its member. */
      other: number;
    }
    export interface Braced { /** The first.
      */ first: string }
  `,
  "subject.ts": skillClass(
    `
    /**
     * Several paragraphs, by me@x.com, with \`@foo\` and {@link Place} and {@link Other | another}.
     *
     * \`\`\`ts
     * @Tool()
     * run() {}
     * \`\`\`
     * - a list
     *
     * @param a - The a. @minimum 1 @maximum 5
     * @param b The b
     *   goes on.
     *
     *   More of b.
     * @minLength 2
     * @pattern 12345
     * @param {number} c With a type.
     * @default 5
     * @param [d=1] D. @example 1 @example 2
     * @deprecated use c
     * @throws never
     * @minimum 77
     */
    @Tool() traps(a: number, b: string, c: number, d?: number) {}

    /**
     * @param {{ deep: { a: string } }} a Typed.
     * @param \`b\` Ticked.
     * @param c: Behind a colon.
     * @param ...d The rest.
     */
    @Tool() written(a: { deep: { a: string } }, b: string, c: string, ...d: string[]) {}

    /** @param renamed @minimum 1
     *  @param other.x */
    @Tool() stray(value: number, other: { x: string }) {}
    /** @param (value) unreadable */
    @Tool() unreadable(value: number) {}
    /**
     * @param
     * @param T a type
     * @param <T> the same
     * @param this whose it is
     * @param größe how large
     */
    @Tool() noStrays<T extends string>(this: unknown, @Param({ name: "size" }) größe: T) {}
    /** @param anything.a The a. */
    @Tool() unnamed({ a }: { a: string }, b: string) {}

    /** One line. @param x the x @min 1 @param y the y */
    @Tool() oneLine(x: number, y: string) {}

    /**
     * @param list
     * @minItems 1
     * @maxItems 3
     * @uniqueItems
     * @param format @format email
     * @param many @multipleOf 5 @exclusiveMinimum 0 @exclusiveMaximum 50
     * @param whole @integer
     * @param asType @asType integer
     * @param oneOf @oneOf "a", "b"
     * @param word @default none
     * @param quoted @default "none"
     * @param object @default {"a": [1, 2]}
     */
    @Tool() tags(list: string[], format: string, many: number, whole: number, asType: number, oneOf: string,
      word: string, quoted: string, object: { a: number[] }) {}

    /**
     * @param place Where.
     * @param place.name Called here so.
     */
    @Tool() nested(place: Place, again: Place) {}
    @Tool() members(place: Place, braced: Braced, lats: Latitude[], lat?: Latitude) {}

    /** @param a @minimum abc */
    @Tool() badNumber(a: number) {}
    /** @param a @minLength abc */
    @Tool() badLength(a: string) {}
    /** @param a @default require("./x") */
    @Tool() code(a: string) {}
    /** @param a @pattern [ */
    @Tool() badPattern(a: string) {}
    /** @param a @minimum 1 */
    @Tool() misfit(a: string) {}
    /** @param a @minimum 5 @maximum 1 */
    @Tool() empty(a: number) {}
    /** @param a @maximum 5 @minimum 1 */
    @Tool() nullable(a: number | null, b: string) {}
  `,
    `import type { Place, Latitude, Braced } from "./places";`,
  ),
});

describe("a method's comment", () => {
  test("is its description, whole: fences, addresses and links are no tags", () => {
    expect(result.tool("traps").description).toBe(
      [
        "Several paragraphs, by me@x.com, with `@foo` and Place and another.",
        "",
        "```ts",
        "@Tool()",
        "run() {}",
        "```",
        "- a list",
      ].join("\n"),
    );
  });

  test("gives each parameter its words and the tags that follow them", () => {
    expect(result.tool("traps").inputSchema.properties).toEqual({
      a: { type: "number", description: "The a.", minimum: 1, maximum: 5 },
      b: { type: "string", description: "The b\n  goes on.\n\n  More of b.", minLength: 2, pattern: "12345" },
      c: { type: "number", description: "With a type.", default: 5 },
      d: { type: "number", description: "D.", examples: [1, 2], deprecated: true },
    });
  });

  test("may be one line", () => {
    expect(result.tool("oneLine")).toMatchObject({
      description: "One line.",
      inputSchema: {
        properties: { x: { description: "the x", minimum: 1 }, y: { description: "the y" } },
      },
    });
  });

  test("has every tag that limits a value", () => {
    expect(result.tool("tags").inputSchema.properties).toEqual({
      list: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 3, uniqueItems: true },
      format: { type: "string", format: "email" },
      many: { type: "number", multipleOf: 5, exclusiveMinimum: 0, exclusiveMaximum: 50 },
      whole: { type: "integer" },
      asType: { type: "integer" },
      oneOf: { type: "string", enum: ["a", "b"] },
      word: { type: "string", default: "none" },
      quoted: { type: "string", default: "none" },
      object: {
        type: "object",
        properties: { a: { type: "array", items: { type: "number" } } },
        required: ["a"],
        additionalProperties: false,
        default: { a: [1, 2] },
      },
    });
  });

  test("speaks of a parameter's members, for that parameter only", () => {
    const [place, again] = ["place", "again"].map((name) => result.property("nested", name));
    expect(place).toMatchObject({
      description: "Where.",
      properties: { name: { description: "Called here so." } },
    });
    expect(again).toMatchObject({ properties: { name: { description: "Its name.", maxLength: 10 } } });
  });
});

describe("a member's comment", () => {
  test("belongs to its own member, wherever on the line it stands", () => {
    expect(result.property("members", "place")).toMatchObject({
      properties: {
        lat: { type: "number", minimum: -90, maximum: 90, description: "Degrees to the north." },
        name: { description: "Its name.", maxLength: 10 },
        code: { description: "Its code." },
        kind: { description: "Behind its member." },
        other: { type: "number" },
      },
    });
    expect(result.property("members", "place")?.properties).not.toHaveProperty("other.description");
    expect(result.property("members", "braced")).toMatchObject({
      properties: { first: { description: "The first." } },
    });
  });

  test("of an alias holds wherever the alias stands", () => {
    const limits = { type: "number", minimum: -90, maximum: 90 };
    expect(result.property("members", "lats")).toEqual({ type: "array", items: limits });
    expect(result.property("members", "lat")).toEqual(limits);
  });
});

test.each([
  ["badNumber", "S204", "@minimum abc"],
  ["badLength", "S204", "@minLength abc"],
  ["code", "S204", "require"],
  ["badPattern", "S204", "@pattern ["],
  ["misfit", "S205", "minimum"],
  ["empty", "S205", "no value fits"],
])("%s is refused with %s", (method, code, says) => {
  expect(result.has(method)).toBe(false);
  expect(result.of(method)).toEqual([expect.objectContaining({ code, parameter: "a" })]);
  expect(result.of(method)[0]?.message).toContain(says);
});

test("a limit on a type with null limits the rest of it", () => {
  expect(result.property("nullable", "a")).toEqual({ type: ["number", "null"], minimum: 1, maximum: 5 });
});

test("a parameter's name may be written in all ways of JSDoc", () => {
  const { properties = {} } = result.tool("written").inputSchema;
  expect(["a", "b", "c", "d"].map((name) => properties[name]?.description)).toEqual([
    "Typed.",
    "Ticked.",
    "Behind a colon.",
    "The rest.",
  ]);
});

test("a @param that names no parameter is told of, but beside a destructured one, which has no name", () => {
  expect(result.of("stray")).toMatchObject([
    { code: "S221", severity: "warning", help: "call it by its name: value, other" },
  ]);
  expect(result.of("unreadable")).toMatchObject([
    { code: "S221", message: "@param (value) names no parameter: what it says is in no schema" },
  ]);
  expect(result.of("unnamed")).toEqual([]);
  expect(result.of("noStrays")).toEqual([]);
  expect(result.property("noStrays", "size")?.description).toBe("how large");
});

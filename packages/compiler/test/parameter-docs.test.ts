import { compiled, skillClass } from "./support/compiled";

const result = compiled({
  "subject.ts": skillClass(
    `
    @Tool() sum(/** The first. @minimum 3 */ x: number, y: number /* no doc */) {}
    @Tool() lines(
      /** The x. */
      x: number,
      y: number, /** Behind y. */
      z: number, // no doc
      /**
       * The last.
       *
       * @minLength 2
       */
      w: string, /** Behind w. */
    ) {}
    @Tool() sameLine(a: number, /** The b. */ b: number, c: number) {}
    @Tool() beforeComma(a: number /** The a. */, b: number /** The b. */) {}
    /**
     * @param a By the method. @maximum 9
     * @param c
     */
    @Tool() both(/** By a. @minimum 1 @maximum 5 */ a: number, /** By b. */ b: number, /** By c. */ c: number) {}
    @Tool() decorated(/** By the doc. @minimum 1 */ @Param({ description: "Decorated." }) a: number) {}
    @Tool() rest(/** At least one. @minItems 1 */ ...names: string[]) {}
    /** @param o.b By the method. */
    @Tool() fields({
      /** The a. @minLength 1 */
      a,
      /** By b. @minimum 2 */
      b = 4, c, /** Behind c. */
      d: renamed,
    }: { a: string; b?: number; c: string; /** By its type. */ d: string }) {}
    @Tool() misread(/** @minimum abc */ a: number) {}

    over(/** A number. */ value: number): void;
    over(/** A text. */ value: string): void;
    @Tool() over(value: number | string) {}

    @Tool() data(made: Made) {}
    `,
    `
    class Made {
      /** @param port By the constructor.
       *  @param plain Plain. */
      constructor(
        /** By port. @minimum 1 */ public port: number,
        public host: string, /** Behind host. */
        public path: string,
        public plain: string,
      ) {}
    }
    `,
  ),
  "child.ts": `
    import { Tool } from "@skills/core";
    class Base { @Tool() find(/** Which one. */ id: string) {} }
    export class Child extends Base { find(id: string) {} }
  `,
});

const schemas = (tool: string) => result.tool(tool).inputSchema.properties;

describe("a doc comment on a parameter", () => {
  test("describes it, with its tags, where the method's comment says nothing", () => {
    expect(schemas("sum")).toEqual({
      x: { type: "number", description: "The first.", minimum: 3 },
      y: { type: "number" },
    });
  });

  test("may stand on the lines above it or behind it, and is never the next parameter's", () => {
    expect(schemas("lines")).toEqual({
      x: { type: "number", description: "The x." },
      y: { type: "number", description: "Behind y." },
      z: { type: "number" },
      w: { type: "string", description: "The last.", minLength: 2 },
    });
    expect(schemas("sameLine")).toEqual({
      a: { type: "number" },
      b: { type: "number", description: "The b." },
      c: { type: "number" },
    });
    expect(schemas("beforeComma")).toEqual({
      a: { type: "number", description: "The a." },
      b: { type: "number", description: "The b." },
    });
  });

  test("gives way, field by field, to @param and to @Param", () => {
    expect(schemas("both")).toEqual({
      a: { type: "number", description: "By the method.", minimum: 1, maximum: 9 },
      b: { type: "number", description: "By b." },
      c: { type: "number", description: "By c." },
    });
    expect(schemas("decorated")).toEqual({ a: { type: "number", description: "Decorated.", minimum: 1 } });
  });

  test("counts on a rest parameter and on that of an overridden method", () => {
    expect(schemas("rest")).toEqual({
      names: { type: "array", items: { type: "string" }, description: "At least one.", minItems: 1 },
    });
    expect(schemas("Child.find")).toEqual({ id: { type: "string", description: "Which one." } });
  });

  test("counts on the elements of a destructured parameter", () => {
    expect(schemas("fields")).toEqual({
      a: { type: "string", description: "The a.", minLength: 1 },
      b: { type: "number", description: "By the method.", minimum: 2, default: 4 },
      c: { type: "string", description: "Behind c." },
      d: { type: "string", description: "By its type." },
    });
  });

  test("counts on each overload's own parameter", () => {
    expect(JSON.stringify(schemas("over"))).toContain("A number.");
    expect(JSON.stringify(schemas("over"))).toContain("A text.");
  });

  test("counts on a data class's parameter properties, under the constructor's @param", () => {
    expect(result.property("data", "made")).toMatchObject({
      properties: {
        port: { type: "number", description: "By the constructor.", minimum: 1 },
        host: { type: "string", description: "Behind host." },
        path: { type: "string" },
        plain: { type: "string", description: "Plain." },
      },
    });
    const { properties } = result.property("data", "made") as { properties: { path: object } };
    expect(properties.path).not.toHaveProperty("description");
  });

  test("is refused at its parameter where a tag cannot be read", () => {
    expect(result.of("misread")).toMatchObject([{ code: "S204", severity: "error", parameter: "a" }]);
  });
});

import { compiled, skillClass } from "./support/compiled";

const result = compiled({
  "subject.ts": skillClass(
    `
    @Tool() members(x: Members) {}
    @Tool() validated(x: Validated) {}
    @Tool() merged(x: Merged, /** doc */ @Param({ description: "said", max: 3 }) n: Int) {}
    @Tool() param(@Param({ name: "first", min: 1, max: LIMITS.max, integer: true, examples: [2], deprecated: true }) a: number,
      @Param({ oneOf: ["a", "b"], default: "a" }) b: string, @Param(OPTIONS) c: string[]) {}
    /** @param a weaker @minimum 1 @maximum 9 */
    @Tool() precedence(@Param({ description: "stronger", max: 5 }) a: number) {}
    @Tool() computed(@Param({ min: Math.random() }) a: number) {}
    @Tool() contradiction(@Param({ min: 5, max: 1 }) a: number) {}
    @Tool() misfit(@Param({ minLength: 1 }) a: number) {}
    @Tool() stranger(@Param({ oneOf: ["z"] }) a: "a" | "b") {}
    `,
    `
    import { ArrayMinSize, ArrayUnique, IsEmail, IsEnum, IsIn, IsInt, IsNotEmpty, IsOptional, IsPositive, Length, Matches, Max, Min, ValidateNested } from "class-validator";
    import { Type } from "class-transformer";
    const LIMITS = { max: 50 } as const;
    const OPTIONS = { minItems: 1, uniqueItems: true };
    enum Role { User = "user", Admin = "admin" }
    class Members {
      static count = 1;
      private secret = 1;
      protected guarded = 2;
      #hidden = 3;
      readonly kind = "members";
      role = Role.User;
      declared!: string;
      optional?: number;
      accessor auto: string = "x";
      get computed() { return 1; }
      get both(): string { return ""; }
      set both(value: string) {}
      method() {}
      arrow = () => 1;
      constructor(public port = 80, private token?: string, /** Its host. */ public readonly host: string = "h", plain = 1) {}
    }
    class Inner { @IsInt() @Min(1) n!: number }
    class Validated {
      @IsInt() @Min(1) @Max(LIMITS.max) whole!: number;
      @Length(2, 10) name!: string;
      @IsEmail() email!: string;
      @IsEnum(Role) role!: string;
      @IsIn(["a", "b"]) choice!: string;
      @ArrayMinSize(1) @ArrayUnique() @Min(3, { each: true }) numbers!: number[];
      @IsOptional() @IsPositive() maybe!: number;
      @Matches(/^[a-z]+$/) word!: string;
      @Matches(/^[a-z]+$/i) anyCase!: string;
      @IsNotEmpty() filled!: string;
      @ValidateNested() @Type(() => Inner) inner!: Inner;
    }
    class Merged { /** @minimum 2 */ @Min(1) @Max(9) n!: number }
    `,
  ),
});
const properties = (tool: string) => (result.property(tool, "x") as { properties: object }).properties;

test("a class is described by its public data", () => {
  expect(properties("members")).toEqual({
    kind: { type: "string", const: "members", default: "members" },
    role: { type: "string", enum: ["user", "admin"], default: "user" },
    declared: { type: "string" },
    optional: { type: "number" },
    auto: { type: "string", default: "x" },
    both: { type: "string" },
    port: { type: "number", default: 80 },
    host: { type: "string", default: "h", description: "Its host." },
  });
  expect(result.property("members", "x")).toMatchObject({ required: ["declared", "both"] });
});

test("class-validator's decorators become keywords", () => {
  expect(properties("validated")).toEqual({
    whole: { type: "integer", minimum: 1, maximum: 50 },
    name: { type: "string", minLength: 2, maxLength: 10 },
    email: { type: "string", format: "email" },
    role: { type: "string", enum: ["user", "admin"] },
    choice: { type: "string", enum: ["a", "b"] },
    numbers: { type: "array", items: { type: "number", minimum: 3 }, minItems: 1, uniqueItems: true },
    maybe: { type: "number", exclusiveMinimum: 0 },
    word: { type: "string", pattern: "^[a-z]+$" },
    anyCase: { type: "string" },
    filled: { type: "string", minLength: 1 },
    inner: {
      type: "object",
      properties: { n: { type: "integer", minimum: 1 } },
      required: ["n"],
      additionalProperties: false,
    },
  });
  expect((result.property("validated", "x") as { required: string[] }).required).not.toContain("maybe");
});

test("@Param says what types cannot, from constants", () => {
  expect(result.tool("param").inputSchema.properties).toEqual({
    first: { type: "integer", minimum: 1, maximum: 50, examples: [2], deprecated: true },
    b: { type: "string", enum: ["a", "b"], default: "a" },
    c: { type: "array", items: { type: "string" }, minItems: 1, uniqueItems: true },
  });
  expect(result.tool("param").params.map(({ name }) => name)).toEqual(["first", "b", "c"]);
});

test("@Param is stronger than the doc comment, and that than class-validator", () => {
  expect(result.property("precedence", "a")).toEqual({
    type: "number",
    minimum: 1,
    maximum: 5,
    description: "stronger",
  });
  expect(properties("merged")).toEqual({ n: { type: "number", minimum: 2, maximum: 9 } });
});

test.each([
  ["computed", "S206", "Math.random()"],
  ["contradiction", "S205", "no value fits"],
  ["misfit", "S205", "minLength"],
  ["stranger", "S205", '"z"'],
])("%s is refused with %s", (method, code, says) => {
  expect(result.has(method)).toBe(false);
  expect(result.of(method)).toEqual([expect.objectContaining({ code, parameter: "a", severity: "error" })]);
  expect(result.of(method)[0]?.message).toContain(says);
});

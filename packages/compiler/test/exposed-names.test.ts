import { compiled, skillClass } from "./support/compiled";

const result = compiled({
  "subject.ts": skillClass(
    `
    /** @param loan.bookId The book's number. */
    @Tool() documented(loan: Loan) {}
    /** @param loan.days How long. */
    @Tool() destructured({ bookId, days = 7 }: Loan) {}
    @Tool() partly(loan: Partial<Loan>) {}
    @Tool() extended(loan: Extended) {}
    @Tool() generic(page: Page<string>) {}
    @Tool() sends(): Loan { return new Loan(); }
    @Tool() needed(x: Needed) {}
    @Tool() twice(x: Twice) {}
    @Tool() computed(x: Computed) {}
    `,
    `
    import { Exclude, Expose } from "class-transformer";
    import { IsInt, IsOptional, IsString, IsUrl } from "class-validator";
    const NAMES = { book: "book_id" } as const;
    class Loan {
      @Expose({ name: NAMES.book }) @IsString() bookId!: string;
      @IsInt() days?: number;
      @Exclude() secret?: string;
    }
    class Extended extends Loan { @IsOptional() @IsUrl() link!: string; @IsUrl({}, { validateIf: () => true }) other?: string }
    class Page<T> { @Expose({ name: "page_items" }) items!: T[]; @IsString() next?: string }
    class Needed { @Exclude() secret!: string; open!: string }
    class Twice { @Expose({ name: "id" }) own!: string; id!: string }
    class Computed { @Expose({ name: String(Math.random()) }) own!: string }
    `,
  ),
});

function input(tool: string): { properties: object; required?: string[] } {
  const { properties = {} } = result.tool(tool).inputSchema;
  return Object.values(properties)[0] as { properties: object; required?: string[] };
}

test("a member is documented by the name of its property", () => {
  expect(input("documented").properties).toEqual({
    book_id: { type: "string", description: "The book's number." },
    days: { type: "integer" },
  });
});

test("a destructured instance takes its properties, with their defaults, from the input's names", () => {
  const { inputSchema, params } = result.tool("destructured");
  expect(inputSchema).toMatchObject({
    properties: { book_id: { type: "string" }, days: { default: 7, description: "How long." } },
    required: ["book_id"],
  });
  expect(params).toMatchObject([{ kind: "fields", fields: ["book_id", "days"] }]);
});

test("what is no instance has the names and the optional members of its type", () => {
  const { properties, required } = input("partly");
  expect(Object.keys(properties)).toEqual(["bookId", "days", "secret"]);
  expect(required).toBeUndefined();
});

test("subclasses and generic classes are as their declarations say", () => {
  expect(Object.keys(input("extended").properties).sort()).toEqual(["book_id", "days", "link", "other"]);
  expect(input("extended").required?.sort()).toEqual(["book_id", "days"]);
  expect(Object.keys(input("generic").properties)).toEqual(["page_items", "next"]);
  expect(input("generic").required).toEqual(["page_items", "next"]);
});

test("a result is what JSON makes of the instance", () => {
  expect(result.tool("sends").outputSchema).toMatchObject({
    properties: { bookId: { type: "string" }, days: { type: "integer" }, secret: { type: "string" } },
    required: ["bookId"],
  });
});

test.each([
  ["needed", "S205", "`x.secret` is required, but class-transformer takes it from no input"],
  ["twice", "S205", "takes two of its members from the input's id"],
  ["computed", "S206", "@Expose: name is not a constant"],
])("%s is refused with %s", (method, code, says) => {
  expect(result.has(method)).toBe(false);
  expect(result.of(method)).toEqual([expect.objectContaining({ code, parameter: "x", severity: "error" })]);
  expect(result.of(method)[0]?.message).toContain(says);
});

import { secondOpinion, type SecondOpinions } from "@skills/compiler";
import type { Reason } from "../src/second-opinion/reasons";
import { DECLARATIONS, KINDS } from "./kinds";
import { skillClass } from "./support/compiled";
import { TempProject, WITH_NODE } from "./support/project";
import { opinionsOn } from "./support/second-opinions";

/** Why typescript-json-schema differs from the expected schema of a kind. Every other kind is the same to both. */
const EXPECTED: { [type: string]: Reason[] } = {
  Int: ["limits"],
  Latitude: ["limits"],
  "Latitude | null": ["limits"],
  "Page<Int>": ["limits"],
  "Either<Int, Latitude>": ["limits"],
  "Page<Int> | Other<Latitude>": ["limits"],
  "Pages<Int, string>": ["limits"],
  "Record<'a', Int>": ["limits"],
  "Array<Latitude>": ["limits"],
  "[first: string, ...rest: Int[]]": ["limits"],
  "Readonly<Merged>": ["failures"],
  "Unboxed<Page<Merged>>": ["failures"],
  "{}": ["failures"],
  "readonly Int[]": ["failures", "limits"],
  "{ [key: `x-${string}`]: number }": ["patterns"],
  "Record<`x-${string}`, number>": ["patterns"],
  "Readonly<Record<`x-${string}`, number>>": ["patterns"],
  "{ [day: `d${string}`]: Date; [end: `e${string}`]: Date; id: string }": ["patterns"],
  Computed: ["enums"],
  "Record<string, number>": ["indexes"],
  "Record<string, Latitude>": ["indexes", "limits"],
  Kept: ["indexes"],
  Names: ["builtIns"],
  bigint: ["bigints"],
  URL: ["builtIns"],
  Uint8Array: ["builtIns"],
  Buffer: ["builtIns"],
  "Set<Int>": ["builtIns", "limits"],
  "Map<string, Int>": ["builtIns", "limits"],
  "Map<'a' | 'b', number>": ["builtIns"],
  "`user_${number}`": ["templates"],
  "Uppercase<string>": ["templates"],
  "'a' | 'b' | (string & {})": ["brands"],
  Brand: ["brands"],
  Marked: ["brands"],
  "{ f?: () => void; b: string; m?(): void }": ["members"],
};

const projects: TempProject[] = [];
afterAll(() => {
  for (const made of projects) made.remove();
});

function project(files: { [path: string]: string | object }): TempProject {
  const made = new TempProject(files);
  projects.push(made);
  return made;
}

describe("where typescript-json-schema has another schema for a kind of type, the known reason is found", () => {
  const variables = KINDS.map(({ type }, index) => `let value${String(index)}: ${type};`).join("\n");
  const kinds = project({
    "tsconfig.json": WITH_NODE,
    "kinds.ts": `import type { Int } from "@skills/core"; ${DECLARATIONS} ${variables}`,
  });
  const opinions = opinionsOn(kinds, "kinds.ts");

  test.each(KINDS.map(({ type, schema }, index) => [type, schema, index] as const))(
    "%s",
    (type, schema, index) => {
      const found = opinions.get(`value${String(index)}`)?.(schema);
      expect(found?.unexplained).toEqual([]);
      expect([...new Set(found?.reasons.map(({ reason }) => reason))]).toEqual(EXPECTED[type] ?? []);
    },
  );

  test("and every expectation is of a kind that is tested", () => {
    const tested = KINDS.map(({ type }) => type);
    expect(Object.keys(EXPECTED).filter((type) => !tested.includes(type))).toEqual([]);
  });
});

function inspected(members: string, before = "") {
  const found = secondOpinion(project({ "subject.ts": skillClass(members, before) }).root);
  if (!found) throw new Error("typescript-json-schema is not installed");
  return found;
}

/** `parameter.path: reason`, of all that was explained. */
function reasonsOf({ explained }: SecondOpinions): string[] {
  return explained.map(({ parameter, path, reason }) => `${[parameter, path].join(" ").trim()}: ${reason}`);
}

test("what both describe alike is counted, and what differs for a known reason is placed with it", () => {
  const found = inspected(
    `
      @Tool() same(text: string, list?: number[], tree: Tree | null = null) {}
      @Tool() differs(
        text: string,
        ids: Set<string>,
      ) {}`,
    "interface Tree { kids: Tree[]; name: string }",
  );
  expect(found).toMatchObject({ compared: 5, alike: 4, diagnostics: [] });
  expect(found.explained).toEqual([
    {
      file: "subject.ts",
      line: 9,
      class: "Subject",
      method: "differs",
      parameter: "ids",
      path: "",
      reason: "builtIns",
      why: expect.stringContaining("built-in object") as string,
    },
  ]);
});

test("a difference without a known reason is a warning of its own, beside those that are explained", () => {
  const found = inspected(
    "@Tool() order(order: Order) {}",
    `interface Item {
      /** @ignore */
      sku: string;
    }
    interface Order { tags: Set<string>; items: Item[] }`,
  );
  expect(found.diagnostics).toEqual([
    {
      code: "S243",
      severity: "warning",
      file: "subject.ts",
      line: 9,
      class: "Subject",
      method: "order",
      parameter: "order",
      message: expect.stringMatching(/no known reason.*: items\[\]\.sku: /) as string,
      help: expect.any(String) as string,
    },
  ]);
  expect(reasonsOf(found)).toEqual(["order tags: builtIns"]);
});

test("limits are explained wherever they are said", () => {
  const found = inspected(
    `
      /** @param count how many @maximum 9
       *  @param options.depth how deep @minimum 1 */
      @Tool() find(count: number, @Param({ minLength: 3 }) text: string, options: { depth: number }, sku: Sku[]) {}
      @Tool() save(@Param({ type: () => Person }) person: Person) {}`,
    `import { IsEmail, IsInt, IsOptional, MaxLength } from "class-validator";
    /** @pattern ^[A-Z]+$ */ type Sku = string;
    export class Person {
      @IsEmail() mail!: string;
      @IsOptional() @IsInt() age!: number;
      @MaxLength(9, { each: true }) names!: string[];
      country: string = "DE";
    }`,
  );
  expect(found.diagnostics).toEqual([]);
  expect(reasonsOf(found)).toEqual([
    "count: limits",
    "text: limits",
    "options depth: limits",
    "sku []: limits",
    "person age: presence",
    "person country: presence",
    "person mail: limits",
    "person age: limits",
    "person names: limits",
  ]);
});

test("recursive types are explained once, at the first place where they stand", () => {
  const found = inspected(
    "@Tool() find(first: Expr, graph: A) {}",
    `type Expr = { op: "and"; of: Expr[] } | { op: "not"; of: Expr } | { op: "eq"; on: Date; count: Int };
    interface A { bs: B[]; a?: A; tags: Set<string> }
    interface B { a: A; c: C; ids: Set<string> }
    interface C { a?: A; b?: B; c?: C | null }`,
  );
  expect(found.diagnostics).toEqual([]);
  expect(reasonsOf(found)).toEqual([
    "first count: limits",
    "graph bs[].ids: builtIns",
    "graph tags: builtIns",
  ]);
});

test("types that both take for the same are so, however either writes them", () => {
  const found = inspected(
    "@Tool() take(any: unknown, object: object, union: boolean | 'maybe' | null, words: Words) {}",
    `interface Item { text: string; next: Item | null }
    interface Words { default: Item; enum: [Item, Item]; required?: Item }`,
  );
  expect(found).toMatchObject({ compared: 4, alike: 4, explained: [], diagnostics: [] });
});

test("names and members that only JSON or only the class has are explained", () => {
  const found = inspected(
    "@Tool() save(@Param({ type: () => Person }) person: Person) {}",
    `import { Expose } from "class-transformer";
    export class Person {
      @Expose({ name: "full_name" }) fullName!: string;
      protected secret!: string;
      get initials(): string { return ""; }
    }`,
  );
  expect(found.diagnostics).toEqual([]);
  expect(reasonsOf(found)).toEqual([
    "person full_name: names",
    "person secret: members",
    "person initials: members",
  ]);
});

test("that package prints nothing of its own", () => {
  const written = jest.spyOn(console, "warn");
  inspected("@Tool() save(at: At) {}", "enum At { Here = Number(1) }");
  expect(written).not.toHaveBeenCalled();
  written.mockRestore();
});

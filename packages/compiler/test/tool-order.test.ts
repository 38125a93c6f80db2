import { compiled, skillClass } from "./support/compiled";

// What a type has been described as for one tool may be used for the next: never so that the next one shows it.
const DECLARATIONS = `
  type Status = "open" | "paid"; type Renamed = Status;
  interface Plain { status: Status; renamed?: Renamed | null; at: Date }
  interface Left { right?: Right; plain: Plain } interface Right { left?: Left; plain: Plain }
  type Expression = number | Sum; interface Sum { left: Expression; right: Expression }
  interface HoldsSum { sum: Sum; plain: Plain }
  interface Loose { any: any; plain: Plain } interface HoldsLoose { loose: Loose }
  interface Bad { plain: Plain; back?: Good; bad: symbol } interface Good { bad: Bad; plain: Plain }
  class Dto { city!: string } interface HoldsDto { dto: Dto }
  interface Page<T> { items: T[]; plain: Plain }
  interface Base<T> { value: T } interface Derived extends Base<Int> { plain: Plain }
  interface Kept { status: "refunded" | "closed" } type Copied = { [Key in keyof Kept]: Kept[Key] };
  const derived: Derived = { value: 1, plain: { status: "paid", at: new Date() } };
`;
const METHODS = [
  "plain(x: Plain, y: Status)",
  "twice(x: Plain, y: Plain)",
  "listed(x: Plain[], y: Renamed | null)",
  "left(x: Left)",
  "right(x: Right)",
  "expression(x: Expression)",
  "sum(x: Sum, y: Expression)",
  "holdsSum(x: HoldsSum)",
  "loose(x: Loose)",
  "holdsLoose(x: HoldsLoose)",
  "bad(x: Plain, y: Bad)",
  "good(x: Good)",
  "dto(@Param({ type: () => Dto }) x: Dto)",
  "holdsDto(x: HoldsDto)",
  "page(x: Page<Plain>, y: Page<Int>)",
  "numbers(x: Page<number>)",
  'ofMember(x: Copied["status"][])',
  'keys(x: Record<"refunded" | "closed", number>)',
  'partialKeys(x: Readonly<Partial<Record<"refunded" | "closed", number>>>)',
  'pickedKeys(x: Pick<Record<"refunded" | "closed" | "late", number>, "refunded" | "closed">)',
  'keysOfBoth(x: Record<"b" | `state-${"refunded" | "closed"}`, number>)',
  'closing(x: "closed" | "refunded")',
  "inferred(x = derived)",
  "declared(x: Derived)",
  "anonymous(x: { plain: Plain; own: { a: Status } })",
];

const inOrder = (methods: readonly string[]) =>
  compiled({
    "subject.ts": skillClass(
      methods.map((method) => `@Tool() ${method} { return x; }`).join("\n"),
      DECLARATIONS,
    ),
  });
const forwards = inOrder(METHODS);
const backwards = inOrder([...METHODS].reverse());

describe.each(METHODS.map((method) => method.slice(0, method.indexOf("("))))(
  "%s, described after the other tools as before them",
  (method) => {
    test("has the same schemas", () => {
      const tools = [forwards, backwards].map((result) => result.manifest.skills[0]?.tools ?? []);
      const [first, second] = tools.map((all) => all.find((tool) => tool.method === method));
      expect(second).toEqual(first);
      expect(JSON.stringify(second)).toBe(JSON.stringify(first));
    });

    test("has the same diagnostics", () => {
      const messages = (result: typeof forwards) => result.of(method).map(({ message }) => message);
      expect(messages(backwards)).toEqual(messages(forwards));
    });
  },
);

test("the tools are those that can be described, and each is told of what is wrong with it", () => {
  expect(METHODS.filter((method) => !forwards.has(method.slice(0, method.indexOf("("))))).toEqual([
    "bad(x: Plain, y: Bad)",
    "good(x: Good)",
  ]);
  const told = ["loose", "holdsLoose", "bad", "good", "holdsDto"];
  expect(told.filter((method) => forwards.of(method).length === 0)).toEqual([]);
});

test("keys come in the order in which they were written", () => {
  for (const method of ["keys", "partialKeys", "pickedKeys"])
    expect(Object.keys(forwards.property(method, "x")?.properties as object)).toEqual(["refunded", "closed"]);
});

test("a type that was inferred has the names of what it extends", () => {
  expect(forwards.property("inferred", "x")).toEqual(forwards.property("declared", "x"));
  expect(forwards.property("inferred", "x")).toMatchObject({ properties: { value: { type: "integer" } } });
});

import { compiled, skillClass } from "./support/compiled";

const int = { type: "integer" };
const lat = { type: "number", minimum: 2 };
const lng = { type: "number", maximum: 1 };
const name = { type: "string", minLength: 3 };

/** Where the checker has only `number`, and the schema what the alias says all the same. */
const TYPES: [type: string, schema: object][] = [
  ["Int | undefined", int],
  ["Maybe", lat],
  ["(Lat | undefined)[]", { type: "array", items: lat }],
  ["{ q: Lat | undefined }", { properties: { q: lat } }],
  ["NonNullable<Lat | null>", lat],
  ["NonNullable<A['o']>", lat],
  ["Partial<Record<'a', Int>>", { properties: { a: int } }],
  ["Pick<Record<'a' | 'b', Lat>, 'a'>", { properties: { a: lat } }],
  ["Readonly<Required<Record<'a', Int>>>", { properties: { a: int } }],
  ["Record<'a', Int>['a']", int],
  ["Box<Record<'a', Lat>>", { properties: { a: { properties: { v: lat } } } }],
  ["Page<Lat>['items']", { items: lat }],
  ["Page<Lat>['first']", lat],
  ["Lats[number]", lat],
  ["A['l'][number]", lat],
  ["Page<Int>['items'][number]", int],
  ["Lat | Lng", { anyOf: [lat, lng] }],
  ["Lng | null | Lat", { anyOf: [lng, lat, { type: "null" }] }],
  ["(Lat | Lng)[]", { type: "array", items: { anyOf: [lat, lng] } }],
  ["Name | 'x'", { anyOf: [name, { type: "string", const: "x" }] }],
  ["Required<A>", { properties: { l: { items: lat }, o: lat } }],
];

const UNLIMITED = ["Lat | number", "number | Lng", "Int | number", "Int | Lat | number"];

const result = compiled({
  "subject.ts": skillClass(
    [
      ...TYPES.map(([type], at) => `@Tool() t${String(at)}(x: ${type}) {}`),
      ...UNLIMITED.map((type, at) => `@Tool() u${String(at)}(x: ${type}) {}`),
    ].join("\n"),
    `/** @minimum 2 */ type Lat = number;
     /** @maximum 1 */ type Lng = number;
     /** @minLength 3 */ type Name = string;
     type Maybe = Lat | undefined;
     type Lats = Lat[];
     interface A { l: Lat[]; o?: Lat }
     interface Page<T> { items: T[]; first: T }
     type Box<T> = { [K in keyof T]: { v: T[K] } };`,
  ),
});

test.each(TYPES.map(([type, schema], at) => [type, schema, at] as const))(
  "an alias of a primitive keeps its name in %s",
  (_, schema, at) => {
    expect(result.property(`t${String(at)}`, "x")).toMatchObject(schema);
  },
);

test.each(UNLIMITED.map((type, at) => [type, at] as const))("%s has no limits", (_, at) => {
  expect(result.property(`u${String(at)}`, "x")).toEqual({ type: "number" });
});

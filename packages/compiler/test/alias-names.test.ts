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
  ["Exclude<Lat | string | null, null>", { anyOf: [lat, { type: "string" }] }],
  ["Extract<Lat | string, number>", lat],
  ["ReturnType<() => Lat>", lat],
  ["Awaited<ReturnType<typeof read>>", lat],
  ["Awaited<Promise<Page<Lat>>>", { properties: { first: lat } }],
  ["typeof LAT", lat],
  ["Side<string>", { anyOf: [lat, lng] }],
  ["Only<Lat>", { properties: { v: lat } }],
  ["[Name, Lat][1]", lat],
  ["[Name, Lat][number]", { anyOf: [name, lat] }],
  ["B['lat' | 'name']", { anyOf: [lat, name] }],
  ["B[keyof B]", { anyOf: [lat, name] }],
  ["Box<B>", { properties: { lat: { properties: { v: lat } }, name: { properties: { v: name } } } }],
  ["Deep<{ in: B }>", { properties: { in: { properties: { lat, name } } } }],
  ["Partial<B>['lat']", lat],
  ["Pick<B, 'lat'>['lat']", lat],
  ["Readonly<Lat[]>", { items: lat }],
  ["By['m']['x']", lat],
  ["Renamed<B>", { properties: { get_lat: lat, get_name: name } }],
  ["Partial<Renamed<B>>", { properties: { get_lat: lat } }],
  ["Renamed<B>['get_lat']", lat],
  ["Swapped", { properties: { lat: name, name: lat } }],
  ["Without<B, 'name'>", { properties: { lat } }],
  ["Renamed<Record<'a', Lat>>", { properties: { get_a: lat } }],
  ["{ [K in 'a' | 'b' as Uppercase<K>]: Lat }", { properties: { A: lat, B: lat } }],
  ["Numbered", { properties: { n1: lat, n2: name } }],
  ["typeof COPY", lat],
  ["Required<A>", { properties: { l: { items: lat }, o: lat } }],
];

const UNLIMITED = [
  "Lat | number",
  "number | Lng",
  "Int | number",
  "Int | Lat | number",
  "Or<number>",
  "Inner<number[]>",
  "Side<1> | number",
  "Either['lat']",
  "typeof HIGHER.own",
];

/** Members that one of several values gives, or a type parameter that stands for less than its limits. */
const UNLIMITED_MEMBERS = ["Pick<Either, 'lat'>", "typeof SPREAD", "{ lat: typeof HIGHER.own }", "Copied"];

/** Initial values whose limits nobody can know where they are used. */
const UNLIMITED_INITIAL = ["HIGHER.own", "HIGHER.get()", "call()"];

/** Initial values that have their type from an alias. */
const INITIAL = [
  "LAT",
  "COPY",
  "DEFAULTS.lat",
  "DEFAULTS.deep.lat",
  "Settings.lat",
  "(LAT)",
  "LAT!",
  "3 as Lat",
  "<Lat>3",
  "COPY satisfies number",
  "make()",
];

const result = compiled({
  "subject.ts": skillClass(
    [
      ...TYPES.map(([type], at) => `@Tool() t${String(at)}(x: ${type}) {}`),
      ...INITIAL.map((value, at) => `@Tool() i${String(at)}(x = ${value}, y = [] as (typeof x)[]) {}`),
      "@Tool() settings(x: Settings) {}",
      "@Tool() lost(x: Parameters<(a: Lat, b: string) => void>, y: { of: Item<Lat[]> }, z: Folded) {}",
      "@Tool() constrained<T extends Lat | null, U extends Name>(x: T, y: U[]) {}",
      ...UNLIMITED.map((type, at) => `@Tool() u${String(at)}(x: ${type}) {}`),
      ...UNLIMITED_MEMBERS.map((type, at) => `@Tool() m${String(at)}(x: ${type}) {}`),
      ...UNLIMITED_INITIAL.map((value, at) => `@Tool() v${String(at)}(x = ${value}) {}`),
    ].join("\n"),
    `/** @minimum 2 */ type Lat = number;
     /** @maximum 1 */ type Lng = number;
     /** @minLength 3 */ type Name = string;
     type Maybe = Lat | undefined;
     type Lats = Lat[];
     interface A { l: Lat[]; o?: Lat }
     interface Page<T> { items: T[]; first: T }
     type Box<T> = { [K in keyof T]: { v: T[K] } };
     interface B { lat: Lat; name: Name }
     interface By { m: { [key: string]: Lat } }
     type Side<T> = T extends string ? Lat : Lng;
     type Only<T> = T extends number ? { v: T } : never;
     type Deep<T> = { [K in keyof T]: T[K] extends object ? Deep<T[K]> : T[K] };
     type Or<T> = T | Lat;
     type Inner<T> = T extends (infer U)[] ? U : Lat;
     type Item<T> = T extends (infer U)[] ? U : never;
     type Renamed<T> = { [K in keyof T as \`get_\${K & string}\`]: T[K] };
     type Swapped = { [K in keyof B as K extends "lat" ? "name" : "lat"]: B[K] };
     type Without<T, N> = { [K in keyof T as Exclude<K, N>]: T[K] };
     type Numbered = { [K in keyof { 1: Lat; 2: Name } as \`n\${K}\`]: { 1: Lat; 2: Name }[K] };
     type Either = { lat: Lat } | { lat: number };
     interface Both { lat: Lat; plain: number }
     type Folded = { [K in keyof Both as 'lat']: Both[K] };
     class Higher<T extends Lat> { own!: T; get(): T { return this.own; } }
     declare const HIGHER: Higher<number>;
     declare const call: Call<number>;
     type Call<T extends Lat> = () => T;
     class Copied { lat = HIGHER.own; }
     declare const GIVEN: { lat?: number };
     const SPREAD = { ...{ lat: LAT }, ...GIVEN };
     declare function read(): Promise<Lat>;
     declare function make(): Lat;
     declare const LAT: Lat;
     const COPY = LAT;
     const DEFAULTS = { lat: 3 as Lat, deep: { lat: COPY } } as const;
     class Settings { static lat: Lat = 3; copied = LAT; made = make(); }`,
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

test.each(UNLIMITED_MEMBERS.map((type, at) => [type, at] as const))("no member of %s has limits", (_, at) => {
  expect(result.property(`m${String(at)}`, "x")).toMatchObject({ properties: { lat: { type: "number" } } });
  expect(JSON.stringify(result.property(`m${String(at)}`, "x"))).not.toContain("minimum");
});

test.each(UNLIMITED_INITIAL.map((value, at) => [value, at] as const))(
  "a default %s sets no limits",
  (_, at) => {
    expect(result.property(`v${String(at)}`, "x")).toEqual({ type: "number" });
  },
);

test.each(INITIAL.map((value, at) => [value, at] as const))(
  "an alias of a primitive keeps its name in a parameter that is typed by its default %s",
  (_, at) => {
    expect(result.property(`i${String(at)}`, "x")).toMatchObject(lat);
    expect(result.property(`i${String(at)}`, "y")).toMatchObject({ items: lat });
  },
);

test("an alias of a primitive keeps its name in members that are typed by their initial values", () => {
  expect(result.property("settings", "x")).toMatchObject({ properties: { copied: lat, made: lat } });
});

test("a type parameter takes what the alias in its constraint takes", () => {
  expect(result.property("constrained", "x")).toMatchObject({ minimum: 2 });
  expect(result.property("constrained", "y")).toEqual({ type: "array", items: name });
});

test("a type that maps itself deep down is followed without delay", () => {
  const deep = Array.from({ length: 12 }).reduce<string>((inner) => `{ a: ${inner}; b: Lat }`, "Lat");
  const nested = compiled({
    "subject.ts": skillClass(
      "@Tool() mapped(x: Deep<P>) {} @Tool() chosen(x: Chosen<P>) {}",
      `/** @minimum 2 */ type Lat = number;
       interface P { v: ${deep} }
       type Deep<T> = { [K in keyof T]?: T[K] extends object ? Deep<T[K]> : T[K] };
       type Chosen<T> = T extends object ? { [K in keyof T]?: Chosen<T[K]> } : T;`,
    ),
  });
  for (const tool of ["mapped", "chosen"])
    expect(JSON.stringify(nested.property(tool, "x")).match(/"minimum":2/g)).toHaveLength(13);
});

test("limits that cannot be followed are told of, and no others", () => {
  expect(result.property("lost", "x")).toMatchObject({
    prefixItems: [{ type: "number" }, { type: "string" }],
  });
  expect(
    result.of("lost").map(({ code, severity, parameter, message }) => [code, severity, parameter, message]),
  ).toEqual([
    [
      "S222",
      "warning",
      "x",
      expect.stringContaining(
        "worked out from Parameters<(a: Lat, b: string) => void>, in which the limits of Lat are lost",
      ),
    ],
    ["S222", "warning", "y", expect.stringContaining("`y.of` is worked out from Item<Lat[]>")],
    ["S222", "warning", "z", expect.stringContaining("`z.lat` is worked out from Folded")],
  ]);
  expect(result.diagnostics.filter(({ method }) => method !== "lost")).toEqual([]);
});

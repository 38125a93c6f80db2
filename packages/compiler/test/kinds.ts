/** One kind of type: how it is written, the schema that it gives at every depth, values for it and against it. */
export interface Kind {
  type: string;
  schema: object;
  yes: unknown[];
  no: unknown[];
}

/** Declarations that the kinds name. */
export const DECLARATIONS = `
  export enum Color { Red = "red", Blue = "blue" }
  export enum Level { Low, High = 5 }
  export enum Mixed { One = 1, Two = "two" }
  export const enum Fixed { X = "x", Y = "y" }
  export enum Computed { A = "abc".length, B = 2 }
  export const NAMES = ["z", "a", "m"] as const;
  export interface User { name: string; age: number; tags: string[] }
  export interface Page<T> { items: T[]; next?: string }
  export interface Other<T> { other: T }
  export type Either<A, B> = Page<A> | Other<B>;
  export type Pages<A, B> = Page<A> | Page<B>;
  export interface Indexed { a: string; [key: string]: string | number }
  export interface Loose<T> { id: T; [extra: string]: unknown }
  export interface Kept extends Loose<string> { k: number }
  export interface Names extends Array<string> {}
  export type Brand = string & { __brand: "Id" };
  declare const mark: unique symbol;
  export type Marked = number & { [mark]: true };
  export type Getters<T> = { [P in keyof T as \`get_\${string & P}\`]: T[P] };
  export type Deep<T> = T extends object ? { [P in keyof T]?: Deep<T[P]> } : T;
  export type Unboxed<T> = T extends { items: (infer U)[] } ? U : never;
  export interface Merged { a: string }
  export interface Merged { b?: number }
  export namespace First { export interface Item { a: string } }
  export namespace Second { export interface Item { b: string } }
  /** @minimum -90 @maximum 90 */
  export type Latitude = number;
`;

const string = { type: "string" };
const number = { type: "number" };
const user = object({ name: string, age: number, tags: { type: "array", items: string } });

function object(properties: { [name: string]: object }, optional: string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return {
    type: "object",
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

export const KINDS: Kind[] = [
  { type: "string", schema: string, yes: ["", "x"], no: [1, null, {}] },
  { type: "number", schema: number, yes: [1, -0.5], no: ["1", null] },
  { type: "boolean", schema: { type: "boolean" }, yes: [true, false], no: ["true", 0] },
  { type: "null", schema: { type: "null" }, yes: [null], no: [0, ""] },
  { type: "unknown", schema: {}, yes: [1, null, { a: [] }], no: [] },
  { type: "Int", schema: { type: "integer" }, yes: [1, -2], no: [1.5, "1"] },
  { type: "Latitude", schema: { type: "number", minimum: -90, maximum: 90 }, yes: [90], no: [91] },
  {
    type: "Latitude | null",
    schema: { anyOf: [{ type: "number", minimum: -90, maximum: 90 }, { type: "null" }] },
    yes: [null, 90],
    no: [91],
  },
  { type: "'c' | 'f'", schema: { type: "string", enum: ["c", "f"] }, yes: ["c"], no: ["x", 1] },
  { type: "1 | 2 | 10", schema: { type: "number", enum: [1, 2, 10] }, yes: [10], no: [3, "1"] },
  { type: "10 | 2 | 1", schema: { type: "number", enum: [10, 2, 1] }, yes: [10], no: [3] },
  { type: "'a' | 1", schema: { type: ["string", "number"], enum: ["a", 1] }, yes: ["a", 1], no: ["1", 2] },
  { type: "true", schema: { type: "boolean", const: true }, yes: [true], no: [false] },
  { type: "'only'", schema: { type: "string", const: "only" }, yes: ["only"], no: ["x"] },
  { type: "-3", schema: { type: "number", const: -3 }, yes: [-3], no: [3] },
  { type: "string | number", schema: { type: ["string", "number"] }, yes: ["a", 1], no: [true, null] },
  { type: "string | null", schema: { type: ["string", "null"] }, yes: ["a", null], no: [1] },
  { type: "null | string", schema: { type: ["string", "null"] }, yes: ["a", null], no: [1] },
  { type: "boolean | null", schema: { type: ["boolean", "null"] }, yes: [true, false, null], no: [0] },
  { type: "boolean | string", schema: { type: ["boolean", "string"] }, yes: [true, "x"], no: [null] },
  {
    type: "Color | null",
    schema: { type: ["string", "null"], enum: ["red", "blue", null] },
    yes: ["red", null],
    no: ["x"],
  },
  { type: "'a' | 'b' | (string & {})", schema: string, yes: ["a", "zzz"], no: [1] },
  {
    type: "'a' | number",
    schema: { anyOf: [{ type: "string", const: "a" }, number] },
    yes: ["a", 1],
    no: ["b"],
  },
  { type: "Color", schema: { type: "string", enum: ["red", "blue"] }, yes: ["red"], no: ["Red"] },
  { type: "Level", schema: { type: "number", enum: [0, 5] }, yes: [5], no: [1, "Low"] },
  { type: "Mixed", schema: { type: ["number", "string"], enum: [1, "two"] }, yes: [1, "two"], no: ["1"] },
  { type: "Fixed", schema: { type: "string", enum: ["x", "y"] }, yes: ["x"], no: ["X"] },
  { type: "Computed", schema: number, yes: [3], no: ["A"] },
  { type: "Level.High", schema: { type: "number", const: 5 }, yes: [5], no: [0] },
  { type: "keyof User", schema: { type: "string", enum: ["name", "age", "tags"] }, yes: ["age"], no: ["x"] },
  {
    type: "(typeof NAMES)[number]",
    schema: { type: "string", enum: ["z", "a", "m"] },
    yes: ["z"],
    no: ["x"],
  },
  {
    type: "Exclude<'q' | 'b' | 'c', 'b'>",
    schema: { type: "string", enum: ["q", "c"] },
    yes: ["q"],
    no: ["b"],
  },
  { type: "User['tags']", schema: { type: "array", items: string }, yes: [["x"]], no: ["x"] },
  { type: "User", schema: user, yes: [{ name: "a", age: 1, tags: [] }], no: [{ name: "a" }, null] },
  { type: "User | null", schema: { anyOf: [user, { type: "null" }] }, yes: [null], no: [{}] },
  { type: "User & {}", schema: user, yes: [{ name: "a", age: 1, tags: [] }], no: [{ name: "a" }] },
  {
    type: "User & { extra: boolean }",
    schema: object({
      name: string,
      age: number,
      tags: { type: "array", items: string },
      extra: { type: "boolean" },
    }),
    yes: [{ name: "a", age: 1, tags: [], extra: true }],
    no: [{ name: "a", age: 1, tags: [] }],
  },
  {
    type: "Omit<User, 'age' | 'tags'>",
    schema: object({ name: string }),
    yes: [{ name: "a" }],
    no: [{}, { name: "a", age: 1 }],
  },
  {
    type: "Pick<User, 'age' | 'name'>",
    schema: object({ name: string, age: number }),
    yes: [{ name: "a", age: 1 }],
    no: [{}],
  },
  {
    type: "Partial<Pick<User, 'age'>>",
    schema: object({ age: number }, ["age"]),
    yes: [{}, { age: 1 }],
    no: [{ age: null }],
  },
  {
    type: "Readonly<Merged>",
    schema: object({ a: string, b: number }, ["b"]),
    yes: [{ a: "x" }],
    no: [{ b: 1 }],
  },
  {
    type: "Required<Merged>",
    schema: object({ a: string, b: number }),
    yes: [{ a: "x", b: 1 }],
    no: [{ a: "x" }],
  },
  {
    type: "Getters<Merged>",
    schema: object({ get_a: string, get_b: number }, ["get_b"]),
    yes: [{ get_a: "x" }],
    no: [{ a: "x" }],
  },
  {
    type: "Deep<{ a: { b: string } }>",
    schema: object({ a: object({ b: string }, ["b"]) }, ["a"]),
    yes: [{}, { a: {} }],
    no: [{ a: { b: 1 } }],
  },
  {
    type: "Unboxed<Page<Merged>>",
    schema: object({ a: string, b: number }, ["b"]),
    yes: [{ a: "" }],
    no: [{}],
  },
  { type: "First.Item", schema: object({ a: string }), yes: [{ a: "" }], no: [{ b: "" }] },
  { type: "Second.Item", schema: object({ b: string }), yes: [{ b: "" }], no: [{ a: "" }] },
  {
    type: "Page<Int>",
    schema: object({ items: { type: "array", items: { type: "integer" } }, next: string }, ["next"]),
    yes: [{ items: [1] }],
    no: [{ items: [1.5] }],
  },
  {
    type: "Record<string, number>",
    schema: { type: "object", additionalProperties: number },
    yes: [{}, { a: 1 }],
    no: [{ a: "x" }],
  },
  {
    type: "Record<string, never>",
    schema: object({}),
    yes: [{}],
    no: [{ a: 1 }, "", []],
  },
  {
    type: "[first: string, ...others: string[], last: string]",
    schema: { type: "array", prefixItems: [string], minItems: 2, items: string },
    yes: [
      ["a", "b"],
      ["a", "b", "c"],
    ],
    no: [["a"], ["a", 1]],
  },
  {
    type: "{ [day: `d${string}`]: Date; [end: `e${string}`]: Date; id: string }",
    schema: {
      ...object({ id: string }),
      patternProperties: {
        "^d[\\s\\S]*$": { type: "string", format: "date-time" },
        "^e[\\s\\S]*$": { type: "string", format: "date-time" },
      },
    },
    yes: [{ id: "a" }, { id: "a", d1: "2020-01-01T00:00:00Z" }],
    no: [
      { id: "a", d1: "x" },
      { id: "a", f1: "2020-01-01T00:00:00Z" },
    ],
  },
  {
    type: "Record<string, Latitude>",
    schema: { type: "object", additionalProperties: { type: "number", minimum: -90, maximum: 90 } },
    yes: [{ a: 1 }],
    no: [{ a: 91 }],
  },
  ...["Either<Int, Latitude>", "Page<Int> | Other<Latitude>"].map((type) => ({
    type,
    schema: {
      anyOf: [
        object({ items: { type: "array", items: { type: "integer" } }, next: string }, ["next"]),
        object({ other: { type: "number", minimum: -90, maximum: 90 } }),
      ],
    },
    yes: [{ items: [1] }, { other: 90 }],
    no: [{ items: [1.5] }, { other: 91 }],
  })),
  {
    type: "Pages<Int, string>",
    schema: {
      anyOf: [
        object({ items: { type: "array", items: { type: "integer" } }, next: string }, ["next"]),
        object({ items: { type: "array", items: string }, next: string }, ["next"]),
      ],
    },
    yes: [{ items: [1] }, { items: ["a"] }],
    no: [{ items: [1.5] }],
  },
  {
    type: "Record<'a', Int>",
    schema: object({ a: { type: "integer" } }),
    yes: [{ a: 1 }],
    no: [{ a: 1.5 }],
  },
  {
    type: "Record<'a' | 'b', number>",
    schema: object({ a: number, b: number }),
    yes: [{ a: 1, b: 2 }],
    no: [{ a: 1 }],
  },
  {
    type: "Partial<Record<Color, number>>",
    schema: object({ red: number, blue: number }, ["red", "blue"]),
    yes: [{}, { red: 1 }],
    no: [{ green: 1 }],
  },
  {
    type: "Indexed",
    schema: {
      type: "object",
      properties: { a: string },
      required: ["a"],
      additionalProperties: { type: ["string", "number"] },
    },
    yes: [{ a: "x", b: 1 }],
    no: [{ b: 1 }, { a: "x", b: true }],
  },
  {
    type: "Kept",
    schema: {
      type: "object",
      properties: { k: number, id: string },
      required: ["k", "id"],
      additionalProperties: {},
    },
    yes: [{ k: 1, id: "a", more: [] }],
    no: [{ k: 1 }],
  },
  {
    type: "{ [key: `x-${string}`]: number }",
    schema: { type: "object", patternProperties: { "^x-[\\s\\S]*$": number }, additionalProperties: false },
    yes: [{ "x-a": 1 }],
    no: [{ a: 1 }, { "x-a": "1" }],
  },
  ...["Record<`x-${string}`, number>", "Readonly<Record<`x-${string}`, number>>"].map((type) => ({
    type,
    schema: { type: "object", patternProperties: { "^x-[\\s\\S]*$": number }, additionalProperties: false },
    yes: [{}, { "x-a": 1 }],
    no: [{ a: 1 }, { "x-a": "1" }],
  })),
  { type: "object", schema: { type: "object" }, yes: [{}, { a: 1 }], no: ["x", null] },
  {
    type: "{}",
    schema: { type: ["string", "number", "boolean", "object", "array"] },
    yes: [1, {}, []],
    no: [null],
  },
  { type: "string[]", schema: { type: "array", items: string }, yes: [[], ["a"]], no: ["a", [1]] },
  { type: "readonly Int[]", schema: { type: "array", items: { type: "integer" } }, yes: [[1]], no: [[1.5]] },
  {
    type: "Array<Latitude>",
    schema: { type: "array", items: { type: "number", minimum: -90, maximum: 90 } },
    yes: [[1]],
    no: [[91]],
  },
  { type: "Names", schema: { type: "array", items: string }, yes: [["a"]], no: [[1]] },
  {
    type: "[string, number?]",
    schema: { type: "array", prefixItems: [string, number], minItems: 1, items: false },
    yes: [["a"], ["a", 1]],
    no: [[], ["a", 1, 2], [1]],
  },
  {
    type: "[first: string, ...rest: Int[]]",
    schema: { type: "array", prefixItems: [string], minItems: 1, items: { type: "integer" } },
    yes: [["a"], ["a", 1, 2]],
    no: [[], ["a", 1.5]],
  },
  {
    type: "[string] | []",
    schema: {
      anyOf: [
        { type: "array", prefixItems: [string], minItems: 1, items: false },
        { type: "array", maxItems: 0 },
      ],
    },
    yes: [[], ["a"]],
    no: [[1], ["a", "b"]],
  },
  {
    type: "Date",
    schema: { type: "string", format: "date-time" },
    yes: ["2024-01-01T00:00:00Z"],
    no: ["yesterday", 1],
  },
  { type: "bigint", schema: { type: "integer" }, yes: [1], no: [1.5, "1"] },
  { type: "URL", schema: { type: "string", format: "uri" }, yes: ["https://a.example/"], no: ["not a uri"] },
  { type: "Uint8Array", schema: { type: "string", contentEncoding: "base64" }, yes: ["AAA="], no: [[0]] },
  { type: "Buffer", schema: { type: "string", contentEncoding: "base64" }, yes: ["AAA="], no: [{}] },
  {
    type: "Set<Int>",
    schema: { type: "array", items: { type: "integer" }, uniqueItems: true },
    yes: [[1, 2]],
    no: [[1, 1]],
  },
  {
    type: "Map<string, Int>",
    schema: { type: "object", additionalProperties: { type: "integer" } },
    yes: [{ a: 1 }],
    no: [{ a: "x" }],
  },
  {
    type: "Map<'a' | 'b', number>",
    schema: { type: "object", propertyNames: { enum: ["a", "b"] }, additionalProperties: number },
    yes: [{ a: 1 }],
    no: [{ c: 1 }],
  },
  {
    type: "`user_${number}`",
    schema: { type: "string", pattern: "^user_-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?$" },
    yes: ["user_1", "user_-2.5"],
    no: ["user_", "user_q", "xuser_1"],
  },
  {
    type: "`${'a' | 'b'}-${'x' | 'y'}`",
    schema: { type: "string", enum: ["a-x", "a-y", "b-x", "b-y"] },
    yes: ["a-x"],
    no: ["a-", "x-a"],
  },
  { type: "Uppercase<string>", schema: { type: "string", pattern: "^[^a-z]*$" }, yes: ["AB"], no: ["aB"] },
  { type: "Brand", schema: string, yes: ["x"], no: [1] },
  { type: "Marked", schema: number, yes: [1], no: ["1"] },
  {
    type: "{ kind: 'circle'; r: number } | { kind: 'square'; side: number; r?: never }",
    schema: {
      anyOf: [
        object({ kind: { type: "string", const: "circle" }, r: number }),
        object({ kind: { type: "string", const: "square" }, side: number }),
      ],
    },
    yes: [
      { kind: "circle", r: 1 },
      { kind: "square", side: 1 },
    ],
    no: [
      { kind: "circle", side: 1 },
      { kind: "square", side: 1, r: 1 },
    ],
  },
  {
    type: "{ a: number } & ({ b: string } | { c: string })",
    schema: { anyOf: [object({ a: number, b: string }), object({ a: number, c: string })] },
    yes: [
      { a: 1, b: "" },
      { a: 1, c: "" },
    ],
    no: [{ a: 1 }],
  },
  {
    type: "{ f?: () => void; b: string; m?(): void }",
    schema: object({ b: string }),
    yes: [{ b: "" }],
    no: [{}],
  },
];

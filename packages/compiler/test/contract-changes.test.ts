import fc from "fast-check";
import type { JsonSchema, Manifest, ObjectSchema } from "@skills/core";
import { compareManifests } from "@skills/compiler";
import { Ajv2020 } from "ajv/dist/2020";
import { compareSchemas } from "../src/contract/compare-schemas";

const closed = (
  properties: { [name: string]: JsonSchema },
  required = Object.keys(properties),
): ObjectSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const STRING = { type: "string" };

function manifest(inputSchema: ObjectSchema, more: object = {}): Manifest {
  const tool = { method: "find", params: [], inputSchema, ...more };
  return { version: 1, functions: [], skills: [{ class: "Orders", file: "a.ts", line: 1, tools: [tool] }] };
}

/** `breaking` and `fine` of each change of an input. */
function changes(before: ObjectSchema, after: ObjectSchema): string[] {
  return compareManifests(manifest(before), manifest(after)).map(
    ({ breaking, path, what }) => `${breaking ? "breaking" : "fine"} ${path}: ${what}`,
  );
}

test.each<[string, ObjectSchema, ObjectSchema, string[]]>([
  ["nothing", closed({ a: STRING }), closed({ a: STRING }), []],
  [
    "a new required property",
    closed({ a: STRING }),
    closed({ a: STRING, b: STRING }),
    ["breaking b: a new property that is required"],
  ],
  [
    "a new optional property",
    closed({ a: STRING }),
    closed({ a: STRING, b: STRING }, ["a"]),
    ["fine b: a new optional property"],
  ],
  [
    "a property that is gone",
    closed({ a: STRING, b: STRING }, ["a"]),
    closed({ a: STRING }),
    ["breaking b: the property is gone"],
  ],
  ["required now", closed({ a: STRING }, []), closed({ a: STRING }), ["breaking a: is required now"]],
  ["optional now", closed({ a: STRING }), closed({ a: STRING }, []), ["fine a: is optional now"]],
  [
    "a smaller enum",
    closed({ a: { type: "string", enum: ["x", "y"] } }),
    closed({ a: { type: "string", enum: ["x"] } }),
    ['breaking a: "y" is no longer allowed'],
  ],
  [
    "a larger enum",
    closed({ a: { type: "string", enum: ["x"] } }),
    closed({ a: { type: "string", enum: ["x", "y"] } }),
    ['fine a: "y" is allowed, too'],
  ],
  [
    "fewer values, by two",
    closed({ a: { type: "string", enum: ["x", "y", "z"] } }),
    closed({ a: { type: "string", const: "x" } }),
    ['breaking a: "y", "z" are no longer allowed'],
  ],
  [
    "a place more in a tuple",
    closed({ a: { type: "array", prefixItems: [STRING], items: false } }),
    closed({ a: { type: "array", prefixItems: [STRING, { type: "boolean" }], items: false } }),
    ["fine a[1]: boolean is allowed now"],
  ],
  [
    "lists that may no longer be mixed",
    closed({ a: { type: "array", items: { type: ["string", "number"] } } }),
    closed({
      a: {
        anyOf: [
          { type: "array", items: STRING },
          { type: "array", items: { type: "number" } },
        ],
      },
    }),
    ["breaking a: array of string or number is no longer allowed"],
  ],
  [
    "other properties, in another way of saying it",
    { ...closed({ a: STRING }), additionalProperties: true },
    { ...closed({ a: STRING }), additionalProperties: {} },
    [],
  ],
  [
    "integer to number",
    closed({ a: { type: "integer" } }),
    closed({ a: { type: "number" } }),
    ["fine a: integer became number"],
  ],
  [
    "another type",
    closed({ a: STRING }),
    closed({ a: { type: "number" } }),
    ["breaking a: string became number"],
  ],
  [
    "a tighter limit, deep inside",
    closed({ a: { type: "array", items: closed({ n: { type: "integer", maximum: 9 } }) } }),
    closed({ a: { type: "array", items: closed({ n: { type: "integer", maximum: 5 } }) } }),
    ["breaking a[].n: maximum 9 became 5"],
  ],
  [
    "null accepted, too",
    closed({ a: STRING }),
    closed({ a: { anyOf: [STRING, { type: "null" }] } }),
    ["fine a: null is allowed, too"],
  ],
  [
    "one alternative of a union changed",
    closed({ a: { anyOf: [closed({ kind: { const: "x" }, n: STRING }), { type: "null" }] } }),
    closed({ a: { anyOf: [closed({ kind: { const: "x" } }), { type: "null" }] } }),
    ["breaking a.n: the property is gone"],
  ],
  [
    "a description",
    closed({ a: { ...STRING, description: "Old" } }),
    closed({ a: { ...STRING, description: "New" } }),
    ["fine a: the description changed"],
  ],
  [
    "a new pattern",
    closed({ a: STRING }),
    closed({ a: { ...STRING, pattern: "^A" } }),
    ['breaking a: pattern (none) became "^A"'],
  ],
])("a change of an input: %s", (_, before, after, expected) => {
  expect(changes(before, after)).toEqual(expected);
});

test("a recursive type is compared once a level, where it differs", () => {
  const tree = (limit: number): ObjectSchema => ({
    ...closed({ tree: { $ref: "#/$defs/Node" } }),
    $defs: {
      Node: closed({
        n: { type: "number", maximum: limit },
        kids: { type: "array", items: { $ref: "#/$defs/Node" } },
      }),
    },
  });
  expect(changes(tree(9), tree(9))).toEqual([]);
  expect(changes(tree(9), tree(5))).toEqual(["breaking tree.n: maximum 9 became 5"]);
});

test("outputs are the other way round: to give more kinds breaks, further fields do not", () => {
  const output = (before: JsonSchema, after: JsonSchema) =>
    compareManifests(
      manifest(closed({}), { outputSchema: before }),
      manifest(closed({}), { outputSchema: after }),
    ).map(({ breaking, path, what }) => [breaking, path, what]);
  const [small, large, larger] = [
    closed({ a: STRING }),
    closed({ a: STRING, b: STRING }, ["a"]),
    closed({ a: STRING, b: STRING }),
  ];
  expect(output(small, large)).toEqual([[false, "b", "a new optional property"]]);
  expect(output(small, larger)).toEqual([[false, "b", "a new property that is required"]]);
  expect(output(large, small)).toEqual([[true, "b", "the property is gone"]]);
  expect(output(larger, small)).toEqual([[true, "b", "the property is gone"]]);
  expect(output(STRING, { anyOf: [STRING, { type: "null" }] })).toEqual([[true, "", "null is allowed, too"]]);
});

test("tools come and go", () => {
  const one = manifest(closed({}));
  const none: Manifest = { ...one, skills: [] };
  expect(compareManifests(one, none)).toEqual([
    { tool: "Orders.find", breaking: true, part: "tool", path: "", what: "the tool is gone" },
  ]);
  expect(compareManifests(none, one)).toEqual([
    { tool: "Orders.find", breaking: false, part: "tool", path: "", what: "a new tool" },
  ]);
});

describe("what is said not to narrow does not", () => {
  const { schema } = fc.letrec<{ schema: JsonSchema; leaf: JsonSchema }>((tie) => ({
    leaf: fc.oneof(
      fc.record(
        { type: fc.constant("string"), minLength: fc.nat(2), maxLength: fc.nat(3) },
        { requiredKeys: ["type"] },
      ),
      fc.record(
        { type: fc.constantFrom("number", "integer"), minimum: fc.nat(2), maximum: fc.nat(4) },
        { requiredKeys: ["type"] },
      ),
      fc.subarray(["a", "b", "c"], { minLength: 1 }).map((values) => ({ type: "string", enum: values })),
      fc.constant({ type: "null" }),
      fc.constant({}),
    ),
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      tie("leaf"),
      fc
        .record({
          properties: fc.dictionary(fc.constantFrom("p", "q"), tie("schema"), { maxKeys: 2 }),
          required: fc.subarray(["p", "q"]),
          additionalProperties: fc.constantFrom(true, false, { type: "string" }),
        })
        .map((parts): JsonSchema => ({ type: "object", ...parts })),
      tie("schema").map((items): JsonSchema => ({ type: "array", items })),
      fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf): JsonSchema => ({ anyOf })),
    ),
  }));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom("", "a", "b", "abcd", 0, 1.5, 3, 5, null, true),
      fc.dictionary(fc.constantFrom("p", "q", "r"), tie("value"), { maxKeys: 3 }),
      fc.array(tie("value"), { maxLength: 2 }),
    ),
  }));
  const ajv = new Ajv2020({ strict: false, inlineRefs: false });

  test("of any two schemas, by ajv's word", () => {
    fc.assert(
      fc.property(
        schema,
        schema,
        fc.array(value, { minLength: 5, maxLength: 20 }),
        (before, after, values) => {
          const found = compareSchemas(before, after);
          const [old, now] = [ajv.compile(before), ajv.compile(after)];
          for (const each of values) {
            if (!found.some(({ narrows }) => narrows))
              expect([each, !old(each) || now(each)]).toEqual([each, true]);
            if (!found.some(({ widens }) => widens))
              expect([each, !now(each) || old(each)]).toEqual([each, true]);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe.each([
  ["beside null", (node: object) => ({ anyOf: [node, { type: "null" }] })],
  [
    "in an alternative of alternatives",
    (node: object) => ({ anyOf: [{ anyOf: [node, STRING] }, { type: "null" }] }),
  ],
  [
    "in a list beside null",
    (node: object) => ({ anyOf: [{ type: "array", items: node }, { type: "null" }] }),
  ],
])("a type that contains itself %s", (_, around) => {
  const list = (value: JsonSchema): JsonSchema => ({
    $ref: "#/$defs/Node",
    $defs: { Node: closed({ value, next: around({ $ref: "#/$defs/Node" }) }) },
  });

  test("is compared once a level", () => {
    expect(compareSchemas(list(STRING), list(STRING))).toEqual([]);
    expect(compareSchemas(list(STRING), list({ type: "number" }))).toContainEqual(
      expect.objectContaining({ path: "value", narrows: true, widens: true }),
    );
  });
});

/** A manifest of one function, given to sets in some files. */
function given(files: readonly string[], inputSchema: ObjectSchema): Manifest {
  const functions = files.map((file, at) => ({ file, line: at + 1, name: "find", params: [], inputSchema }));
  return { version: 1, skills: [], functions };
}

test("a function that is given in several places has one contract", () => {
  const [text, list] = [closed({ a: STRING }), closed({ a: { type: "array" } })];
  const changesOf = (before: Manifest, after: Manifest) =>
    compareManifests(before, after).map(({ tool, what }) => `${tool}: ${what}`);
  expect(changesOf(given(["a.ts", "a.ts", "b.ts"], text), given(["b.ts"], text))).toEqual([]);
  expect(changesOf(given(["a.ts"], text), given(["a.ts", "b.ts"], text))).toEqual([]);
  expect(changesOf(given(["a.ts", "b.ts"], text), given(["a.ts", "b.ts"], list))).toHaveLength(1);
  expect(changesOf(given(["a.ts", "b.ts"], text), given([], text))).toEqual(["find: the tool is gone"]);
});

describe("functions without a name", () => {
  const functions = (...each: [line: number, schema: ObjectSchema][]): Manifest => ({
    version: 1,
    skills: [],
    functions: each.map(([line, inputSchema]) => ({ file: "s.ts", line, name: "", params: [], inputSchema })),
  });
  const before = functions([1, closed({ a: STRING })], [2, closed({ a: STRING })]);

  test("are matched by their order in the file, whatever stands above them", () => {
    expect(
      compareManifests(before, functions([7, closed({ a: STRING })], [9, closed({ a: STRING })])),
    ).toEqual([]);
  });
  test("are called as they were added, or by their place", () => {
    const after = functions([7, closed({ b: STRING }, [])], [9, closed({ c: STRING }, [])]);
    const offered = { name: "find", inputSchema: closed({}), strict: false, spot: { file: "s.ts", line: 7 } };
    const tools = compareManifests(before, after, [offered]).map(({ tool }) => tool);
    expect([...new Set(tools)]).toEqual(["find", "s.ts:9"]);
  });
  test("are missed where they are gone", () => {
    expect(compareManifests(before, functions([1, closed({ a: STRING })]))).toEqual([
      { tool: "s.ts:2", breaking: true, part: "tool", path: "", what: "the tool is gone" },
    ]);
  });
});

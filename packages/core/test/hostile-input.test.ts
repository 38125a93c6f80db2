import fc from "fast-check";
import { answerToolUse, toolUses, type ObjectSchema, type ToolUse } from "@skills/core";
import { brokenBy, closed, issuesFor, recorder, results, setOf, use } from "./support/calls";

const OPEN: ObjectSchema = { type: "object", properties: { tree: {} }, required: [] };

test("a __proto__ key is no way into the prototype", async () => {
  const input = JSON.parse(
    '{"__proto__": {"admin": true}, "tree": {"__proto__": {"admin": true}}}',
  ) as object;
  let seen: unknown;
  const set = setOf({ inputSchema: OPEN, run: (given) => void (seen = given) });
  await set.runTool(use("tool", input), { lenient: true });
  expect(({} as { admin?: unknown }).admin).toBeUndefined();
  expect((seen as { admin?: unknown }).admin).toBeUndefined();
});

test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
  "a missing property named %s is missing, whatever every object inherits",
  async (name) => {
    const properties = Object.fromEntries([[name, { type: "string" }]]);
    expect((await issuesFor(closed(properties), {}))[0]?.message).toBe("missing; expected a string");
  },
);

test.each(["__proto__", "constructor", "toString"])(
  "an unknown property named %s is refused",
  async (name) => {
    const input = JSON.parse(`{${JSON.stringify(name)}: 1}`) as object;
    expect((await issuesFor(closed({}), input))[0]?.path).toBe(name);
  },
);

test("two hundred levels of nesting are an ordinary input", async () => {
  const tree = JSON.parse("[".repeat(200) + "]".repeat(200)) as unknown;
  const set = setOf({ inputSchema: OPEN, run: () => "ran" });
  expect((await set.runTool(use("tool", { tree }))).content).toBe("ran");
});

test("nesting without end is an issue, not a crash", async () => {
  const list: ObjectSchema = {
    ...closed({ tree: { $ref: "#/$defs/List" } }),
    $defs: { List: { type: "array", items: { $ref: "#/$defs/List" } } },
  };
  let tree: unknown[] = [];
  for (let level = 0; level < 200_000; level++) tree = [tree];
  expect((await brokenBy(list, { tree })).plainMessage).toContain("nested too deeply");
});

test.each<[string, ObjectSchema]>([
  ["where anything may stand", closed({ tree: {}, n: { type: "integer" } })],
  [
    "in a list of lists",
    {
      ...closed({ tree: { $ref: "#/$defs/List" } }),
      $defs: { List: { type: "array", items: { $ref: "#/$defs/List" } } },
    },
  ],
])("so it is in lenient mode, %s", async (_, inputSchema) => {
  let tree: unknown[] = [];
  for (let level = 0; level < 200_000; level++) tree = [tree];
  const logger = recorder();
  const set = setOf({ inputSchema, run: () => "ran" });
  const answer = await answerToolUse(set, use("tool", { tree, n: "no" }), { lenient: true, logger });
  expect(answer.outcome).toBe("invalid_input");
  expect(answer.result.content).toContain("- the input: is nested too deeply to be read");
  expect(logger.lines).toEqual([]);
});

test("a list of a hundred thousand broken items is answered with a short text", async () => {
  const schema = closed({ list: { type: "array", items: closed({ n: { type: "integer" } }) } });
  const list = Array.from({ length: 100_000 }, (_, n) => ({ n: String(n) }));
  const { plainMessage } = await brokenBy(schema, { list });
  expect(plainMessage.length).toBeLessThan(2_000);
  // Not all of them were read: no number would be true.
  expect(plainMessage).toContain("\n- and more\nMend these");
});

test.each([
  [1000, "\n- and 990 more"],
  [1001, "\n- and more"],
])("of %i broken items, as many are counted as were read", async (length, end) => {
  const schema = { type: "array", items: { type: "integer" } };
  const list = Array.from({ length }, () => "x");
  expect((await brokenBy(closed({ list: schema }), { list })).plainMessage).toContain(end);
  const returning = setOf({ outputSchema: schema, run: () => list });
  await expect(returning.runTool(use("tool"))).rejects.toThrow(end);
  const prefixed = setOf({ inputSchema: closed({ list: schema }), run: () => 1 }).prefix("a_");
  await expect(prefixed.runTool(use("a_tool", { list }))).rejects.toThrow(end);
});

test("a long wrong value is shown by its beginning", async () => {
  const [issue] = await issuesFor(closed({ n: { type: "integer" } }), { n: "🙂".repeat(50_000) });
  expect(issue?.received.length).toBeLessThan(250);
  expect(issue?.received.isWellFormed()).toBe(true);
});

test.each([
  ["beyond a range", { n: 1e308 }, "expected a number of at most 5; received 1e+308"],
  ["infinite", { n: Infinity }, "expected a number of at most 5 that is finite; received Infinity"],
  ["not a number", { n: NaN }, "expected a number of at most 5 that is finite; received NaN"],
  ["a bigint", { n: 12n }, "expected a number of at most 5; received 12n"],
])("a number that is %s is an issue", async (_, input, message) => {
  expect((await issuesFor(closed({ n: { type: "number", maximum: 5 } }), input))[0]?.message).toBe(message);
});

test.each(["number", "integer"])(
  "what JSON's reader made of 1e400 is no %s, and no tool returns it",
  async (type) => {
    const input = JSON.parse('{"n":1e400}') as object;
    const expected = `expected ${type === "number" ? "a number" : "an integer"} that is finite; received Infinity`;
    expect((await issuesFor(closed({ n: { type } }), input))[0]?.message).toBe(expected);
    const returning = setOf({ outputSchema: closed({ n: { type } }), run: () => input });
    await expect(returning.runTool(use("tool"))).rejects.toThrow(expected);
  },
);

test("a name that no tool can have is told by its beginning", async () => {
  const answer = await setOf({ run: () => 1 }).respond({ content: [use("x".repeat(100_000))] });
  expect(answer?.content[0]).toMatchObject({ is_error: true });
  expect(JSON.stringify(answer).length).toBeLessThan(400);
});

test("blocks that only look like calls are passed over", async () => {
  const blocks = [
    null,
    7,
    "tool_use",
    { type: "tool_use" },
    { type: "tool_use", id: 7, name: "tool", input: {} },
    { type: "tool_use", id: "a", name: ["tool"], input: {} },
    { type: "text", text: "tool_use" },
    use("tool", {}, "b"),
  ];
  expect(toolUses({ content: blocks as ToolUse[] }).map(({ id }) => id)).toEqual(["b"]);
});

test("whatever the model sends as input, the call is answered under its id", async () => {
  const schema = closed({
    name: { type: "string", maxLength: 3 },
    when: { anyOf: [{ type: "integer", minimum: 1 }, closed({ at: { type: "string" } })] },
    tags: { type: "array", items: { type: "string" }, uniqueItems: true },
  });
  const set = setOf({ inputSchema: schema, run: (input) => input });
  const almost = fc.record(
    { name: fc.anything(), when: fc.anything(), tags: fc.anything(), extra: fc.anything() },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.anything({ withBigInt: true, withNullPrototype: true }), almost),
      async (input) => {
        const [result] = await results(set, use("tool", input, "x"));
        expect(result?.tool_use_id).toBe("x");
        expect(String(result?.content).isWellFormed()).toBe(true);
        expect(String(result?.content)).not.toContain("Error:");
      },
    ),
    { numRuns: 300 },
  );
});

const property = (a: unknown): ObjectSchema => ({ type: "object", properties: { a } }) as ObjectSchema;

test.each([
  ["points nowhere", property({ $ref: "#/$defs/Nowhere" })],
  ["names a type that there is not", property({ type: "strin" })],
  ["has a number where a schema should be", property(3)],
  ["has items in the form of an older draft", property({ type: "array", items: [{ type: "string" }] })],
  ["requires by a text", { ...property({}), required: "a" } as unknown as ObjectSchema],
  ["has a pattern that is none", property({ type: "string", pattern: "(" })],
])("a given schema that %s is the developer's fault, by code", async (_, inputSchema) => {
  const logger = recorder();
  const set = setOf({ inputSchema, run: () => 1 });
  await expect(set.runTool(use("tool", {}))).rejects.toThrow(/^S114: /);
  await set.respond({ content: [use("tool", {})] }, { logger });
  expect(logger.lines).toHaveLength(1);
});

test("a given output schema is judged like a given input schema", async () => {
  const set = setOf({ inputSchema: OPEN, outputSchema: { items: 3 }, run: () => [1] });
  await expect(set.runTool(use("tool", {}))).rejects.toThrow(/^S114: /);
});

test("a given schema that names an older draft, and is one of this draft too, is taken", async () => {
  const inputSchema = { $schema: "http://json-schema.org/draft-07/schema#", ...OPEN };
  const set = setOf({ inputSchema, run: () => 1 });
  expect((await set.runTool(use("tool", {}))).content).toBe("1");
  await expect(set.runTool(use("tool", { tree: 1, other: 2 }))).resolves.toBeDefined();
});

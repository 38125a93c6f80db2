import fc from "fast-check";
import { BrokenSchemaError, type JsonSchema, type ObjectSchema } from "@skills/core";
import { closed, setOf, use } from "./support/calls";

/** What a tool with one property receives in lenient mode. */
async function received(schema: JsonSchema, value: unknown, more: JsonSchema = {}): Promise<unknown> {
  let given: unknown;
  const set = setOf({ inputSchema: closed({ v: schema }, more), run: (input) => void (given = input) });
  await set.runTool(use("tool", { v: value }), { lenient: true });
  return (given as { v: unknown }).v;
}

describe("lenient mode mends what can mean only one thing", () => {
  test.each<[string, JsonSchema, unknown, unknown]>([
    ["text of an integer", { type: "integer" }, "42", 42],
    ["text of a number", { type: "number" }, "-1.5e3", -1500],
    ["text of a boolean", { type: "boolean" }, "true", true],
    ["JSON text of a list", { type: "array", items: { type: "integer" } }, '["1", 2]', [1, 2]],
    ["JSON text of an object", closed({ a: { type: "integer" } }), '{"a": 1}', { a: 1 }],
    ["a number for a text", { type: "string" }, 17, "17"],
    ["a boolean for a text", { type: "string" }, false, "false"],
    ['the text "null" where null may stand', { type: ["integer", "null"] }, "null", null],
    [
      "the values of a record",
      { type: "object", additionalProperties: { type: "integer" } },
      { a: "1" },
      { a: 1 },
    ],
    ["an element of a tuple", { type: "array", prefixItems: [{ type: "integer" }] }, ["1"], [1]],
  ])("%s", async (_, schema, value, mended) => {
    expect(await received(schema, value)).toEqual(mended);
  });

  test("the whole input as JSON text", async () => {
    const set = setOf({ inputSchema: closed({ n: { type: "integer" } }), run: (input) => input });
    expect((await set.runTool(use("tool", '{"n": "3"}'), { lenient: true })).value).toEqual({ n: 3 });
  });

  test("null for what may be left out", async () => {
    const schema: ObjectSchema = closed(
      { a: { type: "string" }, n: { type: "integer" } },
      { required: ["n"] },
    );
    const set = setOf({ inputSchema: schema, run: (input) => input });
    expect((await set.runTool(use("tool", { a: null, n: 1 }), { lenient: true })).value).toEqual({ n: 1 });
  });
});

describe("lenient mode leaves alone", () => {
  test.each<[string, JsonSchema, unknown]>([
    ["a number with more digits than a number holds", { type: "integer" }, "90071992547409931"],
    ["a number beyond all numbers", { type: "number" }, "1e999"],
    ["a fraction for an integer", { type: "integer" }, "1.5"],
    ["text that is no JSON", { type: "number" }, "forty-two"],
    ["an empty text", { type: "number" }, ""],
    ["null for what is required", { type: "string" }, null],
    ["a list for a text", { type: "string" }, ["a"]],
    ["a number for a boolean", { type: "boolean" }, 1],
    ["a value of a union", { anyOf: [{ type: "integer" }, { type: "boolean" }] }, "1"],
    ["a mend that still breaks a limit", { type: "integer", maximum: 5 }, "6"],
  ])("%s", async (_, schema, value) => {
    await expect(received(schema, value)).rejects.toThrow(BrokenSchemaError);
  });
});

test("beside a mend, what is valid stays as it is", async () => {
  const schema = closed(
    {
      n: { type: "integer" },
      digits: { type: "string" },
      maybe: { anyOf: [{ type: "string" }, { type: "null" }] },
      any: {},
    },
    { required: ["n"] },
  );
  const set = setOf({ inputSchema: schema, run: (input) => input });
  const { value } = await set.runTool(use("tool", { n: "1", digits: "007", maybe: null, any: null }), {
    lenient: true,
  });
  expect(value).toEqual({ n: 1, digits: "007", maybe: null, any: null });
});

test("without it, nothing is mended", async () => {
  const set = setOf({ inputSchema: closed({ n: { type: "integer" } }), run: (input) => input });
  await expect(set.runTool(use("tool", { n: "1" }))).rejects.toThrow(BrokenSchemaError);
});

/** A schema, a value that fits it, and the type that the value must have. */
interface Fit {
  schema: JsonSchema;
  value: unknown;
}

const leaf: fc.Arbitrary<Fit> = fc.oneof(
  fc.string().map((value): Fit => ({ schema: { type: "string" }, value })),
  fc
    .constantFrom("42", "true", "null", '{"a":1}', "[1]")
    .map((value): Fit => ({ schema: { type: "string" }, value })),
  fc.integer().map((value): Fit => ({ schema: { type: "integer" }, value })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value): Fit => ({ schema: { type: "number" }, value })),
  fc.boolean().map((value): Fit => ({ schema: { type: "boolean" }, value })),
  fc.option(fc.string()).map((value): Fit => ({ schema: { type: ["string", "null"] }, value })),
  fc
    .option(fc.integer())
    .map((value): Fit => ({ schema: { anyOf: [{ type: "integer" }, { type: "null" }] }, value })),
  fc.jsonValue().map((value): Fit => ({ schema: {}, value })),
);

const { fit } = fc.letrec<{ fit: Fit }>((tie) => ({
  fit: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.tuple(tie("fit"), fc.nat(2)).map(([{ schema, value }, count]): Fit => ({
      schema: { type: "array", items: schema },
      value: Array.from({ length: count }, () => value),
    })),
    fc.dictionary(fc.string(), tie("fit"), { maxKeys: 3 }).map(objectOf),
  ),
}));

function objectOf(members: Record<string, Fit>): Fit {
  const pick = (key: keyof Fit) =>
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, member[key]]));
  return {
    schema: closed(pick("schema") as Record<string, JsonSchema>, { required: [] }),
    value: pick("value"),
  };
}

test("property: a valid input is never changed, also beside one that is mended", async () => {
  await fc.assert(
    fc.asyncProperty(fit, async ({ schema, value }) => {
      const inputSchema = closed({ valid: schema, broken: { type: "integer" } });
      const set = setOf({ inputSchema, run: (input) => input });
      const output = await set.runTool(use("tool", { valid: value, broken: "1" }), { lenient: true });
      expect(output.value).toStrictEqual({ valid: value, broken: 1 });
    }),
  );
});

test("property: an invalid input never becomes one of a wrong type", async () => {
  await fc.assert(
    fc.asyncProperty(
      fit,
      fc.oneof(
        fc.jsonValue(),
        fc.jsonValue().map((value) => JSON.stringify(value)),
      ),
      async ({ schema }, value) => {
        const strict = setOf({ inputSchema: closed({ v: schema }), run: (input) => input });
        const lenient = await strict
          .runTool(use("tool", { v: value }), { lenient: true })
          .catch(() => undefined);
        if (!lenient) return;
        // What came through lenient mode comes through strict mode as it is.
        const again = await strict.runTool(use("tool", lenient.value));
        expect(again.value).toStrictEqual(lenient.value);
      },
    ),
  );
});

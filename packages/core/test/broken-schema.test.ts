import type { ObjectSchema } from "@skills/core";
import { brokenBy, closed, issuesFor } from "./support/calls";

const ORDER: ObjectSchema = closed(
  {
    customer: { type: "string", minLength: 1 },
    items: {
      type: "array",
      minItems: 1,
      items: closed({
        sku: { type: "string", pattern: "^[A-Z]\\d+$" },
        qty: { type: "integer", minimum: 1 },
      }),
    },
    speed: { type: "string", enum: ["normal", "express"] },
    note: { type: ["string", "null"] },
    due: { type: "string", format: "date-time" },
  },
  { required: ["customer", "items"] },
);

const ITEM = { sku: "A1", qty: 1 };

describe("from the text alone the model can mend", () => {
  const lines = async (input: unknown) =>
    (await brokenBy(ORDER, input)).plainMessage.split("\n").slice(1, -1);

  test("a missing property", async () => {
    expect(await lines({ items: [ITEM] })).toEqual([
      "- customer: missing; expected a string of at least 1 character",
    ]);
  });
  test("a misspelt property", async () => {
    expect(await lines({ custmer: "Ada", items: [ITEM] })).toEqual([
      "- customer: missing; expected a string of at least 1 character",
      '- custmer: is no property here (the properties are customer, items, speed, note, due). Did you mean "customer"?',
    ]);
  });
  test("an invented property", async () => {
    expect(await lines({ customer: "Ada", items: [ITEM], priority: 1 })).toEqual([
      "- priority: is no property here (the properties are customer, items, speed, note, due)",
    ]);
  });
  test("a value of another type, deep inside", async () => {
    expect(await lines({ customer: "Ada", items: [ITEM, { sku: "A2", qty: "two" }] })).toEqual([
      '- items[1].qty: expected an integer of at least 1; received "two"',
    ]);
  });
  test("a number out of range", async () => {
    expect(await lines({ customer: "Ada", items: [{ sku: "A2", qty: 0 }] })).toEqual([
      "- items[0].qty: expected an integer of at least 1; received 0",
    ]);
  });
  test("a value that is none of the choices", async () => {
    expect(await lines({ customer: "Ada", items: [ITEM], speed: "fast" })).toEqual([
      '- speed: expected one of "normal", "express"; received "fast"',
    ]);
  });
  test("a text that breaks its pattern", async () => {
    expect(await lines({ customer: "Ada", items: [{ sku: "a1", qty: 1 }] })).toEqual([
      '- items[0].sku: expected a string matching ^[A-Z]\\d+$; received "a1"',
    ]);
  });
  test("a text that breaks its format", async () => {
    expect(await lines({ customer: "Ada", items: [ITEM], due: "tomorrow" })).toEqual([
      '- due: expected a string in the format date-time (such as 2026-12-31T23:59:00Z); received "tomorrow"',
    ]);
  });
  test("a single value where a list is wanted", async () => {
    expect(await lines({ customer: "Ada", items: ITEM })).toEqual([
      '- items: expected an array (each an object with sku, qty) with at least 1 item; received {"sku":"A1","qty":1}',
    ]);
  });
  test("an input that is no object", async () => {
    expect(await lines("Ada")).toEqual([
      '- the input: expected an object with customer, items and optional speed, note, due; received "Ada"',
    ]);
  });
});

test("the text names the tool, says that it was not run, and asks for another call", async () => {
  const { plainMessage, toolName, code } = await brokenBy(ORDER, {});
  expect(toolName).toBe("tool");
  expect(code).toBe("S302");
  expect(plainMessage).toBe(
    [
      "tool was not run: its input does not fit its schema.",
      "- customer: missing; expected a string of at least 1 character",
      "- items: missing; expected an array (each an object with sku, qty) with at least 1 item",
      "Mend these and call tool again.",
    ].join("\n"),
  );
});

test("a key that is none of those of a map is one issue, and names the key", async () => {
  const prices = {
    type: "object",
    propertyNames: { enum: ["a", "b"] },
    additionalProperties: { type: "number" },
  };
  expect(await issuesFor(closed({ prices }), { prices: { a: 1, z: 2 } })).toEqual([
    {
      path: "prices",
      message: 'expected a key that is one of "a", "b"; received the key "z"',
      expected: 'a key that is one of "a", "b"',
      received: '"z"',
    },
  ]);
});

test("an issue gives path, expectation and what was received", async () => {
  expect(await issuesFor(ORDER, { customer: 7, items: [ITEM] })).toEqual([
    {
      path: "customer",
      message: "expected a string of at least 1 character; received 7",
      expected: "a string of at least 1 character",
      received: "7",
    },
  ]);
});

test("two faults of one value are one issue", async () => {
  const schema = closed({ code: { type: "string", minLength: 3, pattern: "^x" } });
  expect(await issuesFor(schema, { code: "a" })).toHaveLength(1);
});

test("names that are no identifiers stand in brackets", async () => {
  const schema = closed({ "per-unit": closed({ "": { type: "number" } }) });
  expect((await issuesFor(schema, { "per-unit": { "": "x" } }))[0]?.path).toBe('["per-unit"][""]');
});

test("of very many choices the first are told, and how many there are", async () => {
  const choices = Array.from({ length: 5000 }, (_, index) => `v${String(index)}`);
  const [issue] = await issuesFor(closed({ a: { type: "string", enum: choices } }), { a: "z" });
  expect(issue?.message).toMatch(/^expected one of "v0", "v1", .*"v39", … \(5000 in all\); received "z"$/);
});

test("more than ten issues are counted, not listed", async () => {
  const schema = closed({ list: { type: "array", items: { type: "integer" } } });
  const { plainMessage, issues } = await brokenBy(schema, { list: Array.from({ length: 14 }, () => "x") });
  expect(issues).toHaveLength(14);
  expect(plainMessage).toContain("- and 4 more\n");
});

test("a pattern that is only right without the unicode flag works", async () => {
  const schema = closed({ phone: { type: "string", pattern: "^\\d{3}\\-\\d{4}$" } });
  expect(await issuesFor(schema, { phone: "5551234" })).toHaveLength(1);
});

test("a pattern counts an emoji as one character", async () => {
  expect(
    await issuesFor(closed({ icon: { type: "string", pattern: "^.$" } }), { icon: "🙂🙂" }),
  ).toHaveLength(1);
  await expect(
    issuesFor(closed({ icon: { type: "string", pattern: "^.$" } }), { icon: "🙂" }),
  ).rejects.toThrow("expected a BrokenSchemaError");
});

test.each([
  [{ prefixItems: [{ type: "string" }, { type: "number" }], minItems: 2, items: false }, ["a"]],
  [{ prefixItems: [{ type: "string" }, { type: "number" }], minItems: 2, items: false }, ["a", 1, 2]],
])("a tuple is told by its places and by how many there are", async (pair, given) => {
  const [issue] = await issuesFor(closed({ pair: { type: "array", ...pair } }), { pair: given });
  expect(issue?.expected).toBe("an array (a string, then a number) with exactly 2 items");
});

test("kinds of objects are told by the constants that tell them apart", async () => {
  const kind = (name: string, more: object = {}) =>
    closed({ kind: { type: "string", const: name }, ...more });
  const paid = { anyOf: [kind("card", { number: { type: "string" } }), kind("cash")] };
  const [issue] = await issuesFor(closed({ paid }), { paid: "cash" });
  expect(issue?.expected).toBe('an object with kind "card", number, or an object with kind "cash"');
});

describe("a schema written by hand", () => {
  const messages = async (properties: object, input: object) =>
    (await issuesFor(closed(properties as never, { required: [] }), input)).map(
      ({ path, message }) => `${path}: ${message}`,
    );

  test("may be true or false in places", async () => {
    const properties = {
      any: true,
      none: false,
      pair: { type: "array", prefixItems: [true, false] },
      inner: { type: "object", properties: { k: true, l: false }, required: ["k"] },
      either: { anyOf: [{ type: "object", properties: { k: true }, required: ["k"] }, false] },
    };
    expect(await messages(properties, { none: 1, pair: 5, inner: { l: 2 }, either: {} })).toEqual([
      "none: must be left out; received 1",
      "pair: expected an array (a value, then a value); received 5",
      "inner.k: missing; expected a value",
      "inner.l: must be left out; received 2",
      "either.k: missing; expected a value",
    ]);
  });
  test("may say what a value is not", async () => {
    const properties = { none: { not: {} }, name: { type: "string", not: { enum: ["root"] } } };
    expect(await messages(properties, { none: 1, name: "root" })).toEqual([
      "none: must be left out; received 1",
      'name: expected anything but one of "root"; received "root"',
    ]);
  });
  test("refuses a value also where nothing tells what is wrong with it", async () => {
    const properties = { paid: { if: { type: "boolean" }, else: false } };
    expect(await messages(properties, { paid: 1 })).toEqual([
      ': expected an object with optional paid; received {"paid":1}',
    ]);
  });
});

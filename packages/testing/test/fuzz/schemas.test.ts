import { BasicToolSet, type JsonSchema } from "@skills/core";
import * as fc from "fast-check";
import { fuzzSkill } from "../../src";
import { inputsOf } from "../../src/fuzz/inputs";
import { Judge } from "../../src/fuzz/judge";
import { mutantsOf } from "../../src/fuzz/mutants";

/** A schema of one required property, as an object. */
function around(value: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: "object", properties: { value }, required: ["value"], additionalProperties: false, ...more };
}

const NODE = {
  type: "object",
  properties: { name: { type: "string" }, next: { anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }] } },
  required: ["name", "next"],
  additionalProperties: false,
};

const CASES: readonly (readonly [JsonSchema, ...string[]])[] = [
  [{ type: "string", minLength: 2, maxLength: 4 }, "too short", "too long", "of the wrong type"],
  [{ type: "string", pattern: "^[a-z]{3}\\d+$" }, "not of its pattern"],
  ...[
    "date",
    "date-time",
    "time",
    "duration",
    "email",
    "uri",
    "hostname",
    "ipv4",
    "ipv6",
    "uuid",
    "json-pointer",
    "regex",
  ].map((format) => [{ type: "string", format }, "not of its format"] as const),
  [{ type: "integer", minimum: -3, exclusiveMaximum: 7 }, "too small", "too great", "of the wrong type"],
  [{ type: "number", exclusiveMinimum: 0, maximum: 1 }, "too small", "too great"],
  [{ type: "number", multipleOf: 0.25 }, "no multiple"],
  [{ type: "integer", multipleOf: 12, minimum: 100 }, "no multiple", "too small"],
  [{ type: "string", enum: ["a", "b"] }, "none of the values allowed"],
  [{ const: null }, "none of the values allowed", "of the wrong type"],
  [{ type: ["string", "null"], maxLength: 3 }, "too long", "of the wrong type"],
  [
    { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 3 },
    "with too few items",
    "with too many items",
  ],
  [{ type: "array", items: { type: "integer" }, uniqueItems: true }, "with an item twice"],
  [
    { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false, minItems: 2 },
    "with one item more",
    "with too few items",
  ],
  [{ type: "array", prefixItems: [{ type: "string" }], items: { type: "integer" } }, "of the wrong type"],
  [around({ type: "string" }), "without its required property", "with a property that is not known"],
  [{ type: "object", additionalProperties: { type: "integer" } }, "of the wrong type"],
  [
    { type: "object", patternProperties: { "^x-": { type: "integer" } }, additionalProperties: false },
    "with a property that is not known",
  ],
  [
    { type: "object", additionalProperties: true, minProperties: 1, maxProperties: 3 },
    "with too few properties",
    "with too many properties",
  ],
  [
    { type: "object", propertyNames: { pattern: "^[a-z]+$" }, additionalProperties: { type: "null" } },
    "of the wrong type",
  ],
  [
    {
      anyOf: [
        { type: "string", maxLength: 2 },
        { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
      ],
    },
    "too long",
    "without its required property",
  ],
  [
    {
      oneOf: ["card", "bank"].map((kind) =>
        around(
          { type: "integer" },
          { properties: { kind: { const: kind }, value: { type: "integer" } }, required: ["kind", "value"] },
        ),
      ),
    },
    "none of the values allowed",
  ],
  [
    {
      allOf: [
        { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
        { properties: { a: { minLength: 3 }, b: { type: "null" } } },
      ],
    },
    "too short",
  ],
  [{ $ref: "#/$defs/Node" }, "of the wrong type", "with a property that is not known"],
  [{ not: { type: "string" } }, "without its required property"],
];

describe("inputs and mutants of", () => {
  it.each(CASES.map(([value, ...faults]) => ({ value, faults })))("$value", ({ value, faults }) => {
    const schema = around(value, { $defs: { Node: NODE } });
    const judge = new Judge(schema);
    const inputs = fc.sample(inputsOf(fc, schema), { numRuns: 60, seed: 3 });
    const valid = inputs.filter((input) => judge.accepts(input));
    // Few are thrown away, and those that are left are not all alike.
    expect(valid.length).toBeGreaterThan("not" in value ? 18 : 54);
    const kinds = new Set(valid.map((input) => JSON.stringify(input))).size;
    expect(kinds).toBeGreaterThan("const" in value ? 0 : 1);
    const found = new Set(
      valid.flatMap((input) => [...mutantsOf(schema, input, judge)].map(({ fault }) => fault)),
    );
    expect([...found]).toEqual(expect.arrayContaining(faults));
  });

  it("recursion, to some depth and no further", () => {
    const schema = around({ $ref: "#/$defs/Node" }, { $defs: { Node: NODE } });
    const sizes = fc
      .sample(inputsOf(fc, schema), 200)
      .map((input) => JSON.stringify(input).split('"next"').length - 1);
    expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([1, expect.any(Number)]);
    expect(Math.max(...sizes)).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(6);
  });
});

/** Schemas of every shape that types become. */
const schemas: fc.Arbitrary<JsonSchema> = fc.letrec<{ any: JsonSchema; leaf: JsonSchema }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom<JsonSchema>(
      { type: "boolean" },
      { type: "null" },
      { type: "string", format: "date" },
      { enum: ["a", 1, null] },
    ),
    fc.record({
      type: fc.constant("string"),
      minLength: fc.nat(3),
      maxLength: fc.integer({ min: 3, max: 6 }),
    }),
    fc.record({
      type: fc.constantFrom("integer", "number"),
      minimum: fc.integer({ min: -5, max: 0 }),
      maximum: fc.integer({ min: 0, max: 5 }),
    }),
  ),
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie("leaf"),
    fc.record({ type: fc.constant("array"), items: tie("any"), minItems: fc.nat(2) }),
    fc
      .array(tie("any"), { minLength: 1, maxLength: 3 })
      .map((prefixItems) => ({ type: "array", prefixItems, items: false, minItems: prefixItems.length })),
    fc.array(tie("any"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc
      .tuple(
        fc.dictionary(fc.constantFrom("a", "b", "constructor", "x-y"), tie("any"), { maxKeys: 3 }),
        fc.boolean(),
        fc.boolean(),
      )
      .map(([properties, open, all]) => ({
        type: "object",
        properties,
        required: Object.keys(properties).slice(0, all ? undefined : 1),
        additionalProperties: open,
      })),
  ),
})).any;

test("the dispatch accepts what fits, and refuses each mutant at its place, whatever the schema", async () => {
  await fc.assert(
    fc.asyncProperty(schemas, async (value) => {
      const set = new BasicToolSet();
      set.addTool({
        name: "tool",
        description: "A tool",
        inputSchema: around(value) as { type: "object" },
        run: () => "done",
      });
      await fuzzSkill(set, { runs: 4, seed: 1 });
    }),
    { numRuns: 25 },
  );
});

import fc from "fast-check";
import { BasicToolSet, UnionSkill, type ObjectSchema } from "@skills/core";

const closed = (
  properties: ObjectSchema["properties"] = {},
  required = Object.keys(properties),
): ObjectSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const text = { type: "string" };

function setOf(...tools: [name: string, schema: ObjectSchema, strict: boolean | "auto"][]): BasicToolSet {
  const set = new BasicToolSet();
  for (const [name, inputSchema, strict] of tools)
    set.addTool({ name, inputSchema, wire: { strict }, run: () => undefined });
  return set;
}

const strictOf = ({ toolsSchema }: BasicToolSet) =>
  Object.fromEntries(toolsSchema.map(({ name, strict }) => [name, strict]));

describe('strict: "auto" is strict where the API takes the schema', () => {
  const TAKEN: [string, ObjectSchema][] = [
    ["nothing", closed()],
    [
      "closed objects at every depth",
      closed({ a: closed({ b: text }), list: { type: "array", items: closed() } }),
    ],
    [
      "enums, unions, null",
      closed({ a: { type: "string", enum: ["x"] }, b: { anyOf: [text, { type: "null" }] } }),
    ],
    [
      "a plain pattern, a format, minItems 1",
      closed({
        a: { ...text, pattern: "^a+$", format: "date" },
        b: { type: "array", items: text, minItems: 1 },
      }),
    ],
    [
      "a shared type that is not recursive",
      {
        ...closed({ a: { $ref: "#/$defs/P" }, b: { $ref: "#/$defs/P" } }),
        $defs: { P: closed({ x: text }) },
      },
    ],
    ["a property by the name of a limit", closed({ minimum: text, pattern: text })],
  ];
  const REFUSED: [string, ObjectSchema][] = [
    ["an open object", { type: "object", properties: {} }],
    ["an open object further in", closed({ a: { type: "object", additionalProperties: text } })],
    ["an open object among types", closed({ a: { type: ["string", "object"] } })],
    ["a value of any type", closed({ a: {} })],
    ["a limit of a number", closed({ a: { type: "integer", minimum: 0 } })],
    ["a limit of a length, in a list", closed({ a: { type: "array", items: { ...text, maxLength: 3 } } })],
    ["a limit of a list", closed({ a: { type: "array", items: text, maxItems: 3 } })],
    ["minItems 2", closed({ a: { type: "array", items: text, minItems: 2 } })],
    ["a pattern that looks around", closed({ a: { ...text, pattern: "^(?!a)" } })],
    [
      "a recursive type",
      {
        ...closed({ a: { $ref: "#/$defs/T" } }),
        $defs: { T: closed({ kids: { type: "array", items: { $ref: "#/$defs/T" } } }) },
      },
    ],
    ["a reference to the whole", closed({ a: { $ref: "#" } })],
    ["a reference to nowhere", closed({ a: { $ref: "#/$defs/Gone" } })],
  ];

  test.each(TAKEN)("%s", (_, schema) => {
    expect(setOf(["tool", schema, "auto"]).toolsSchema[0]).toMatchObject({
      strict: true,
      input_schema: schema,
    });
  });

  test.each(REFUSED)("and not: %s", (_, schema) => {
    expect(setOf(["tool", schema, "auto"]).toolsSchema[0]).not.toHaveProperty("strict");
  });

  test("what is said outright is sent as it is", () => {
    const open: ObjectSchema = { type: "object" };
    expect(strictOf(setOf(["yes", open, true], ["no", closed(), false]))).toEqual({ yes: true, no: false });
  });
});

describe("the limits of one request hold for a whole set", () => {
  const many = (prefix: string, count: number, schema = closed()) =>
    setOf(
      ...Array.from(
        { length: count },
        (_, n) => [`${prefix}${String(n)}`, schema, "auto"] as [string, ObjectSchema, "auto"],
      ),
    );
  const strictTools = ({ toolsSchema }: BasicToolSet) => toolsSchema.filter(({ strict }) => strict).length;

  test("of 25 tools, 20 are strict; in a union of two sets of 12 and their prefixed copies, too", () => {
    expect(strictTools(many("t", 25))).toBe(20);
    const [a, b] = [many("a", 12), many("b", 12)];
    const union = new UnionSkill(a, b);
    expect(strictTools(union)).toBe(20);
    expect(strictTools(new UnionSkill(a.prefix("x_"), b.prefix("y_")))).toBe(20);
    // Each by itself is as it was.
    expect([strictTools(a), strictTools(b)]).toEqual([12, 12]);
    union.removeSkill(b);
    expect(strictTools(union)).toBe(12);
  });

  test("a tool that is strict outright is counted first, wherever it stands", () => {
    const union = new UnionSkill(many("a", 20), setOf(["said", closed(), true]));
    expect(strictTools(union)).toBe(20);
    expect(strictOf(union)).toMatchObject({ said: true, a18: true, a19: undefined });
  });

  test("whatever a set holds, what is strict of its own accord is within the limits", () => {
    const members = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,4}$/),
      fc.constantFrom<object>(text, { type: ["string", "null"] }),
      { maxKeys: 8, noNullPrototype: true },
    );
    const schema = fc
      .tuple(members, fc.boolean())
      .map(([properties, isRequired]) =>
        closed(properties as ObjectSchema["properties"], isRequired ? undefined : []),
      );
    fc.assert(
      fc.property(fc.array(schema, { maxLength: 30 }), (schemas) => {
        const strict = setOf(
          ...schemas.map((each, n) => [`t${String(n)}`, each, "auto"] as [string, ObjectSchema, "auto"]),
        )
          .toolsSchema.filter((tool) => tool.strict)
          .map((tool) => tool.input_schema);
        const properties = strict.flatMap((each) => Object.values(each.properties ?? {}));
        const optional = strict.flatMap((each) =>
          Object.keys(each.properties ?? {}).filter((name) => !each.required?.includes(name)),
        );
        expect(strict.length).toBeLessThanOrEqual(20);
        expect(optional.length).toBeLessThanOrEqual(24);
        expect(properties.filter(({ type }) => Array.isArray(type)).length).toBeLessThanOrEqual(16);
      }),
      { numRuns: 50 },
    );
  });
});

import fc from "fast-check";
import { createRequire } from "node:module";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ValidateFunction } from "ajv/dist/2020";
import {
  MANIFEST_FILE,
  standaloneValidators,
  VALIDATORS_FILE,
  type Manifest,
  type StandaloneValidators,
} from "../src";
import { giveValidators, takeValidators } from "../src/describe/built-validators";
import { openValidators, provideValidators } from "../src/validate/ready-validators";
import { madeBy } from "../src/validate/made-by";
import { schemasJudged } from "../src/validate/schemas-judged";
import { schemaKey } from "../src/validate/types-apart";
import { accepts, issuesAgainst } from "../src/validate/validator";
import type { JsonSchema, ObjectSchema } from "../src/wire";

/** Schemas of every kind that the compiler makes. */
const SCHEMAS: { [name: string]: ObjectSchema } = {
  plain: {
    type: "object",
    properties: {
      id: { type: "string", description: "Its number", pattern: "^A\\d+$" },
      dashed: { type: "string", pattern: "^[\\w\\-]+$" },
      email: { type: "string", format: "email" },
      when: { type: "string", format: "date-time" },
      count: { type: "integer", minimum: 1, maximum: 9 },
      unit: { type: "string", enum: ["celsius", "fahrenheit"] },
      tags: { type: "array", items: { type: "string", minLength: 2 }, uniqueItems: true },
      constructor: { type: "boolean" },
    },
    required: ["id", "count"],
    additionalProperties: false,
  },
  union: {
    type: "object",
    properties: {
      pay: {
        anyOf: [
          {
            type: "object",
            properties: { kind: { type: "string", const: "card" }, number: { type: "string" } },
            required: ["kind", "number"],
            additionalProperties: false,
          },
          {
            type: "object",
            properties: { kind: { type: "string", const: "cash" }, amount: { type: "number" } },
            required: ["kind", "amount"],
            additionalProperties: false,
          },
          { type: "null" },
        ],
      },
    },
    required: ["pay"],
    additionalProperties: false,
  },
  types: {
    type: "object",
    properties: {
      from: { $ref: "#/$defs/Place", description: "Where it starts" },
      to: { $ref: "#/$defs/Place" },
      stops: {
        type: "array",
        items: {
          type: "object",
          properties: { at: { $ref: "#/$defs/Place" }, minutes: { type: "number", exclusiveMinimum: 0 } },
          required: ["at"],
          additionalProperties: false,
        },
      },
    },
    required: ["from", "to"],
    additionalProperties: false,
    $defs: {
      Place: {
        type: "object",
        properties: {
          street: { type: "string" },
          city: {
            type: "object",
            properties: { name: { type: "string", minLength: 1 } },
            required: ["name"],
            additionalProperties: false,
          },
        },
        required: ["street", "city"],
        additionalProperties: false,
      },
    },
  },
  limited: {
    type: "object",
    properties: { least: { $ref: "#/$defs/Choice", minProperties: 1 } },
    required: ["least"],
    additionalProperties: false,
    $defs: {
      Choice: {
        type: "object",
        properties: { id: { type: "string" }, name: { type: "string" } },
        additionalProperties: false,
      },
    },
  },
  recursive: {
    type: "object",
    properties: { tree: { $ref: "#/$defs/Node" } },
    required: ["tree"],
    additionalProperties: false,
    $defs: {
      Node: {
        type: "object",
        properties: {
          name: { type: "string" },
          next: { anyOf: [{ $ref: "#/$defs/Node" }, { type: "array", items: { $ref: "#/$defs/Node" } }] },
        },
        required: ["name"],
        additionalProperties: false,
      },
    },
  },
};

const manifestOf = (schemas: ObjectSchema[]): Manifest => ({
  version: 1,
  skills: [],
  functions: schemas.map((inputSchema, line) => ({ file: "a.ts", line, name: "f", params: [], inputSchema })),
});

const textFor = (manifest: Manifest): string => [...standaloneValidators(manifest)].join("");

const folder = mkdtempSync(join(tmpdir(), "skills-validators-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The schemas as a built manifest has them: read from JSON, their validators from a file. */
function built(): { [name: string]: JsonSchema } {
  const manifest = manifestOf(Object.values(SCHEMAS));
  const file = join(folder, "validators.cjs");
  writeFileSync(file, textFor(manifest));
  const read = JSON.parse(JSON.stringify(manifest)) as Manifest;
  provideValidators(
    read.functions.flatMap(schemasJudged),
    openValidators(createRequire(file)(file) as StandaloneValidators),
  );
  return Object.fromEntries(
    Object.keys(SCHEMAS).map((name, at) => [name, read.functions[at]?.inputSchema ?? {}]),
  );
}

const ready = built();

/** As explicit ones, which stay whole. */
function builtAsExplicit(): { [name: string]: JsonSchema } {
  const file = join(folder, "explicit.cjs");
  const explicit = Object.values(SCHEMAS).map((schema) => ({ file: "a.ts", line: 1, schema }));
  writeFileSync(file, textFor({ ...manifestOf([]), explicit }));
  const given = structuredClone(SCHEMAS);
  const validators = openValidators(createRequire(file)(file) as StandaloneValidators);
  expect(Object.keys(validators)).toHaveLength(explicit.length);
  provideValidators(Object.values(given), validators);
  return given;
}

const readyAsGiven = builtAsExplicit();

const INPUTS: { [name: string]: unknown[] } = {
  plain: [
    { id: "A1", count: 3, tags: ["ab", "cd"], email: "a@b.co", when: "2024-01-01T00:00:00Z" },
    { id: "B", dashed: "a b", email: "no", when: "then", count: 10, unit: "kelvin", tags: ["a", "a"] },
    { id: "A1", count: 1, constructor: "x", idd: 1 },
    [],
    null,
  ],
  union: [
    { pay: { kind: "card", number: "1" } },
    { pay: { kind: "card", amount: 1 } },
    { pay: { kind: "cheque" } },
    { pay: 4 },
    {},
  ],
  types: [
    { from: { street: "a", city: { name: "b" } }, to: { street: "a", city: { name: "b" } }, stops: [] },
    { from: { street: 1, city: { name: "" } }, to: { city: { nme: "b" } }, stops: [{ minutes: 0 }, 1] },
    { from: { street: "a", city: { name: "b" } }, to: null, stops: [{ at: { street: 1, city: 2 } }] },
  ],
  limited: [
    { least: { id: "A1" } },
    { least: {} },
    { least: { id: 1 } },
    { least: { idd: "A1" } },
    { least: 1 },
  ],
  recursive: [
    { tree: { name: "a", next: { name: "b", next: [{ name: "c" }] } } },
    { tree: { name: "a", next: { nme: "b" } } },
    { tree: { name: "a", next: [{ name: 1 }, { next: { name: false } }] } },
  ],
};

test.each(Object.keys(SCHEMAS))("validators of a built manifest find what is found without: %s", (name) => {
  for (const input of INPUTS[name] ?? []) {
    expect(issuesAgainst(ready[name] ?? {}, input)).toEqual(issuesAgainst(SCHEMAS[name] ?? {}, input));
    expect(accepts(ready[name] ?? {}, input)).toBe(accepts(SCHEMAS[name] ?? {}, input));
  }
});

test.each(Object.keys(SCHEMAS))("so do validators of a schema that a tool was given: %s", (name) => {
  for (const input of INPUTS[name] ?? []) {
    const given = readyAsGiven[name] ?? {};
    expect(issuesAgainst(given, input)).toEqual(issuesAgainst(SCHEMAS[name] ?? {}, input));
  }
});

test("a schema that a tool was given and that is none is told, not written", () => {
  const schema = { type: "object", properties: { id: { type: "strong" } } };
  expect(() => textFor({ ...manifestOf([]), explicit: [{ file: "a.ts", line: 1, schema }] })).toThrow(
    expect.objectContaining({ code: "S114" }),
  );
});

test("they agree on inputs that nobody thought of", () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant("card"));
  const key = fc.constantFrom(
    "id",
    "count",
    "tags",
    "pay",
    "kind",
    "number",
    "amount",
    "tree",
    "name",
    "next",
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.dictionary(key, tie("any")),
      fc.array(tie("any"), { maxLength: 3 }),
    ),
  })).any;
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(SCHEMAS)), value, (name, input) => {
      expect(issuesAgainst(ready[name] ?? {}, input)).toEqual(issuesAgainst(SCHEMAS[name] ?? {}, input));
    }),
    { numRuns: 200 },
  );
});

test("a schema that is not the one that was built gets no validator of another", () => {
  const file = join(folder, "other.cjs");
  writeFileSync(file, textFor(manifestOf([SCHEMAS.plain as ObjectSchema])));
  const changed = structuredClone(SCHEMAS.plain) as ObjectSchema;
  (changed.properties?.count ?? {}).maximum = 99;
  const { functions } = manifestOf([changed]);
  provideValidators(
    functions.flatMap(schemasJudged),
    openValidators(createRequire(file)(file) as StandaloneValidators),
  );
  expect(issuesAgainst(changed, { id: "A1", count: 50 })).toEqual([]);
});

test("a type is written once, however many schemas have it", () => {
  const { types, plain } = SCHEMAS;
  const { Place } = types?.$defs as { Place: JsonSchema };
  const other = { ...plain, properties: { place: Place } } as ObjectSchema;
  const text = textFor(manifestOf([types, other] as ObjectSchema[]));
  expect(text.match(/minLength/g)).toHaveLength(
    textFor(manifestOf([types] as ObjectSchema[])).match(/minLength/g)?.length ?? 0,
  );
});

test("a type in a single place is part of the validator there, and has one of its own once there is another", () => {
  const { plain, types } = SCHEMAS;
  const { Place } = types?.$defs as { Place: JsonSchema };
  const nested = { ...plain, properties: { all: { type: "array", items: Place } } } as ObjectSchema;
  const other = { ...plain, properties: { last: Place } } as ObjectSchema;
  const withTypes = (schemas: ObjectSchema[]): number =>
    textFor(manifestOf(schemas)).match(/= type\("/g)?.length ?? 0;
  expect([withTypes([nested]), withTypes([nested, other])]).toEqual([0, 2]);
});

test("the text of a validator does not depend on those before it", () => {
  const { plain, union } = SCHEMAS;
  const alone = textFor(manifestOf([union] as ObjectSchema[])).split("\n");
  const after = textFor(manifestOf([plain, union] as ObjectSchema[])).split("\n");
  expect(alone.filter((line) => !after.includes(line))).toEqual([]);
});

test("one schema is written once, however many tools have it", () => {
  const schema = SCHEMAS.plain as ObjectSchema;
  expect(textFor(manifestOf([schema, structuredClone(schema)]))).toBe(textFor(manifestOf([schema])));
});

describe("where validators come from", () => {
  const schema = (): ObjectSchema => structuredClone(SCHEMAS.plain) as ObjectSchema;
  /** Refuses everything: whoever asks it is found out. */
  const refusing: StandaloneValidators = Object.assign(
    () => ({ [schemaKey(schema())]: () => (() => false) as unknown as ValidateFunction }),
    { madeBy: madeBy() },
  );

  test("those that are given with a manifest are asked", () => {
    const manifest = manifestOf([schema()]);
    giveValidators(manifest, refusing);
    takeValidators({ manifest }, manifest.functions.flatMap(schemasJudged));
    expect(accepts(manifest.functions[0]?.inputSchema ?? {}, { id: "A1", count: 1 })).toBe(false);
  });

  test("those beside a manifest are found; where there are none, ajv is asked", () => {
    const manifest = manifestOf([schema()]);
    takeValidators(
      { manifest, file: join(folder, "none", MANIFEST_FILE) },
      manifest.functions.flatMap(schemasJudged),
    );
    expect(accepts(manifest.functions[0]?.inputSchema ?? {}, { id: "A1", count: 1 })).toBe(true);
  });

  test("those that other versions wrote are an error that says to build", () => {
    const manifest = manifestOf([schema()]);
    const other = join(folder, "other");
    mkdirSync(other);
    writeFileSync(join(other, VALIDATORS_FILE), textFor(manifest).replace(/ajv [\d.]+/, "ajv 7.0.0"));
    expect(() => {
      takeValidators(
        { manifest, file: join(other, MANIFEST_FILE) },
        manifest.functions.flatMap(schemasJudged),
      );
    }).toThrow(
      expect.objectContaining({
        code: "S115",
        message: expect.stringMatching(
          /made by @skills\/core .* with ajv 7\.0\.0, and this is @skills\/core/,
        ) as string,
        help: "run `skills build` again",
      }),
    );
    expect(() => {
      giveValidators(
        manifestOf([schema()]),
        Object.assign(() => ({}), { madeBy: "@skills/core 0.0.1 with ajv 8.0.0" }),
      );
    }).toThrow(expect.objectContaining({ code: "S115" }));
  });

  test("a file that holds none is an error that says to build", () => {
    const manifest = manifestOf([schema()]);
    writeFileSync(join(folder, VALIDATORS_FILE), "module.exports = {};");
    expect(() => {
      takeValidators(
        { manifest, file: join(folder, MANIFEST_FILE) },
        manifest.functions.flatMap(schemasJudged),
      );
    }).toThrow(expect.objectContaining({ code: "S115", help: "run `skills build` again" }));
  });
});

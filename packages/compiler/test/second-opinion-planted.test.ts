import { DECLARATIONS, KINDS } from "./kinds";
import { TempProject, WITH_NODE } from "./support/project";
import { opinionsOn } from "./support/second-opinions";

interface Schema {
  [keyword: string]: unknown;
}

/** Wrong ways to describe what a schema describes. None makes it say what typescript-json-schema says. */
const MISTAKES: { [mistake: string]: (schema: Schema) => Schema | undefined } = {
  "another type": (schema) =>
    typeof schema.type === "string"
      ? { ...schema, type: schema.type === "string" ? "boolean" : "string" }
      : undefined,
  "a limit that nobody said": (schema) =>
    schema.type === "string" && !("const" in schema) && !("enum" in schema)
      ? { ...schema, maxLength: 7 }
      : schema.type === "array"
        ? { ...schema, maxItems: 77 }
        : ["number", "integer"].includes(String(schema.type)) && !("const" in schema) && !("enum" in schema)
          ? { ...schema, multipleOf: 7 }
          : undefined,
  "another value of a limit": (schema) =>
    typeof schema.minimum === "number" ? { ...schema, minimum: schema.minimum + 1 } : undefined,
  "another pattern": (schema) => ("pattern" in schema ? { ...schema, pattern: "^user" } : undefined),
  "another format": (schema) => ("format" in schema ? { ...schema, format: "email" } : undefined),
  "another encoding": (schema) =>
    "contentEncoding" in schema ? { ...schema, contentEncoding: "base32" } : undefined,
  "a value more": (schema) =>
    Array.isArray(schema.enum) ? { ...schema, enum: [...schema.enum, "more"] } : undefined,
  "a value less": (schema) =>
    Array.isArray(schema.enum) && schema.enum.length > 2
      ? { ...schema, enum: schema.enum.slice(1) }
      : undefined,
  "an alternative less": (schema) =>
    Array.isArray(schema.anyOf) ? { ...schema, anyOf: schema.anyOf.slice(1) } : undefined,
  "an alternative more": (schema) =>
    Array.isArray(schema.anyOf)
      ? { ...schema, anyOf: [...schema.anyOf, { type: "object", properties: { odd: {} } }] }
      : undefined,
  "a property more": (schema) =>
    schema.additionalProperties === false
      ? { ...schema, properties: { ...(schema.properties as object), odd: { type: "string" } } }
      : undefined,
  "a property less": (schema) => {
    const [first, ...rest] = Object.entries((schema.properties ?? {}) as Schema);
    if (!first || schema.additionalProperties !== false) return undefined;
    const required = (schema.required as string[] | undefined)?.filter((name) => name !== first[0]);
    return { ...schema, properties: Object.fromEntries(rest), required };
  },
  "nothing required": ({ required, ...schema }) => (required ? schema : undefined),
  "others let in": (schema) =>
    schema.additionalProperties === false
      ? { ...schema, additionalProperties: { type: "string" } }
      : undefined,
  "elements that may be equal": ({ uniqueItems, ...schema }) => (uniqueItems ? schema : undefined),
};

/** The schema with a mistake at each place where it can be made. */
function* mistaken(schema: unknown, mistake: (schema: Schema) => Schema | undefined): Generator<unknown> {
  if (Array.isArray(schema)) {
    for (const [index, inner] of schema.entries())
      for (const wrong of mistaken(inner, mistake)) yield schema.with(index, wrong);
  } else if (typeof schema === "object" && schema !== null) {
    const wrong = mistake(schema as Schema);
    if (wrong) yield wrong;
    for (const keyword of ["items", "additionalProperties", "anyOf", "prefixItems"])
      for (const inner of mistaken((schema as Schema)[keyword], mistake))
        yield { ...schema, [keyword]: inner };
    for (const keyword of ["properties", "patternProperties"])
      for (const [name, member] of Object.entries(((schema as Schema)[keyword] ?? {}) as Schema))
        for (const inner of mistaken(member, mistake))
          yield { ...schema, [keyword]: { ...((schema as Schema)[keyword] as object), [name]: inner } };
  }
}

const variables = KINDS.map(({ type }, index) => `let value${String(index)}: ${type};`).join("\n");
const project = new TempProject({
  "tsconfig.json": WITH_NODE,
  "kinds.ts": `import type { Int } from "@skills/core"; ${DECLARATIONS} ${variables}`,
});
afterAll(() => {
  project.remove();
});
const opinions = opinionsOn(project, "kinds.ts");

describe("a mistake of ours is not explained away, wherever it stands in a type:", () => {
  test.each(Object.entries(MISTAKES))("%s", (_, mistake) => {
    const wrong = KINDS.flatMap(({ type, schema }, index) =>
      [...mistaken(schema, mistake)].map((planted) => ({
        type,
        planted,
        found: opinions.get(`value${String(index)}`)?.(planted as object).unexplained.length,
      })),
    );
    expect(wrong.length).toBeGreaterThan(0);
    expect(wrong.filter(({ found }) => found === 0)).toEqual([]);
  });
});

import { DECLARATIONS, KINDS } from "./kinds";
import { compiled, type Compiled } from "./support/compiled";
import { accepts } from "./support/validate";
import { WITH_NODE } from "./support/project";

/** Every kind in every place, in one program. */
function everywhere(): Compiled {
  const aliases = KINDS.map(({ type }, index) => `export type Alias${String(index)} = ${type};`);
  const methods = KINDS.map(({ type }, index) => {
    const n = String(index);
    return `
      @Tool() top${n}(x: ${type}): void {}
      @Tool() optional${n}(x?: ${type}): void {}
      @Tool() inside${n}(x: { v: ${type} }): void {}
      @Tool() listed${n}(x: (${type})[]): void {}
      @Tool() aliased${n}(x: Alias${n}): void {}
      @Tool() imported${n}(x: other.Alias${n}): void {}
      @Tool() output${n}(): ${type} { throw new Error(); }
      @Tool() async awaited${n}(): Promise<${type}> { throw new Error(); }
    `;
  });
  const head = 'import { Tool, type Int } from "@skills/core";';
  return compiled({
    "tsconfig.json": WITH_NODE,
    "other.ts": `${head} ${DECLARATIONS} ${aliases.join("\n")}`,
    "subject.ts": `${head} import * as other from "./other"; ${DECLARATIONS} ${aliases.join("\n")}
      export class Subject { ${methods.join("\n")} }`,
  });
}

const result = everywhere();

describe.each(KINDS.map((kind, index) => ({ ...kind, n: String(index) })))(
  "$type",
  ({ schema, yes, no, n }) => {
    test("has its schema at the top, inside an object and an array, behind an alias and an import", () => {
      expect(result.property(`top${n}`, "x")).toEqual(schema);
      expect(result.property(`aliased${n}`, "x")).toEqual(schema);
      expect(result.property(`imported${n}`, "x")).toEqual(schema);
      expect(result.property(`listed${n}`, "x")).toEqual({ type: "array", items: schema });
      expect(result.property(`inside${n}`, "x")).toEqual({
        type: "object",
        properties: { v: schema },
        required: ["v"],
        additionalProperties: false,
      });
    });

    test("is required, and not where it is optional", () => {
      expect(result.tool(`top${n}`).inputSchema.required).toEqual(["x"]);
      expect(result.tool(`optional${n}`).inputSchema).not.toHaveProperty("required");
      expect(result.property(`optional${n}`, "x")).toEqual(schema);
    });

    test("is the same as an output, awaited or not", () => {
      expect(result.tool(`output${n}`).outputSchema).toEqual(schema);
      expect(result.tool(`awaited${n}`).outputSchema).toEqual(schema);
    });

    test("accepts its values and refuses others", () => {
      const { inputSchema } = result.tool(`top${n}`);
      for (const value of yes) expect([value, accepts(inputSchema, { x: value })]).toEqual([value, true]);
      for (const value of no) expect([value, accepts(inputSchema, { x: value })]).toEqual([value, false]);
      expect(accepts(inputSchema, {})).toBe(false);
      expect(accepts(inputSchema, { x: yes[0], more: 1 })).toBe(false);
    });
  },
);

test("no kind brings a problem with it", () => {
  expect(result.diagnostics).toEqual([]);
});

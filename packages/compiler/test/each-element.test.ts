import { compiled, skillClass } from "./support/compiled";

const WORD = { type: "string", minLength: 2 };

const result = compiled({
  "subject.ts": skillClass(
    "@Tool() take(x: Holder) {} @Tool() nested(x: Nesting) {} @Tool() misfit(x: Misfit) {}",
    `
    import { MinLength, ValidateNested } from "class-validator";
    import { Type } from "class-transformer";
    class Leaf { name!: string }
    class Holder {
      @MinLength(2, { each: true }) list!: string[];
      @MinLength(2, { each: true }) nullable!: string[] | null;
      @MinLength(2, { each: true }) optional?: string[];
      @MinLength(2, { each: true }) oneOrMore!: number | readonly string[];
      @MinLength(2, { each: true }) pair!: [string, string];
      @MinLength(2, { each: true }) rest!: [string, ...string[]];
      @MinLength(2, { each: true }) set!: Set<string>;
      @MinLength(2, { each: true }) map!: Map<string, string>;
      @MinLength(2, { each: true }) maybeMap!: Map<string, string> | null;
    }
    class Nesting {
      @ValidateNested({ each: true }) @Type(() => Leaf) map!: Map<string, Leaf>;
      @ValidateNested({ each: true }) @Type(() => Leaf) alone!: Leaf;
    }
    class Misfit { @MinLength(2, { each: true }) record!: Record<string, string> }
    `,
  ),
});

function properties(tool: string): object {
  return (result.property(tool, "x") as { properties: object }).properties;
}

test("a rule for each element limits those of lists, tuples, sets and maps, also beside null", () => {
  const map = { type: "object", additionalProperties: WORD };
  const list = { type: "array", items: WORD };
  expect(properties("take")).toEqual({
    list,
    nullable: { anyOf: [list, { type: "null" }] },
    optional: list,
    oneOrMore: { anyOf: [{ type: "number" }, list] },
    pair: { type: "array", prefixItems: [WORD, WORD], minItems: 2, items: false },
    rest: { type: "array", prefixItems: [WORD], minItems: 1, items: WORD },
    set: { ...list, uniqueItems: true },
    map,
    maybeMap: { anyOf: [map, { type: "null" }] },
  });
});

test("a rule that says nothing of an element limits nothing", () => {
  const leaf = expect.objectContaining({ properties: { name: { type: "string" } } });
  expect(result.of("nested").filter(({ severity }) => severity === "error")).toEqual([]);
  expect(properties("nested")).toEqual({
    map: { type: "object", additionalProperties: { $ref: "#/$defs/Leaf" } },
    alone: { $ref: "#/$defs/Leaf" },
  });
  expect(result.tool("nested").inputSchema.$defs).toEqual({ Leaf: leaf });
});

test("class-validator takes a record for one value: a rule for each of its members is refused", () => {
  expect(result.of("misfit")).toMatchObject([{ code: "S205", severity: "error" }]);
  expect(result.of("misfit")[0]?.message).toContain("is no array, set or map");
});

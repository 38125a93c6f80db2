import "./support/compiled";
import { Tool, toolSet } from "@skills/core";
import { setOf, use } from "./support/calls";

class Finds {
  value: unknown;

  /** One, if it is there. */
  @Tool()
  find(): { id: string } | undefined {
    return this.value as { id: string } | undefined;
  }
  /** Some are missing. */
  @Tool()
  async list(): Promise<(string | undefined)[]> {
    return Promise.resolve(this.value as (string | undefined)[]);
  }
  /** The second may be missing. */
  @Tool()
  pair(): [number, string?] {
    return this.value as [number, string?];
  }
  /** By name. */
  @Tool()
  counts(): Record<string, number | undefined> {
    return this.value as Record<string, number | undefined>;
  }
  /** An optional field. */
  @Tool()
  note(): { note?: string } {
    return this.value as { note?: string };
  }
  /** Lists in a union. */
  @Tool()
  either(): { kind: "many"; items: (number | undefined)[] } | { kind: "none" } {
    return this.value as { kind: "none" };
  }
  /** Maybe one after another. */
  @Tool()
  *each(): Generator<number | undefined> {
    for (const item of this.value as number[]) yield item;
  }
}

function returning(tool: string, value: unknown) {
  const finds = new Finds();
  finds.value = value;
  return toolSet(finds).runTool(use(tool), { validateOutput: true });
}

test.each<[string, unknown, string | undefined]>([
  ["find", undefined, undefined],
  ["list", ["a", undefined], '["a",null]'],
  ["list", Array(1), "[null]"],
  ["pair", [1, undefined], "[1,null]"],
  ["counts", { a: undefined, b: 1 }, '{"b":1}'],
  ["counts", new Map([["a", undefined]]), "{}"],
  ["note", { note: undefined }, "{}"],
  ["either", { kind: "many", items: [1, undefined] }, '{"kind":"many","items":[1,null]}'],
  ["each", [1, undefined], "[1,null]"],
])("undefined is no mismatch: %s of %j", async (tool, value, content) => {
  expect((await returning(tool, value)).content).toBe(content);
});

test.each<[string, unknown, string]>([
  ["find", null, "- the value: expected an object with id; received null"],
  ["list", [undefined, 7], "- [1]: expected a string; received 7"],
  ["list", [undefined, null], "- [1]: expected a string; received null"],
  ["pair", [undefined, 7], "- [1]: expected a string; received 7"],
  ["counts", { a: undefined, b: "1" }, '- b: expected a number; received "1"'],
  ["each", [undefined, "1"], '- [1]: expected a number; received "1"'],
])("what stands beside it is checked as ever: %s of %j", async (tool, value, issue) => {
  await expect(returning(tool, value)).rejects.toThrow(issue);
});

test("a field that must be there is missed where it is undefined", async () => {
  const outputSchema = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
  const set = setOf({ outputSchema, run: () => ({ id: undefined }) });
  await expect(set.runTool(use("tool"))).rejects.toThrow("- id: missing; expected a string");
});

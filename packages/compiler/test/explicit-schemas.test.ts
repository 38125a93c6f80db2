import { compareManifests } from "@skills/compiler";
import { compiled } from "./support/compiled";

const INPUT = `{ type: "object", properties: { id: { type: "string" } }, required: ["id"] }`;

const source = (input: string, more = "") => `
  import { BasicToolSet, Tool, toolSet } from "@skills/core";
  const INPUT = ${input} as const;
  const NAME = "search";
  export class Orders {
    /** Find. */
    @Tool({ inputSchema: INPUT }) find(id: string): string { return id; }
    @Tool({ inputSchema: ${input} }) static list(id: string): void {}
    @Tool() plain(x: number): void {}
  }
  export const set = new BasicToolSet();
  set.addTool({ name: NAME, description: "Search.", inputSchema: INPUT, run: () => "" });
  function count(id: string): number { return 1; }
  set.addTool(count, { inputSchema: INPUT });
  ${more}
`;

const manifestOf = (text: string) => compiled({ "a.ts": text }).manifest;

test("a constant schema is named by its method, its function, or the name that addTool was given", () => {
  const { explicit = [] } = manifestOf(source(INPUT));
  expect(explicit.map(({ tool, line }) => [tool, line])).toEqual([
    ["Orders.find", 7],
    ["Orders.static list", 8],
    ["search", 12],
    ["count", 14],
  ]);
});

describe("where contracts are compared", () => {
  const before = manifestOf(source(INPUT));
  const changesTo = (text: string) =>
    compareManifests(before, manifestOf(text)).map(
      ({ tool, breaking, path, what }) => `${tool}${breaking ? "!" : ""} ${path}: ${what}`,
    );

  test("what a constant schema says counts, and not the signature", () => {
    expect(changesTo(source(INPUT))).toEqual([]);
    expect(changesTo(source(INPUT).replace("find(id: string)", "find(id: number)"))).toEqual([]);
    const narrowed = source(INPUT.replace('"string" }', '"string", maxLength: 5 }'));
    expect(changesTo(narrowed)).toEqual(
      ["Orders.find", "Orders.static list", "count", "search"].map(
        (tool) => `${tool}! id: maxLength (none) became 5`,
      ),
    );
  });

  test("a tool that was added, and one that cannot be seen any more, are told", () => {
    const more = `set.addTool({ name: "more", description: "", inputSchema: INPUT, run: () => "" });`;
    expect(changesTo(source(INPUT, more))).toEqual(["more : a new tool"]);
    expect(changesTo(source(INPUT).replace("name: NAME", "name: NAME.trim()"))).toEqual([
      "search! : the tool is gone, or its schema is known at run time only",
    ]);
  });

  test("one of two tools of one name is compared with its own", () => {
    const two = (other: string) => compiled({ "a.ts": source(INPUT), "b.ts": source(other) }).manifest;
    const changes = compareManifests(two(INPUT), two(INPUT.replace("string", "number")));
    expect(changes.map(({ tool, path }) => [tool, path])).toEqual(
      ["Orders.find", "Orders.static list", "count", "search"].map((tool) => [`b.ts#${tool}`, "id"]),
    );
  });
});

test("a schema that is made at run time is told of, unless a library or a class makes it", () => {
  const { diagnostics, manifest } = compiled({
    "standard.ts": `export interface Standard { "~standard": { version: 1; vendor: string; validate(value: unknown): { value: { id: string } } } }`,
    "a.ts": `
      import { BasicToolSet, Tool } from "@skills/core";
      import type { Standard } from "./standard";
      declare const schema: Standard;
      class Dto { id!: string }
      const made = () => ({ type: "object" }) as const;
      const set = new BasicToolSet();
      set.addTool({ name: "zod", inputSchema: schema, run: ({ id }) => id });
      set.addTool({ name: "dto", inputSchema: Dto, run: ({ id }) => id });
      set.addTool({ name: "made", inputSchema: made(), run: () => "" });`,
  });
  expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([["S220", 10]]);
  expect(manifest.explicit).toBeUndefined();
});

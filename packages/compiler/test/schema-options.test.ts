import type { JsonSchema } from "@skills/core";
import { compile } from "@skills/compiler";
import { skillClass } from "./support/compiled";
import { TempProject } from "./support/project";
import { accepts } from "./support/validate";

const project = new TempProject({
  "subject.ts": skillClass(
    `/** Adds two integers together.
     * @param left The first. */
    @Tool() sum(left: Int, right = 2) {}
    @Tool() words(orderId: string, order_id2: string, HTML: string, properties: { title: string }) {}
    /** @param to where to */
    @Tool() shared(from: Place, to: Place, near: { of: Place }) {}
    @Tool() tree(root: Tree, other: Tree, at: Place, home: Place) {}
    @Tool() said(@Param({ default: { title: 1, $ref: "#/$defs/Place" } }) x: object) {}`,
    `/** A place. */ interface Place { name: string }
     interface Tree { at: Place; kids: Tree[] }`,
  ),
});
afterAll(() => {
  project.remove();
});

function schemas(options: { titles?: boolean; inlineRefs?: boolean }): { [method: string]: JsonSchema } {
  const { manifest } = compile({ project: project.root, ...options });
  return Object.fromEntries(manifest.skills[0]?.tools.map((tool) => [tool.method, tool.inputSchema]) ?? []);
}

const at = (schema: JsonSchema | undefined, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as JsonSchema | undefined)?.[key], schema);

describe("titles", () => {
  const titled = schemas({ titles: true });

  test("are made of the properties' names, at every depth, and change nothing else", () => {
    expect(titled.sum).toEqual({
      type: "object",
      properties: {
        left: { title: "Left", type: "integer", description: "The first." },
        right: { title: "Right", type: "number", default: 2 },
      },
      required: ["left"],
      additionalProperties: false,
    });
    const properties = at(titled.words, "properties") as { [name: string]: JsonSchema };
    expect(Object.values(properties).map(({ title }) => title)).toEqual([
      "Order Id",
      "Order Id2",
      "HTML",
      "Properties",
    ]);
    expect(at(properties.properties, "properties", "title")).toEqual({ title: "Title", type: "string" });
    expect(at(titled.shared, "$defs", "Place", "properties", "name", "title")).toBe("Name");
    expect(at(titled.said, "properties", "x", "default")).toEqual({ title: 1, $ref: "#/$defs/Place" });
  });

  test("are left out unless they are asked for", () => {
    expect(JSON.stringify(schemas({}).words)).not.toContain('"Order Id"');
  });
});

describe("inlineRefs", () => {
  const inline = schemas({ inlineRefs: true });
  const place = {
    type: "object",
    description: "A place.",
    properties: { name: { type: "string" } },
    required: ["name"],
    additionalProperties: false,
  };

  test("puts shared types where they are used, under what is said there", () => {
    expect(inline.shared).not.toHaveProperty("$defs");
    expect(at(inline.shared, "properties")).toEqual({
      from: place,
      to: { ...place, description: "where to" },
      near: { type: "object", properties: { of: place }, required: ["of"], additionalProperties: false },
    });
  });

  test("leaves a type that contains itself, and puts others into it", () => {
    expect(Object.keys(at(inline.tree, "$defs") as object)).toEqual(["Tree"]);
    expect(at(inline.tree, "$defs", "Tree", "properties")).toEqual({
      at: place,
      kids: { type: "array", items: { $ref: "#/$defs/Tree" } },
    });
    const whole = { at: { name: "x" }, home: { name: "y" }, other: { at: { name: "z" }, kids: [] } };
    const tree = { at: { name: "x" }, kids: [{ at: { name: "y" }, kids: [] }] };
    expect(accepts(inline.tree ?? {}, { ...whole, root: tree })).toBe(true);
    expect(accepts(inline.tree ?? {}, { ...whole, root: { ...tree, kids: [{}] } })).toBe(false);
  });

  test("leaves data alone that looks like a reference", () => {
    expect(at(inline.said, "properties", "x", "default", "$ref")).toBe("#/$defs/Place");
  });
});

test("the two options together", () => {
  const both = schemas({ titles: true, inlineRefs: true });
  expect(at(both.shared, "properties", "from", "title")).toBe("From");
  expect(at(both.shared, "properties", "from", "properties", "name", "title")).toBe("Name");
});

import { compiled } from "./support/compiled";

const result = compiled({
  "other.ts": `
    export interface Node { a: string; next?: Node }
    export interface Shared { a: string }
  `,
  "subject.ts": `
    import { Tool, type Int } from "@skills/core";
    import type * as other from "./other";
    interface Node { b: number; next?: Node }
    interface Shared { b: number; c: string }
    interface Box<T> { value: T; inner?: Box<T> }
    type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
    type Nested = Nested[];
    interface Left { right?: Right } interface Right { left?: Left; at: Date }
    interface Holder { items: Array<string | Holder> }
    export class Subject {
      @Tool() before(x: other.Node) {}
      @Tool() twoNames(x: other.Node, y: Node) {}
      @Tool() alone(y: Node) {}
      @Tool() shared(x: Shared, y: Shared[], z: { s: Shared }) {}
      @Tool() once(x: Shared) {}
      @Tool() generics(x: Box<string>, y: Box<Int>, z: Box<number>) {}
      @Tool() json(x: Json, y?: Json) {}
      @Tool() nested(x: Nested) {}
      @Tool() mutual(x: Left) {}
      @Tool() holder(x: Holder) {}
      /** @param x said of this use */
      @Tool() described(x: Node) {}
    }
  `,
});
const schema = (tool: string) => result.tool(tool).inputSchema;
const definitions = (tool: string) =>
  schema(tool).$defs as { [name: string]: { properties: object } } | undefined;

test("a recursive type refers to itself", () => {
  expect(schema("alone")).toEqual({
    type: "object",
    properties: { y: { $ref: "#/$defs/Node" } },
    required: ["y"],
    additionalProperties: false,
    $defs: {
      Node: {
        type: "object",
        properties: { b: { type: "number" }, next: { $ref: "#/$defs/Node" } },
        required: ["b"],
        additionalProperties: false,
      },
    },
  });
});

test("two types of one name are two definitions, named in the order of their use in this tool", () => {
  expect(schema("twoNames").properties).toEqual({
    x: { $ref: "#/$defs/Node" },
    y: { $ref: "#/$defs/Node_2" },
  });
  expect(definitions("twoNames")?.Node?.properties).toHaveProperty("a");
  expect(definitions("twoNames")?.Node_2?.properties).toHaveProperty("b");
});

test("a type that is used more than once is defined once; one that is not stands in its place", () => {
  const ref = { $ref: "#/$defs/Shared" };
  expect(schema("shared").properties).toMatchObject({
    x: ref,
    y: { items: ref },
    z: { properties: { s: ref } },
  });
  expect(schema("once")).not.toHaveProperty("$defs");
});

test("instances of a generic are told apart, also by aliases that the checker forgets", () => {
  expect(schema("generics").properties).toEqual({
    x: { $ref: "#/$defs/Box_string" },
    y: { $ref: "#/$defs/Box_number" },
    z: { $ref: "#/$defs/Box_number_2" },
  });
  expect(definitions("generics")).toMatchObject({
    Box_string: { properties: { value: { type: "string" }, inner: { $ref: "#/$defs/Box_string" } } },
    Box_number: { properties: { value: { type: "integer" } } },
    Box_number_2: { properties: { value: { type: "number" } } },
  });
});

test("recursive unions and arrays are found by their names, optional or not", () => {
  expect(schema("json").properties).toEqual({ x: { $ref: "#/$defs/Json" }, y: { $ref: "#/$defs/Json" } });
  expect(definitions("json")?.Json).toEqual({
    anyOf: [
      { type: ["string", "number", "boolean", "null"] },
      { type: "array", items: { $ref: "#/$defs/Json" } },
      { type: "object", additionalProperties: { $ref: "#/$defs/Json" } },
    ],
  });
  expect(definitions("nested")?.Nested).toEqual({ type: "array", items: { $ref: "#/$defs/Nested" } });
  expect(definitions("holder")?.Holder?.properties).toEqual({
    items: { type: "array", items: { anyOf: [{ type: "string" }, { $ref: "#/$defs/Holder" }] } },
  });
});

test("types that contain each other resolve, and so do their plans", () => {
  expect(schema("mutual").properties).toEqual({ x: { $ref: "#/$defs/Left" } });
  expect(result.tool("mutual")).toMatchObject({ params: [{ revive: { to: "ref", name: "Left" } }] });
  expect(JSON.stringify(result.tool("mutual").revivals)).toContain('"at":{"to":"Date"}');
});

test("words of one use stand beside the reference", () => {
  expect(schema("described").properties).toEqual({
    x: { $ref: "#/$defs/Node", description: "said of this use" },
  });
});

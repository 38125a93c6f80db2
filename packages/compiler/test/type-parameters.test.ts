import { compiled, skillClass } from "./support/compiled";

const result = compiled({
  "subject.ts": skillClass(
    `
    @Tool() itself<T extends Entity>(x: T) {}
    @Tool() mapped<T extends Entity>(x: Readonly<T>) {}
    @Tool() fewer<T extends Entity>(x: Omit<T, "id">) {}
    @Tool() joined<T extends Entity>(x: T & { more: 1 }) {}
    @Tool() widened<T extends Entity>(x: { [Key in keyof T | "more"]: number }) {}
    @Tool() prefixed<K extends string>(x: Record<\`x-\${K}\`, number>) {}
    @Tool() picked<T extends Entity>(x: Pick<T, "id">) {}
    @Tool() anything<T>(x: T) {}
    @Tool() key<T extends Entity, K extends keyof T>(of: T, x: K, all: K[]) {}
    @Tool() keyed<K extends "a" | "b">(x: Record<K, number>) {}
    @Tool() listed<K extends keyof Entity>(x: { [Key in K]: Entity[Key] }) {}
    `,
    "interface Entity { id: string; quantity?: number }",
  ),
});
const id = { type: "string" };
const quantity = { type: "number" };

describe("what depends on a type parameter of a method", () => {
  test.each<[method: string, schema: object]>([
    ["itself", { type: "object", properties: { id, quantity }, required: ["id"] }],
    ["mapped", { type: "object", properties: { id, quantity }, required: ["id"] }],
    ["fewer", { type: "object", properties: { quantity } }],
    [
      "joined",
      {
        type: "object",
        properties: { id, quantity, more: { type: "number", const: 1 } },
        required: ["id", "more"],
      },
    ],
    [
      "widened",
      {
        type: "object",
        properties: { id: quantity, quantity, more: quantity },
        required: ["id", "quantity", "more"],
      },
    ],
    ["anything", {}],
    ["key", { type: "string" }],
  ])("%s is what its constraint says, and open", (method, schema) => {
    expect(result.property(method, "x")).toEqual(schema);
  });

  test("is closed where all of its keys are known", () => {
    expect(result.property("picked", "x")).toEqual({
      type: "object",
      properties: { id },
      required: ["id"],
      additionalProperties: false,
    });
  });

  test.each(["keyed", "listed", "prefixed"])(
    "is refused where its keys are those of an argument: %s",
    (method) => {
      expect(result.has(method)).toBe(false);
      expect(result.of(method)).toMatchObject([{ code: "S201", parameter: "x", severity: "error" }]);
      expect(result.of(method)[0]?.message).toContain("depends on a type parameter");
    },
  );
});

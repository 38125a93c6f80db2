import "reflect-metadata";
import "./support/compiled";
import { IsInt, IsString, Min, Validate, ValidatorConstraint } from "class-validator";
import { z } from "zod";
import { BasicToolSet, BrokenSchemaError, Tool, toolSet, type StandardSchema } from "@skills/core";
import { brokenBy, closed, setOf, use } from "./support/calls";

async function issuesOf(work: Promise<unknown>) {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof BrokenSchemaError)) throw error;
  return error.issues.map(({ path, message }) => `${path}: ${message}`);
}

test("JSON Schema is taken as it is", async () => {
  const schema = closed({ n: { type: "integer", "x-hint": "kept" } });
  expect(setOf({ inputSchema: schema, run: () => 1 }).toolsSchema[0]?.input_schema).toBe(schema);
  expect((await brokenBy(schema, { n: "x" })).issues).toHaveLength(1);
});

test("JSON Schema is taken as a constant, too", () => {
  const INPUT = { type: "object", properties: { n: { enum: [1, 2] } }, required: ["n"] } as const;
  class Counter {
    @Tool({ inputSchema: INPUT, outputSchema: { type: "array", prefixItems: [INPUT] } as const })
    count(): object[] {
      return [];
    }
  }
  const set = new BasicToolSet();
  set.addTool({ name: "add", inputSchema: INPUT, outputSchema: INPUT, run: () => INPUT });
  set.addTool((n: number) => n, { name: "same", inputSchema: INPUT });
  const schemas = [...toolSet(new Counter()).toolsSchema, ...set.toolsSchema];
  expect(schemas.map(({ input_schema }) => input_schema)).toEqual([INPUT, INPUT, INPUT]);
});

describe("a zod schema", () => {
  const set = new BasicToolSet();
  const seen: string[] = [];
  set.addTool({
    name: "order",
    description: "Order.",
    inputSchema: z.object({
      sku: z.string().regex(/^[A-Z]\d$/),
      quantity: z.number().int().min(1).default(2),
      note: z.string().trim().optional(),
      lines: z.array(z.object({ n: z.number().refine((n) => n % 2 === 0, "must be even") })).optional(),
    }),
    run({ sku, quantity, note }) {
      // The types come from the schema.
      const text: string = sku + (note ?? "");
      seen.push(text);
      return quantity + 1;
    },
  });

  test("gives its JSON Schema", () => {
    expect(set.toolsSchema[0]).toMatchObject({
      name: "order",
      input_schema: {
        type: "object",
        properties: { sku: { type: "string" }, quantity: { type: "integer", minimum: 1, default: 2 } },
        required: ["sku"],
      },
    });
    expect(set.toolsSchema[0]?.input_schema).not.toHaveProperty("$schema");
  });
  test("gives the tool what it makes of the input", async () => {
    expect((await set.runTool(use("order", { sku: "A1", note: " hi " }))).value).toBe(3);
    expect(seen).toEqual(["A1hi"]);
  });
  test("refuses by its JSON Schema, and then by what no JSON Schema says, with paths", async () => {
    expect(await issuesOf(set.runTool(use("order", { sku: 7 })))).toEqual([
      expect.stringMatching(/^sku: expected a string/),
    ]);
    expect(await issuesOf(set.runTool(use("order", { sku: "A1", lines: [{ n: 2 }, { n: 3 }] })))).toEqual([
      "lines[1].n: must be even; received 3",
    ]);
  });
  test("of no object is refused when the tool is added", () => {
    expect(() => setOf({ inputSchema: z.string(), run: () => 1 })).toThrow(
      /^S114: the inputSchema of tool \(zod\) describes no object/,
    );
  });
});

describe("any Standard Schema", () => {
  const standard = (jsonSchema?: object): StandardSchema =>
    ({
      "~standard": {
        version: 1,
        vendor: "own",
        validate: (value: object) =>
          Promise.resolve("bad" in value ? { issues: [{ message: "is bad" }] } : { value: { made: value } }),
        ...(jsonSchema ? { jsonSchema: { input: () => jsonSchema } } : {}),
      },
    }) as StandardSchema;

  test("that tells its JSON Schema will do, also one that validates later", async () => {
    const set = setOf({ inputSchema: standard({ type: "object", $schema: "x" }), run: (input) => input });
    expect(set.toolsSchema[0]?.input_schema).toEqual({ type: "object" });
    expect((await set.runTool(use("tool", { a: 1 }))).value).toEqual({ made: { a: 1 } });
    expect(await issuesOf(set.runTool(use("tool", { bad: 1 })))).toEqual([': is bad; received {"bad":1}']);
  });
  test("that does not is refused, with the way out", () => {
    expect(() => setOf({ inputSchema: standard(), run: () => 1 })).toThrow(
      /^S114: the inputSchema of tool \(own\) makes no JSON Schema/,
    );
  });
});

@ValidatorConstraint()
class Even {
  validate(value: number): boolean {
    return value % 2 === 0;
  }
  defaultMessage(): string {
    return "must be even";
  }
}

class Order {
  @IsString()
  sku!: string;

  @IsInt()
  @Min(1)
  @Validate(Even)
  quantity!: number;

  get total(): number {
    return this.quantity * 10;
  }
}

describe("a decorated DTO class", () => {
  const set = new BasicToolSet();
  set.addTool({ name: "order", inputSchema: Order, run: (order) => order.total });

  test("gives its schema", () => {
    expect(set.toolsSchema[0]?.input_schema).toEqual(
      closed({ sku: { type: "string" }, quantity: { type: "integer", minimum: 1 } }),
    );
  });
  test("gives the tool an instance", async () => {
    expect((await set.runTool(use("order", { sku: "A", quantity: 4 }))).value).toBe(40);
  });
  test("refuses with paths", async () => {
    expect(await issuesOf(set.runTool(use("order", { sku: "A", quantity: 3 })))).toEqual([
      "quantity: must be even; received 3",
    ]);
    expect(await issuesOf(set.runTool(use("order", { sku: "A", quantity: 0 })))).toEqual([
      "quantity: expected an integer of at least 1; received 0",
    ]);
  });
  test("without decorators is refused when the tool is added", () => {
    class Bare {
      sku!: string;
    }
    expect(() => setOf({ inputSchema: Bare, run: () => 1 })).toThrow(/^S114: .*class Bare/);
  });
});

test("@Tool takes an explicit schema in place of the signature's", async () => {
  class Desk {
    /** Find. */
    @Tool({ inputSchema: closed({ id: { type: "string", pattern: "^A" } }) })
    find(id: string): string {
      return `found ${id}`;
    }
  }
  const set = toolSet(new Desk());
  expect(set.toolsSchema[0]?.input_schema).toEqual(closed({ id: { type: "string", pattern: "^A" } }));
  expect((await set.runTool(use("find", { id: "A1" }))).value).toBe("found A1");
  await expect(set.runTool(use("find", { id: "B1" }))).rejects.toBeInstanceOf(BrokenSchemaError);
});

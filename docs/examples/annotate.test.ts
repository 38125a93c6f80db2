import { Param, Skill, Tool, ToolContext, toolSet, type Int } from "@skills/core";
import { Type } from "class-transformer";
import { IsInt, IsString, Min, ValidateNested } from "class-validator";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const use = (name: string, input: unknown) => ({ type: "tool_use" as const, id: "toolu_1", name, input });

// #region types
interface Address {
  /** As on the parcel */
  street: string;
  country: "NO" | "SE" | "DK";
}

class Shipping {
  /**
   * Say what sending a parcel costs, in cents.
   * @param to Where it goes
   * @param grams What it weighs
   * @minimum 1
   * @maximum 20000
   * @param express Whether it has to be there tomorrow
   */
  @Tool()
  quote(to: Address, grams: Int, express = false, notes?: string[]) {
    return (to.country === "NO" ? 490 : 990) + (express ? 500 : 0) + Math.round(grams / 10);
  }
}
// #endregion

test("types become the schema", () => {
  expect(toolSet(new Shipping()).toolsSchema).toEqual([
    {
      name: "quote",
      description: "Say what sending a parcel costs, in cents.",
      input_schema: {
        type: "object",
        properties: {
          to: {
            type: "object",
            properties: {
              street: { type: "string", description: "As on the parcel" },
              country: { type: "string", enum: ["NO", "SE", "DK"] },
            },
            required: ["street", "country"],
            additionalProperties: false,
            description: "Where it goes",
          },
          grams: { type: "integer", minimum: 1, maximum: 20_000, description: "What it weighs" },
          express: {
            type: "boolean",
            default: false,
            description: "Whether it has to be there tomorrow",
          },
          notes: { type: "array", items: { type: "string" } },
        },
        required: ["to", "grams"],
        additionalProperties: false,
      },
    },
  ]);
});

const cancelled: [string, string][] = [];

// #region options
@Skill({ name: "orders", instructions: "Ask for the order's number before you look for it." })
class Orders {
  /** Find an order. */
  @Tool({ annotations: { readOnly: true }, limits: { timeoutMs: 5000 } })
  async findOrder(@Param({ pattern: "^A\\d+$", description: "As on the invoice" }) id: string) {
    return { id, status: "sent" };
  }

  /** Cancel an order that was not sent yet. */
  @Tool({ name: "cancel_order", needsApproval: true })
  async cancel(id: string, context: ToolContext, signal?: AbortSignal) {
    await cancelAtCarrier(id, { idempotencyKey: context.idempotencyKey, signal });
  }
}
// #endregion

async function cancelAtCarrier(
  id: string,
  { idempotencyKey }: { idempotencyKey: string; signal?: AbortSignal },
) {
  cancelled.push([id, idempotencyKey]);
}

test("what the framework gives is no part of the schema", async () => {
  const orders = toolSet(new Orders());
  expect(
    orders.toolsSchema.map(({ name, input_schema }) => [name, Object.keys(input_schema.properties ?? {})]),
  ).toEqual([
    ["findOrder", ["id"]],
    ["cancel_order", ["id"]],
  ]);
  expect(orders.instructions).toEqual(["Ask for the order's number before you look for it."]);
  await orders.runTool(use("cancel_order", { id: "A1" }));
  expect(cancelled).toEqual([["A1", "toolu_1"]]);
});

// #region dto
class Line {
  @IsString()
  sku!: string;

  @IsInt()
  @Min(1)
  count!: number;
}

class NewOrder {
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[];

  get pieces(): number {
    return this.lines.reduce((sum, { count }) => sum + count, 0);
  }
}

class Till {
  /** Place an order. */
  @Tool()
  place(order: NewOrder, wanted?: Date) {
    return `${String(order.pieces)} pieces, ${wanted?.getUTCFullYear() ?? "any day"}`;
  }
}
// #endregion

test("classes and dates arrive as what they are", async () => {
  const till = toolSet(new Till());
  const order = { lines: [{ sku: "KE-1", count: 2 }] };
  const { value } = await till.runTool(use("place", { order, wanted: "2027-01-01T00:00:00Z" }));
  expect(value).toBe("2 pieces, 2027");
});

test("what breaks their rules comes back to the model", async () => {
  const broken = { order: { lines: [{ sku: "KE-1", count: 0 }] } };
  const answer = await toolSet(new Till()).respond({ content: [use("place", broken)] }, { logger: quiet });
  expect(answer?.content).toMatchObject([
    { is_error: true, content: expect.stringContaining("order.lines[0].count") },
  ]);
});

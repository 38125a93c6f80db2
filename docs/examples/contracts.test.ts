import {
  err,
  ok,
  onToolCall,
  Param,
  Skill,
  Tool,
  ToolContext,
  ToolRegistry,
  toolsOf,
  unwrap,
  type Int,
  type Result,
  type ToolTrace,
} from "@skills/core";

// #region contract
class RefundError extends Error {
  override name = "RefundError";
}

interface Refund {
  id: string;
  status: string;
}

@Skill({ name: "payments" })
class PaymentService {
  /**
   * Issue a refund via the payment provider
   * @param customer_id Stripe customer ID
   */
  @Tool({ name: "Stripe.CreateRefund", errors: [RefundError] })
  async createRefund(
    customer_id: string,
    @Param({ min: 1, max: 100_000 }) amount: Int,
  ): Promise<Result<Refund, RefundError>> {
    if (customer_id === "cus_blocked") return err(new RefundError("this customer is blocked"));
    return ok({ id: `r${String(amount)}`, status: "ok" });
  }
}
// #endregion

test("the contract of a tool is data", () => {
  expect(toolsOf(PaymentService)).toEqual([
    {
      name: "Stripe.CreateRefund",
      description: "Issue a refund via the payment provider",
      method: "createRefund",
      input: [
        { name: "customer_id", type: "string" },
        { name: "amount", type: "integer" },
      ],
      input_schema: {
        type: "object",
        properties: {
          customer_id: { type: "string", description: "Stripe customer ID" },
          amount: { type: "integer", minimum: 1, maximum: 100_000 },
        },
        required: ["customer_id", "amount"],
        additionalProperties: false,
      },
      output: [
        { name: "id", type: "string" },
        { name: "status", type: "string" },
      ],
      output_schema: {
        type: "object",
        properties: { id: { type: "string" }, status: { type: "string" } },
        required: ["id", "status"],
        additionalProperties: false,
      },
      errors: [RefundError],
    },
  ]);
});

// #region agent
@Skill({ uses: ["Stripe.CreateRefund"] })
class AgentService {
  /** Pay a customer back. */
  @Tool()
  async processRefund(customer: string, context: ToolContext): Promise<string> {
    const refund = await context.tools.call("Stripe.CreateRefund", { customer_id: customer, amount: 500 });
    return refund.ok ? "refund created" : `refund failed: ${refund.error.outcome}`;
  }

  /** Try what the class has no right to. */
  @Tool()
  async drain(context: ToolContext): Promise<string> {
    const drained = await context.tools.call("Stripe.GetBalance");
    return drained.ok ? "drained" : drained.error.plainMessage;
  }
}

const registry = new ToolRegistry().register(new PaymentService()).register(new AgentService());
// #endregion

test("a tool calls another that its class names in uses", async () => {
  expect(unwrap(await registry.call("processRefund", { customer: "cus_1" }))).toBe("refund created");
  expect(unwrap(await registry.call("processRefund", { customer: "cus_blocked" }))).toBe(
    "refund failed: error",
  );
});

test("and no other", async () => {
  expect(unwrap(await registry.call("drain"))).toContain("Stripe.GetBalance is not among the tools");
});

test("the registry lists tools, gives their schemas, and takes a class again", () => {
  expect(unwrap(registry.list()).map(({ name }) => name)).toEqual([
    "Stripe.CreateRefund",
    "processRefund",
    "drain",
  ]);
  expect(Object.keys(unwrap(registry.schema("Stripe.CreateRefund")))).toEqual(["input", "output"]);
  expect(registry.schema("Stripe.Nope")).toMatchObject({ ok: false, error: { outcome: "not_found" } });
  expect(() => registry.register(new PaymentService())).not.toThrow();
});

test("every call is traced", async () => {
  const traces: ToolTrace[] = [];
  // #region trace
  const stop = onToolCall((trace) => {
    traces.push(trace);
  });
  // #endregion
  await registry.call("processRefund", { customer: "cus_1" });
  await registry.call("processRefund", { customer: 7 });
  stop();
  expect(traces.map(({ name, outcome }) => [name, outcome])).toEqual([
    ["Stripe.CreateRefund", "ok"],
    ["processRefund", "ok"],
    ["processRefund", "invalid_input"],
  ]);
});

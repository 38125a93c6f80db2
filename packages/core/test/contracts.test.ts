import "./support/compiled";
import { err, ok, Param, Tool, toolSet, toolsOf, unwrap, type Int, type Result } from "@skills/core";
import { asking, recorder, results, setOf, use } from "./support/calls";

class RefundError extends Error {}
class OtherError extends Error {}

interface Refund {
  id: string;
  status: "ok" | "pending";
  lines?: { amount: number }[];
}

class Payments {
  result: Result<Refund, Error> = ok({ id: "r1", status: "ok" });
  value: unknown = { id: "r1", status: "ok" };

  /**
   * Issue a refund.
   * @param customerId Customer
   */
  @Tool({ name: "CreateRefund", errors: [RefundError] })
  async createRefund(
    customerId: string,
    @Param({ min: 1, max: 100000 }) amount: Int,
    note?: string,
  ): Promise<Result<Refund, Error>> {
    void [customerId, amount, note];
    return Promise.resolve(this.result);
  }

  /** The balance. */
  @Tool()
  balance(): Refund {
    return this.value as Refund;
  }

  /** Either way. */
  @Tool()
  maybe(fail: boolean): Result<number, string> {
    return fail ? err("declined") : ok(7);
  }
}

const INPUT = { customerId: "c", amount: 5 };

async function answered(payments: Payments, call = use("CreateRefund", INPUT)) {
  const logger = recorder();
  const answer = await toolSet(payments).respond(asking(call), { logger });
  return { result: answer?.content[0], logged: logger.lines.length };
}

describe("a method that returns a Result", () => {
  test("gives the value of an ok", async () => {
    const { result } = await answered(new Payments());
    expect(result).toEqual({
      type: "tool_result",
      tool_use_id: "toolu_1",
      content: '{"id":"r1","status":"ok"}',
    });
  });
  test("fails with a declared error by name and message, without a log line", async () => {
    const payments = new Payments();
    payments.result = err(new RefundError("too late"));
    expect(await answered(payments)).toEqual({
      result: {
        type: "tool_result",
        tool_use_id: "toolu_1",
        content: "RefundError: too late",
        is_error: true,
      },
      logged: 0,
    });
  });
  test("fails with an undeclared error as Error: message, logged", async () => {
    const payments = new Payments();
    payments.result = err(new OtherError("disk full"));
    expect(await answered(payments)).toEqual({
      result: { type: "tool_result", tool_use_id: "toolu_1", content: "Error: disk full", is_error: true },
      logged: 1,
    });
  });
  test("may be made by hand where the tool declares errors", async () => {
    const payments = new Payments();
    payments.result = { ok: false, error: new RefundError("by hand") };
    expect((await answered(payments)).result).toMatchObject({ content: "RefundError: by hand" });
    payments.result = { ok: true, value: { id: "r2", status: "ok" } };
    expect((await answered(payments)).result).toMatchObject({ content: '{"id":"r2","status":"ok"}' });
  });
  test("may fail with any value", async () => {
    expect((await answered(new Payments(), use("maybe", { fail: true }))).result).toMatchObject({
      content: "Error: declined",
      is_error: true,
    });
    expect((await answered(new Payments(), use("maybe", { fail: false }))).result).toMatchObject({
      content: "7",
    });
  });
});

test("an empty list of errors declares that there are none", async () => {
  class Clock {
    /** The hour. */
    @Tool({ errors: [] })
    hour(): Result<number, never> {
      return { ok: true, value: 7 };
    }

    /** Breaks its word, which TypeScript would not let it do. */
    @Tool({ errors: [] })
    broken(): Result<number, never> {
      return err(new RefundError("no hands")) as unknown as Result<number, never>;
    }

    // @ts-expect-error -- a contract's method returns a Result, also where it declares no errors
    @Tool({ errors: [] })
    minute(): number {
      return 30;
    }
  }
  const logger = recorder();
  const answer = await toolSet(new Clock()).respond(asking(use("hour"), use("broken", {}, "2")), { logger });
  expect(answer?.content).toMatchObject([{ content: "7" }, { content: "Error: no hands", is_error: true }]);
  expect(logger.lines).toHaveLength(1);
  expect(toolsOf(Clock)[0]?.errors).toEqual([]);
});

test("a declared error that is thrown counts as one that is returned", async () => {
  const set = setOf({
    errors: [RefundError],
    run: () => {
      throw new RefundError("thrown");
    },
  });
  expect((await results(set, use("tool")))[0]?.content).toBe("RefundError: thrown");
});

test("data with a field ok stays data", async () => {
  for (const value of [{ ok: true }, { ok: "yes", value: 1 }, { ok: false, reason: "x" }]) {
    expect((await setOf({ errors: [RefundError], run: () => value }).runTool(use("tool"))).value).toBe(value);
    expect((await setOf({ run: () => value }).runTool(use("tool"))).value).toBe(value);
  }
  const lookalike = { ok: true, value: 1 };
  expect((await setOf({ run: () => lookalike }).runTool(use("tool"))).value).toBe(lookalike);
});

test("unwrap gives the value, or throws the error", () => {
  const error = new RefundError("x");
  expect(unwrap(ok(1))).toBe(1);
  expect(() => unwrap(err(error))).toThrow(error);
});

describe("what a tool returns is checked field by field against its output schema", () => {
  const returning = async (value: unknown, validateOutput?: boolean) => {
    const payments = new Payments();
    payments.value = value;
    return toolSet(payments).runTool(use("balance"), { validateOutput });
  };

  test.each<[unknown, string]>([
    [{ status: "ok" }, "- id: missing; expected a string"],
    [{ id: 7, status: "ok" }, "- id: expected a string; received 7"],
    [{ id: "r", status: "done" }, '- status: expected one of "ok", "pending"; received "done"'],
    [
      { id: "r", status: "ok", lines: [{ amount: "1" }] },
      '- lines[0].amount: expected a number; received "1"',
    ],
    ["bare", "- the value: expected an object with id, status and optional lines"],
  ])("%j", async (value, issue) => {
    const failing = returning(value);
    await expect(failing).rejects.toMatchObject({
      name: "OutputMismatchError",
      code: "S306",
      toolName: "balance",
    });
    await expect(failing).rejects.toThrow(issue);
  });
  test("fields that the type does not name are let through", async () => {
    expect((await returning({ id: "r", status: "ok", more: 1 })).value).toEqual({
      id: "r",
      status: "ok",
      more: 1,
    });
  });
  test("so is anything where the check is off", async () => {
    expect((await returning("bare", false)).value).toBe("bare");
  });
  test("the payload of an ok is what is checked", async () => {
    const payments = new Payments();
    payments.result = ok({ id: 7 } as unknown as Refund);
    await expect(toolSet(payments).runTool(use("CreateRefund", INPUT))).rejects.toThrow(
      "- id: expected a string",
    );
  });
  test("an explicit output schema is one, too; a field may be named like a keyword", async () => {
    const outputSchema = {
      type: "object",
      properties: { default: { type: "object", properties: {}, additionalProperties: false } },
      additionalProperties: false,
    };
    const set = setOf({ outputSchema, run: () => ({ default: { extra: 1 }, more: 2 }) });
    expect((await set.runTool(use("tool"))).value).toEqual({ default: { extra: 1 }, more: 2 });
    await expect(setOf({ outputSchema, run: () => 1 }).runTool(use("tool"))).rejects.toMatchObject({
      code: "S306",
    });
  });
});

test("toolsOf tells a class's tools as data", () => {
  const [refund] = toolsOf(Payments);
  expect(refund).toEqual({
    name: "CreateRefund",
    description: "Issue a refund.",
    method: "createRefund",
    input: [
      { name: "customerId", type: "string" },
      { name: "amount", type: "integer" },
      { name: "note", type: "string" },
    ],
    input_schema: {
      type: "object",
      properties: {
        customerId: { type: "string", description: "Customer" },
        amount: { type: "integer", minimum: 1, maximum: 100000 },
        note: { type: "string" },
      },
      required: ["customerId", "amount"],
      additionalProperties: false,
    },
    output: [
      { name: "id", type: "string" },
      { name: "status", type: '"ok" | "pending"' },
      { name: "lines", type: "object[]" },
    ],
    output_schema: expect.objectContaining({ type: "object", required: ["id", "status"] }) as object,
    errors: [RefundError],
  });
});

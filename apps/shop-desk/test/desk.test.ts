import { join } from "node:path";
import { Agent } from "@skills/runner";
import { ScriptedModel, type Step } from "@skills/testing";
import { deskOver } from "../src/desk";
import { Shop } from "../src/shop";

const FILE = join(__dirname, "../data/shop.json");
const request = { orderId: "A7", reason: "damaged" };

/** One conversation with a model that plays these steps. */
async function converse(steps: Step[]) {
  const model = new ScriptedModel(steps);
  const agent = new Agent({
    client: model.client(),
    model: "claude-sonnet-5-5",
    maxTokens: 1024,
    tools: [deskOver(new Shop(FILE))],
  });
  const result = await agent.run("Hello");
  model.assertComplete();
  return { ...result, model, results: result.messages.flatMap(resultsOf) };
}

function resultsOf({ content }: { content?: unknown }): { content?: unknown; is_error?: boolean }[] {
  return (Array.isArray(content) ? content : []).filter(
    ({ type }: { type: string }) => type === "tool_result",
  );
}

test("offers the tools of every skill, with each type's own limits", async () => {
  const { model } = await converse([{ text: "Hello." }]);
  const { tools } = model.requests[0]?.body ?? {};
  expect(tools).toMatchObject([
    { name: "findOrder", input_schema: { properties: { id: { pattern: "^A\\d{1,4}$" } } } },
    { name: "listOrders", input_schema: { required: ["email"] } },
    { name: "trackParcel" },
    { name: "refundOrder" },
    { name: "searchProducts", input_schema: { properties: { limit: { type: "integer", default: 3 } } } },
  ]);
});

test("refunds an order within its fourteen days, once", async () => {
  const { results } = await converse([
    { calls: [["refundOrder", { request }]] },
    { calls: [["refundOrder", { request }]] },
    { text: "Done." },
  ]);
  expect(results).toMatchObject([
    { content: expect.stringMatching(/^{"refundId":"R-.*toolu_0001","orderId":"A7","amountCents":3100}$/) },
    { content: "RefundRefused: order A7 has been refunded already", is_error: true },
  ]);
});

test("of two refunds of one order in one turn, only the first is paid", async () => {
  const { results } = await converse([
    {
      calls: [
        ["refundOrder", { request }],
        ["refundOrder", { request }],
      ],
    },
    { text: "Done." },
  ]);
  expect(results.map(({ is_error }) => is_error)).toEqual([undefined, true]);
});

test.each([
  ["a malformed order number", { orderId: "17", reason: "damaged" }, "request.orderId"],
  ["an unknown reason", { orderId: "A7", reason: "bored" }, "request.reason"],
])("answers %s with the place and what was expected", async (_, wrong, path) => {
  const { results } = await converse([
    { calls: [["refundOrder", { request: wrong }]], invalid: true },
    { text: "I see." },
  ]);
  expect(results).toMatchObject([
    { is_error: true, content: expect.stringContaining(`- ${path}: expected`) },
  ]);
});

test("finds a customer's orders, the newest first", async () => {
  const { results } = await converse([
    { calls: [["listOrders", { email: "maria.okafor@example.com", status: "shipped", limit: 2 }]] },
    { text: "Two." },
  ]);
  expect(results).toMatchObject([{ content: expect.stringMatching(/"A72".*"A176"/) }]);
});

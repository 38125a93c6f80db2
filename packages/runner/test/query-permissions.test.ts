import { BasicToolSet } from "@skills/core";
import { ScriptedModel, type ScriptStep } from "@skills/testing";
import type { QueryOptions } from "../src";
import { desk } from "./desk";
import { read, resultsIn } from "./query-reading";

const LOOK: ScriptStep = { calls: [["lookup", { id: "A1" }]] };
const DONE: ScriptStep = { text: "Done." };

it("asks canUseTool about each call, and reports what it denied", async () => {
  const model = new ScriptedModel([LOOK, DONE]);
  const asked: unknown[] = [];
  const { messages, result } = await read(model, {
    canUseTool: (name, input, { toolUseID }) => {
      asked.push([name, input, toolUseID]);
      return { behavior: "deny", message: "not today" };
    },
  });
  expect(asked).toEqual([["lookup", { id: "A1" }, "toolu_0001"]]);
  expect(messages.find(({ type }) => type === "user")).toMatchObject({
    message: { content: [{ content: "Not run: not today", is_error: true }] },
  });
  expect(result).toMatchObject({
    subtype: "success",
    permission_denials: [{ tool_name: "lookup", tool_use_id: "toolu_0001", tool_input: { id: "A1" } }],
  });
});

it("runs a call with the input that canUseTool gives", async () => {
  const { tools, calls } = desk();
  const model = new ScriptedModel([LOOK, DONE]);
  await read(model, {
    tools: [tools],
    canUseTool: () => ({ behavior: "allow", updatedInput: { id: "B2" } }),
  });
  expect(calls).toEqual(["lookup B2"]);
});

it("does not ask about allowed tools, and refuses disallowed ones", async () => {
  const model = new ScriptedModel([
    {
      calls: [
        ["lookup", { id: "A1" }],
        ["refund", { id: "A1" }],
      ],
    },
    DONE,
  ]);
  const { tools, calls } = desk();
  const canUseTool = () => {
    throw new Error("nobody should be asked");
  };
  const { result } = await read(model, {
    tools: [tools],
    canUseTool,
    allowedTools: ["lookup"],
    disallowedTools: ["refund"],
  });
  expect(calls).toEqual(["lookup A1"]);
  expect(result).toMatchObject({ permission_denials: [{ tool_name: "refund" }] });
});

it.each([
  ["Stripe.CreateRefund", "Stripe__CreateRefund"],
  ["Stripe__CreateRefund", "Stripe.CreateRefund"],
])(
  "holds of a tool that is declared with dots what is said of either name: %s, called %s",
  async (said, called) => {
    const tools = new BasicToolSet();
    const ran: unknown[] = [];
    const run = () => void ran.push(called);
    tools.addTool({ name: "Stripe.CreateRefund", description: "r", inputSchema: { type: "object" }, run });
    const script = () => new ScriptedModel([{ calls: [[called, {}, { notOffered: true }]] }, DONE]);
    const canUseTool = jest.fn();
    const denied = await read(script(), { tools: [tools], disallowedTools: [said] });
    expect(denied.result).toMatchObject({ permission_denials: [{ tool_name: called }] });
    expect(ran).toEqual([]);
    await read(script(), { tools: [tools], canUseTool, allowedTools: [said] });
    expect(ran).toEqual([called]);
    expect(canUseTool).not.toHaveBeenCalled();
  },
);

it("ends the run where canUseTool interrupts it", async () => {
  const model = new ScriptedModel([LOOK]);
  const { result, thrown } = await read(model, {
    canUseTool: () => ({ behavior: "deny", message: "stop", interrupt: true }),
  });
  expect(result).toMatchObject({ type: "result", subtype: "error_during_execution", is_error: true });
  expect(thrown).toBeInstanceOf(Error);
  expect(model.requests).toHaveLength(1);
});

/** Two tools: one that only reads, and one that somebody has to approve. */
function twoTools(): { tools: BasicToolSet; ran: string[] } {
  const ran: string[] = [];
  const tools = new BasicToolSet();
  const inputSchema = { type: "object" as const, properties: {}, additionalProperties: false };
  const run = (name: string) => () => void ran.push(name);
  tools.addTool({ name: "peek", inputSchema, annotations: { readOnly: true }, run: run("peek") });
  tools.addTool({ name: "pay", inputSchema, needsApproval: true, run: run("pay") });
  return { tools, ran };
}

it.each<[QueryOptions["permissionMode"], string[]]>([
  [undefined, ["peek"]],
  ["default", ["peek"]],
  ["dontAsk", ["peek"]],
  ["plan", ["peek"]],
  ["bypassPermissions", ["peek", "pay"]],
])("with permissionMode %s and nobody to ask, runs %j", async (permissionMode, expected) => {
  const { tools, ran } = twoTools();
  const model = new ScriptedModel([{ calls: [["peek"], ["pay"]] }, DONE]);
  await read(model, { tools: [tools], permissionMode });
  expect(ran).toEqual(expected);
});

it("asks nobody in the modes dontAsk and plan, whatever is allowed", async () => {
  const canUseTool = () => {
    throw new Error("nobody should be asked");
  };
  for (const [permissionMode, expected] of [
    ["dontAsk", ["peek", "pay"]],
    ["plan", ["peek"]],
  ] as const) {
    const { tools, ran } = twoTools();
    const model = new ScriptedModel([{ calls: [["peek"], ["pay"]] }, DONE]);
    await read(model, { tools: [tools], permissionMode, canUseTool, allowedTools: ["pay", "peek"] });
    expect([permissionMode, ran]).toEqual([permissionMode, expected]);
  }
});

it("runs nothing where canUseTool gives no decision", async () => {
  const { tools, calls } = desk();
  const model = new ScriptedModel([LOOK]);
  const { thrown } = await read(model, { tools: [tools], canUseTool: () => undefined as never });
  expect(calls).toEqual([]);
  expect(String(thrown)).toContain("canUseTool gave undefined for a call of lookup");
});

it("refuses a call that canUseTool does not decide on", async () => {
  const model = new ScriptedModel([LOOK, DONE]);
  const { messages, result } = await read(model, { canUseTool: () => null });
  expect(resultsIn(messages)).toEqual(["Not run: lookup needs approval, and nobody gave it."]);
  expect(result).toMatchObject({ subtype: "success", permission_denials: [{ tool_name: "lookup" }] });
});

it("tells the model why a call was refused", async () => {
  const model = new ScriptedModel([LOOK, DONE]);
  const { messages } = await read(model, { permissionMode: "plan" });
  expect(resultsIn(messages)).toEqual(["Not run: lookup changes things, and this session plans only."]);
});

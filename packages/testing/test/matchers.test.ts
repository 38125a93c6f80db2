import "../src/jest";
import { maskedTranscript, ScriptedModel, toolCalls } from "../src";
import { HELLO } from "./conversation";

const HISTORY = [
  ...HELLO.messages,
  {
    role: "assistant",
    content: [
      { type: "tool_use", id: "t1", name: "lookupOrder", input: { id: "A1" } },
      { type: "tool_use", id: "t2", name: "quote", input: { id: "A1", at: "2026-05-01T10:00:00Z" } },
    ],
  },
  {
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "t1", content: "shipped" },
      { type: "tool_result", tool_use_id: "t2", content: "quote toolu_0007 is gone", is_error: true },
    ],
  },
];
const STREAM = HISTORY.map(({ role, content }) => ({ type: role, message: { content } }));

async function played(): Promise<ScriptedModel> {
  const model = new ScriptedModel([{ calls: [["lookupOrder", { id: "A1" }]] }, { text: "Shipped." }]);
  const { content } = await model.port().messages.create(HELLO);
  const result = { type: "tool_result", tool_use_id: "toolu_0001", content: "no such order", is_error: true };
  const messages = [...HELLO.messages, { role: "assistant", content }, { role: "user", content: [result] }];
  await model.port().messages.create({ ...HELLO, messages });
  return model;
}

describe.each([
  ["a history", HISTORY],
  ["a message stream", STREAM],
  ["the result of a run", { messages: HISTORY }],
])("on %s", (_, source) => {
  it("calls are found by name and by input", () => {
    expect(source).toHaveCalledTool("lookupOrder");
    expect(source).toHaveCalledTool("lookupOrder", { id: "A1" });
    expect(source).toHaveCalledTool("quote", expect.objectContaining({ id: "A1" }));
    expect(source).not.toHaveCalledTool("lookupOrder", { id: "A2" });
    expect(source).not.toHaveCalledTool("refund");
  });

  it("calls are found in their order", () => {
    expect(source).toHaveCalledToolsInOrder(["lookupOrder", "quote"]);
    expect(source).toHaveCalledToolsInOrder([["lookupOrder", { id: "A1" }]]);
    expect(source).not.toHaveCalledToolsInOrder(["quote", "lookupOrder"]);
    expect(source).not.toHaveCalledToolsInOrder(["lookupOrder", "quote", "quote"]);
  });

  it("error results are found by tool and text", () => {
    expect(source).toHaveToolError();
    expect(source).toHaveToolError("quote", /is gone/);
    expect(source).not.toHaveToolError("quote", "shipped");
    expect(source).not.toHaveToolError("lookupOrder");
  });

  it("a transcript is masked", () => {
    expect(maskedTranscript(source)).toBe(
      [
        "user       Where is order A1?",
        "assistant  calls lookupOrder { id: 'A1' }",
        "assistant  calls quote { id: 'A1', at: '<time>' }",
        "user       result: shipped",
        "user       result: quote <toolu> is gone",
      ].join("\n"),
    );
  });
});

describe("on a scripted model", () => {
  it("each call is counted once, with its result", async () => {
    const model = await played();
    expect(toolCalls(model)).toEqual([
      {
        id: "toolu_0001",
        name: "lookupOrder",
        input: { id: "A1" },
        result: { text: "no such order", isError: true },
      },
    ]);
    expect(model).toHaveCalledTool("lookupOrder", { id: "A1" });
    expect(model).toHaveToolError("lookupOrder", "no such order");
    expect(model).toBeComplete();
  });

  it("a call that nobody has answered yet is there", async () => {
    const model = new ScriptedModel([{ calls: [["lookupOrder", { id: "A1" }]] }]);
    await model.port().messages.create(HELLO);
    expect(model).toHaveCalledTool("lookupOrder");
    expect(model).not.toHaveToolError();
  });

  it("what is left over is told", () => {
    const model = new ScriptedModel([{ text: "Never." }]);
    expect(model).not.toBeComplete();
    expect(() => expect(model).toBeComplete()).toThrow(/No request asked for step 1 \(text: 'Never.'\)/);
  });
});

test("a failing matcher lists the calls that there were", () => {
  expect(() => expect(HISTORY).toHaveCalledTool("refund", { id: "A1" })).toThrow(
    [
      "expected a call to refund { id: 'A1' }",
      "received these calls:",
      "  lookupOrder { id: 'A1' }",
      "    result: shipped",
      "  quote { id: 'A1', at: '2026-05-01T10:00:00Z' }",
      "    error: quote toolu_0007 is gone",
    ].join("\n"),
  );
  expect(() => expect(HISTORY).not.toHaveCalledTool("quote")).toThrow("expected no call to quote");
  expect(() => expect([]).toHaveToolError()).toThrow("expected an error result\nreceived no calls");
});

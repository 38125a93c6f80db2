import { formatTranscript } from "../src";

const STREAM = [
  { type: "system", subtype: "init" },
  {
    type: "assistant",
    message: {
      content: [{ type: "tool_use", id: "toolu_1", name: "Skill", input: { name: "refund-policy" } }],
    },
  },
  {
    type: "user",
    message: {
      content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "Refunds run for 14 days." }],
    },
  },
  { type: "assistant", message: { content: [{ type: "text", text: "Refunds run for 14 days." }] } },
  { type: "result", subtype: "success", result: "Refunds run for 14 days." },
];

describe("formatTranscript", () => {
  it("prints a message stream in the desk's form", () => {
    expect(formatTranscript(STREAM)).toBe(
      [
        "system     init",
        "assistant  calls Skill { name: 'refund-policy' }",
        "user       result: Refunds run for 14 days.",
        "assistant  Refunds run for 14 days.",
        "result     success: Refunds run for 14 days.",
      ].join("\n"),
    );
  });

  it("prints a history in the same form", () => {
    const history = [
      { role: "user", content: "May I return it?" },
      { role: "assistant", content: [{ type: "tool_use", id: "t", name: "find", input: { id: "A1" } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "Bought today." }] },
      {
        role: "system",
        content: [
          { type: "text", text: "Refunds are open." },
          { type: "tool_addition", tool: { type: "tool_reference", tool_name: "refund" } },
        ],
      },
      { role: "assistant", content: "You may." },
    ];
    expect(formatTranscript(history)).toBe(
      [
        "user       May I return it?",
        "assistant  calls find { id: 'A1' }",
        "user       result: Bought today.",
        "system     Refunds are open. [tool_addition]",
        "assistant  You may.",
      ].join("\n"),
    );
  });

  it("keeps a deep or long input on one line and whole", () => {
    const input = {
      list: Array.from({ length: 150 }, (_, index) => index),
      deep: { a: { b: { c: { d: "x\ny" } } } },
    };
    const text = formatTranscript([
      { type: "assistant", message: { content: [{ type: "tool_use", name: "t", input }] } },
    ]);
    expect(text.split("\n")).toHaveLength(1);
    expect(text).toContain("149");
    expect(text).toContain("{ d: 'x\\ny' }");
  });

  it("indents further lines under the first", () => {
    const text = formatTranscript([{ type: "result", subtype: "success", result: "one\ntwo" }]);
    expect(text).toBe("result     success: one\n           two");
  });

  it("names what went wrong in a result that is an error", () => {
    const text = formatTranscript([
      { type: "result", subtype: "error_max_turns", errors: ["Reached 3 turns"] },
    ]);
    expect(text).toBe("result     error_max_turns: Reached 3 turns");
  });

  it("marks an error result with colour only", () => {
    const message = {
      content: [{ type: "tool_result", tool_use_id: "t", content: "no such order", is_error: true }],
    };
    expect(formatTranscript([{ type: "user", message }])).toBe("user       result: no such order");
    expect(formatTranscript([{ type: "user", message }], { colour: true })).toContain("\u001b[31m");
  });

  it("paints the same text, whatever the output is", () => {
    // eslint-disable-next-line no-control-regex -- the escapes are what is taken out
    const plain = formatTranscript(STREAM, { colour: true }).replace(/\u001b\[\d+m/g, "");
    expect(plain).toBe(formatTranscript(STREAM));
  });

  it("names blocks of a result that are not text", () => {
    const content = [
      { type: "text", text: "Here" },
      { type: "image", source: {} },
    ];
    const text = formatTranscript([
      { type: "user", message: { content: [{ type: "tool_result", tool_use_id: "t", content }] } },
    ]);
    expect(text).toBe("user       result: Here [image]");
  });
});

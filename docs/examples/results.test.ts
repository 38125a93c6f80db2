import { Tool, ToolError, toolSet, type ContentBlock } from "@skills/core";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

// #region options
class Desk {
  /** Sent as JSON: the default. */
  @Tool()
  findOrder(id: string) {
    return { id, items: new Map([["KE-001", 2]]), placed: new Date(0) };
  }

  /** Sent as `String(value)`. */
  @Tool({ serialize: false })
  today() {
    return new Date(0).getUTCFullYear();
  }

  /** Nothing is sent: the model learns only that it ran. */
  @Tool({ saveReturn: false })
  logComplaint(text: string) {
    return text.length;
  }

  /** Sent as content blocks. */
  @Tool({ serialize: false, interpretAsResponse: true })
  photo(sku: string): ContentBlock[] {
    return [
      { type: "text", text: `A photo of ${sku}` },
      { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } },
    ];
  }

  /** Ends the run: this is the answer. */
  @Tool({ interpretAsResponse: true })
  handOver(reason: string) {
    return `I have called a colleague: ${reason}`;
  }
}
// #endregion

const desk = toolSet(new Desk());
const run = (name: string, input: object) => desk.runTool({ type: "tool_use", id: "t", name, input });

test.each([
  ["findOrder", { id: "A1" }, '{"id":"A1","items":{"KE-001":2},"placed":"1970-01-01T00:00:00.000Z"}'],
  ["today", {}, "1970"],
  ["logComplaint", { text: "cold" }, undefined],
])("%s(%j) sends %j", async (name, input, content) => {
  expect((await run(name, input)).content).toBe(content);
});

test("content blocks are sent as they are", async () => {
  expect((await run("photo", { sku: "KE-001" })).content).toMatchObject([
    { type: "text" },
    { type: "image" },
  ]);
});

test("a response by a tool is the final answer", async () => {
  const answer = "I have called a colleague: cold tea";
  expect(await run("handOver", { reason: "cold tea" })).toMatchObject({
    content: answer,
    finalAnswer: answer,
  });
});

// #region error
class Screenshots {
  /** Take a picture of a page. */
  @Tool()
  async takeScreenshot(url: string): Promise<string> {
    if (!url.startsWith("https://")) throw new ToolError(`Invalid URL: ${url}`);
    throw new ToolError([
      { type: "text", text: "Failed to load page: 500" },
      { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } },
    ]);
  }
}
// #endregion

test("a ToolError's text is the error result, and its image follows all results", async () => {
  const calls = ["ftp://x", "https://x"].map((url, index) => ({
    type: "tool_use",
    id: `t${String(index)}`,
    name: "takeScreenshot",
    input: { url },
  }));
  const answer = await toolSet(new Screenshots()).respond({ content: calls });
  expect(answer?.content).toMatchObject([
    { tool_use_id: "t0", content: "Invalid URL: ftp://x", is_error: true },
    { tool_use_id: "t1", content: "Failed to load page: 500", is_error: true },
    { type: "image" },
  ]);
});

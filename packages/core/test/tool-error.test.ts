import { ToolError as SdkToolError } from "@anthropic-ai/sdk/lib/tools/ToolError";
import { ToolError, type ToolResult } from "@skills/core";
import { image, PNG } from "./support/images";
import { asking, recorder, results, setOf, use } from "./support/calls";

function throwing(thrown: unknown) {
  return setOf({
    run: () => {
      throw thrown;
    },
  });
}

test("a ToolError's text is the result, as it is, and is not logged", async () => {
  const logger = recorder();
  const answer = await throwing(new ToolError("Invalid URL: x")).respond(asking(use("tool")), { logger });
  expect(answer?.content).toEqual([
    { type: "tool_result", tool_use_id: "toolu_1", content: "Invalid URL: x", is_error: true },
  ]);
  expect(logger.lines).toEqual([]);
});

test("a plain error goes to the model as Error: message, and is logged", async () => {
  const logger = recorder();
  const error = new Error("disk full");
  const answer = await throwing(error).respond(asking(use("tool")), { logger });
  expect(answer?.content).toEqual([
    { type: "tool_result", tool_use_id: "toolu_1", content: "Error: disk full", is_error: true },
  ]);
  expect(logger.lines).toEqual([["error", "The tool tool failed.", error]]);
});

test("images of a ToolError follow all results of the turn", async () => {
  const set = throwing(new ToolError([{ type: "text", text: "Failed to load page: 404" }, image(PNG)]));
  set.addTool({ name: "fine", inputSchema: { type: "object" }, run: () => "fine" });
  const answer = await set.respond(asking(use("tool", {}, "a"), use("fine", {}, "b")));
  expect(answer?.content).toEqual([
    { type: "tool_result", tool_use_id: "a", content: "Failed to load page: 404", is_error: true },
    { type: "tool_result", tool_use_id: "b", content: "fine" },
    image(PNG),
  ]);
});

test("an image that the API would refuse is named in the text, and does not spoil the history", async () => {
  const set = throwing(new ToolError([{ type: "text", text: "Failed." }, image("aGVsbG8=")]));
  const answer = await set.respond(asking(use("tool")));
  expect(answer?.content).toHaveLength(1);
  const [result] = answer?.content as [ToolResult];
  expect(result.content).toContain("Failed.");
  expect(result.content).toContain("left out");
});

test("a ToolError of images alone still has a text", async () => {
  const [result] = await results(throwing(new ToolError([image(PNG)])), use("tool"));
  expect(result).toMatchObject({ content: "Error", is_error: true });
});

test("the SDK's own ToolError means the same", async () => {
  const logger = recorder();
  const answer = await throwing(new SdkToolError("no such page")).respond(asking(use("tool")), { logger });
  expect(answer?.content).toEqual([
    { type: "tool_result", tool_use_id: "toolu_1", content: "no such page", is_error: true },
  ]);
  expect(logger.lines).toEqual([]);
});

class OutOfStock extends Error {}

test.each<[unknown, string]>([
  ["a text", "Error: a text"],
  ["", "Error: the tool failed without a message"],
  [undefined, "Error: the tool failed without a message"],
  [null, "Error: the tool failed without a message"],
  [404, "Error: 404"],
  [{ status: 404 }, 'Error: {"status":404}'],
  [{ message: "gone" }, "Error: gone"],
  [new OutOfStock("none left"), "Error: none left"],
  [new RangeError(), "Error: RangeError"],
  [new Error(), "Error: the tool failed without a message"],
  [new Error("a\ud83d"), "Error: a\ufffd"],
  [Object.assign(new Error("x"), { name: "ToolError" }), "Error: x"],
])("whatever a tool throws, the model gets a text (%#)", async (thrown, content) => {
  expect(await results(throwing(thrown), use("tool"))).toEqual([
    { type: "tool_result", tool_use_id: "toolu_1", content, is_error: true },
  ]);
});

test("runTool lets the tool's own error through, as it is", async () => {
  const error = new OutOfStock("none left");
  await expect(throwing(error).runTool(use("tool"))).rejects.toBe(error);
});

import type { ContentBlock, ToolOutput } from "@skills/core";
import { GIF, image, JPEG, PNG, WEBP } from "./support/images";
import { results, setOf, SILENT, use } from "./support/calls";

function blocks(value: unknown) {
  return setOf({ serialize: false, interpretAsResponse: true, run: () => value });
}

const source = (type: string, source: object) => ({ type, source });

test.each([
  image(PNG),
  image(JPEG, "image/jpeg"),
  image(GIF, "image/gif"),
  image(WEBP, "image/webp"),
  { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
  { type: "text", text: "a picture" },
  source("image", { type: "file", file_id: "file_1" }),
  source("document", { type: "file", file_id: "file_1" }),
  source("document", { type: "url", url: "https://example.com/a.pdf" }),
  source("document", { type: "base64", media_type: "application/pdf", data: "JVBERg==" }),
  source("document", { type: "text", media_type: "text/plain", data: "words" }),
  source("document", { type: "content", content: [{ type: "text", text: "words" }, image(PNG)] }),
  { type: "tool_reference", tool_name: "find" },
  { type: "search_result", title: "t", source: "s", content: [{ type: "text", text: "x" }] },
])("a block that the API takes is sent as it is (%#)", async (block) => {
  expect(await results(blocks([block]), use("tool"))).toEqual([
    { type: "tool_result", tool_use_id: "toolu_1", content: [block] },
  ]);
});

test.each<[unknown, string]>([
  ["text", "it is string, not a list"],
  [null, "it is null, not a list"],
  [undefined, "it is undefined, not a list"],
  [[null], "block 0 is null"],
  [
    [
      { type: "text", text: "ok" },
      { type: "text", text: "  " },
    ],
    "block 1 is an empty text",
  ],
  [[{ type: "text" }], "block 0 is text without a text"],
  [[{ type: "video" }], 'block 0 has the type "video"'],
  [[{ type: "tool_use", id: "a", name: "b", input: {} }], 'block 0 has the type "tool_use"'],
  [[image(PNG, "image/jpeg")], "says image/jpeg and is image/png"],
  [[image("aGVsbG8=")], "says image/png and is no image that the API takes"],
  [[image("")], "an image without bytes"],
  [[image(PNG, "image/bmp" as "image/png")], 'an image of type "image/bmp"'],
  [[image("aGV*")], "an image whose data is no base64"],
  [[image(PNG.slice(0, -1))], "an image whose data is no base64"],
  [[source("image", { type: "file" })], "an image whose source has no file_id"],
  [[source("image", { type: "url" })], "an image whose source has no url"],
  [
    [source("image", { type: "url", url: "file:///etc/passwd" })],
    "an image whose url is none that the API can fetch",
  ],
  [[source("image", { type: "url", url: "a.png" })], "an image whose url is none that the API can fetch"],
  [[{ type: "document" }], "a document without a base64, text, content, url or file source"],
  [[source("document", { type: "file", file_id: "" })], "a document whose source has no file_id"],
  [[source("document", { type: "url", url: "ftp://a" })], "a document whose url is none"],
  [
    [source("document", { type: "base64", media_type: "image/png", data: PNG })],
    'a document of type "image/png"',
  ],
  [[source("document", { type: "base64", media_type: "application/pdf" })], "a document without data"],
  [[source("document", { type: "base64", media_type: "application/pdf", data: "%PDF" })], "is no base64"],
  [
    [source("document", { type: "text", media_type: "text/html", data: "x" })],
    'a document of type "text/html"',
  ],
  [
    [source("document", { type: "content", content: [{ type: "text", text: "" }] })],
    "block 0 that is an empty text",
  ],
  [[source("document", { type: "content" })], "a document without content"],
  [[{ type: "search_result", title: "t" }], "a search_result without a source"],
  [[{ type: "search_result", title: "t", source: "s", content: [image(PNG)] }], 'that has the type "image"'],
  [[{ type: "tool_reference" }], "a tool_reference without a tool_name"],
  [[{ type: "image" }], "an image without a base64, url or file source"],
  [
    [image(Buffer.concat([Buffer.from(PNG, "base64"), Buffer.alloc(6_000_000)]).toString("base64"))],
    "the API takes 5242880",
  ],
])("what the API would refuse is an error of the tool's own (%#)", async (value, why) => {
  await expect(blocks(value).runTool(use("tool"))).rejects.toThrow(why);
  const [result] = await results(blocks(value), use("tool"));
  expect(result).toMatchObject({ tool_use_id: "toolu_1", is_error: true });
  expect(result?.content).toContain(why);
});

test("the texts of blocks are well-formed, and cut like any other", async () => {
  const set = setOf({
    serialize: false,
    interpretAsResponse: true,
    limits: { maxResultChars: 4 },
    run: () => [
      { type: "text", text: "a\ud83d" },
      { type: "text", text: "b".repeat(10) },
    ],
  });
  const { content } = await set.runTool(use("tool"));
  expect(content).toEqual([
    { type: "text", text: "a\ufffd" },
    { type: "text", text: "bbb\n[… 6 of 10 characters left out here …]\nb" },
  ]);
});

test("the other texts of blocks are made well-formed, too", async () => {
  const document = (end: string) => ({
    type: "document",
    title: `t${end}`,
    source: { type: "text", media_type: "text/plain", data: `d${end}` },
  });
  const { content } = await blocks([document("\ud83d")]).runTool(use("tool"));
  expect(content).toEqual([document("\ufffd")]);
});

describe("a list of ToolOutputs", () => {
  const output = (toolUseId: string, content: string | ContentBlock[], isError = false): ToolOutput => ({
    toolUseId,
    name: "tool",
    value: undefined,
    content,
    isError,
  });
  /** A tool that answers for the whole turn, beside one that answers for itself. */
  function turn(...outputs: (ToolOutput | ContentBlock)[]) {
    const set = blocks(outputs);
    set.addTool({ name: "other", inputSchema: { type: "object" }, run: () => "its own" });
    return results(set, use("tool", {}, "a"), use("other", {}, "b"));
  }

  test("each stands under its own tool id", async () => {
    const answers = await turn(output("b", "for b"), output("a", [image(PNG)]), {
      type: "text",
      text: "and a",
    });
    expect(answers).toEqual([
      { type: "tool_result", tool_use_id: "a", content: [image(PNG), { type: "text", text: "and a" }] },
      { type: "tool_result", tool_use_id: "b", content: "for b" },
    ]);
  });
  test("one without an id belongs to the call that returned it", async () => {
    expect((await turn(output("", "mine")))[0]?.content).toEqual([{ type: "text", text: "mine" }]);
  });
  test("one that names no call of the turn is not lost", async () => {
    expect((await turn(output("z", "for z")))[0]?.content).toEqual([{ type: "text", text: "for z" }]);
  });
  test("an error stays an error, in text that is not empty", async () => {
    expect((await turn(output("b", " ", true)))[1]).toEqual({
      type: "tool_result",
      tool_use_id: "b",
      content: "Error",
      is_error: true,
    });
  });
  test("their blocks are checked as any others are", async () => {
    expect((await turn(output("b", [image("aGVsbG8=")])))[0]).toMatchObject({
      tool_use_id: "a",
      is_error: true,
    });
  });
  test("they are made well-formed and cut like any others", async () => {
    const set = setOf({
      serialize: false,
      interpretAsResponse: true,
      limits: { maxResultChars: 4 },
      run: () => [output("b", "b\ud83d"), output("c", [{ type: "text", text: "c".repeat(10) }])],
    });
    for (const name of ["b", "c"])
      set.addTool({ name, inputSchema: { type: "object" }, run: () => "its own" });
    const answers = await results(set, use("tool", {}, "a"), use("b", {}, "b"), use("c", {}, "c"));
    expect(answers.map(({ content }) => content)).toEqual([
      [],
      "b\ufffd",
      [{ type: "text", text: "ccc\n[… 6 of 10 characters left out here …]\nc" }],
    ]);
  });
  test("two for one call are joined, in order", async () => {
    expect((await turn(output("b", "first"), output("b", [image(PNG)]), output("b", "third")))[1]).toEqual({
      type: "tool_result",
      tool_use_id: "b",
      content: [{ type: "text", text: "first" }, image(PNG), { type: "text", text: "third" }],
    });
    expect((await turn(output("b", "fine"), output("b", "not so", true)))[1]).toEqual({
      type: "tool_result",
      tool_use_id: "b",
      content: "fine\nnot so",
      is_error: true,
    });
  });
  test("one for a call that failed does not hide the failure", async () => {
    const set = blocks([output("b", [{ type: "text", text: "for b" }, image(PNG)])]);
    const answer = await set.respond(
      { content: [use("tool", {}, "a"), use("nothing", {}, "b")] },
      { logger: SILENT },
    );
    expect(answer?.content).toEqual([
      { type: "tool_result", tool_use_id: "a", content: [] },
      {
        type: "tool_result",
        tool_use_id: "b",
        content: expect.stringMatching(/^There is no tool named "nothing"[^]*\nfor b$/) as string,
        is_error: true,
      },
      image(PNG),
    ]);
  });
  test("one whose content is neither text nor list is refused", async () => {
    expect((await turn({ ...output("b", ""), content: 7 as unknown as string }))[0]).toMatchObject({
      content: expect.stringContaining("in output 0 its content is number") as string,
      is_error: true,
    });
  });
});

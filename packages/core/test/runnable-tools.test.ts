import "./support/compiled";
import Anthropic from "@anthropic-ai/sdk";
import { betaMemoryTool } from "@anthropic-ai/sdk/helpers/beta/memory";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { ToolError as SdkToolError } from "@anthropic-ai/sdk/lib/tools/ToolError";
import { z } from "zod";
import { BasicToolSet, Tool, ToolError, toolSet } from "@skills/core";
import { image, PNG } from "./support/images";
import { results, use } from "./support/calls";

describe("the SDK's tools in a set", () => {
  const set = new BasicToolSet();
  const weather = betaZodTool({
    name: "weather",
    description: "The weather.",
    inputSchema: z.object({ city: z.string(), days: z.number().default(3) }),
    strict: true,
    run: ({ city, days }) => `${city} for ${String(days)} days`,
  });
  const returned = set.addTool(weather);
  set.addTool(
    betaTool({
      name: "picture",
      description: "A picture.",
      inputSchema: { type: "object", properties: { of: { type: "string" } } } as const,
      run: ({ of }) => (of === "nothing" ? "" : [{ type: "text" as const, text: String(of) }, image(PNG)]),
    }),
  );
  set.addTool(
    betaTool({
      name: "fail",
      description: "Fails.",
      inputSchema: { type: "object", properties: { plainly: { type: "boolean" } } } as const,
      run: ({ plainly }) => {
        if (plainly) throw new Error("broken");
        throw new SdkToolError([{ type: "text", text: "see:" }, image(PNG)]);
      },
    }),
  );

  test("are taken as they are", () => {
    expect(returned).toBe(weather);
    expect(set.toolsSchema[0]).toEqual({
      type: "custom",
      name: "weather",
      description: "The weather.",
      strict: true,
      input_schema: weather.type === "custom" ? weather.input_schema : undefined,
    });
  });
  test("parse their input themselves, defaults applied", async () => {
    expect(await results(set, use("weather", { city: "Oslo" }))).toEqual([
      {
        type: "tool_result",
        tool_use_id: "toolu_1",
        content: [{ type: "text", text: "Oslo for 3 days" }],
      },
    ]);
  });
  test("refuse an input in their own words", async () => {
    const [result] = await results(set, use("weather", {}));
    expect(result).toMatchObject({ is_error: true });
    expect(result?.content).toContain("city");
  });
  test("give content blocks as they are; an empty text is no block", async () => {
    expect((await results(set, use("picture", { of: "Ada" })))[0]?.content).toEqual([
      { type: "text", text: "Ada" },
      image(PNG),
    ]);
    expect((await set.runTool(use("picture", { of: "nothing" }))).content).toEqual([]);
  });
  test("fail as they do in the SDK's own runner", async () => {
    expect((await results(set, use("fail", { plainly: true })))[0]?.content).toBe("Error: broken");
    const answer = await set.respond({ content: [use("fail", {})] });
    expect(answer?.content).toEqual([
      { type: "tool_result", tool_use_id: "toolu_1", content: "see:", is_error: true },
      image(PNG),
    ]);
  });
  test("that the API describes itself need no schema", async () => {
    const view = (): string => "the memory";
    const memory = betaMemoryTool({
      view,
      create: view,
      str_replace: view,
      insert: view,
      delete: view,
      rename: view,
    });
    const memories = new BasicToolSet();
    memories.addTool(memory);
    expect(memories.toolsSchema).toEqual([{ type: "memory_20250818", name: "memory" }]);
    expect((await memories.runTool(use("memory", { command: "view", path: "/memories" }))).content).toEqual([
      { type: "text", text: "the memory" },
    ]);
  });
});

class Desk {
  /** Adds. */
  @Tool()
  add(a: number, b: number): number {
    return a + b;
  }

  /** Waits for its signal. */
  @Tool()
  hasSignal(signal: AbortSignal): boolean {
    return !signal.aborted;
  }

  /** Breaks. */
  @Tool()
  fail(): never {
    throw new Error("out of paper");
  }

  /** Shows. */
  @Tool()
  show(): never {
    throw new ToolError([{ type: "text", text: "see:" }, image(PNG)]);
  }
}

test("a set's tools run in the SDK's own runner", async () => {
  const requests: { messages: { role: string; content: unknown }[]; tools: { name: string }[] }[] = [];
  const replies = [
    [
      use("add", { a: 1, b: 2 }, "1"),
      use("add", { a: "x" }, "2"),
      use("hasSignal", {}, "3"),
      use("fail", {}, "4"),
      use("show", {}, "5"),
    ],
    [{ type: "text", text: "done" }],
  ];
  const client = new Anthropic({
    apiKey: "test",
    fetch: (_, init) => {
      requests.push(JSON.parse(String(init?.body)) as (typeof requests)[number]);
      const content = replies[requests.length - 1];
      const body = {
        id: `msg_${String(requests.length)}`,
        type: "message",
        role: "assistant",
        model: "m",
        content,
        stop_reason: requests.length === 1 ? "tool_use" : "end_turn",
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      };
      return Promise.resolve(
        new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } }),
      );
    },
  });
  const final = await client.beta.messages.toolRunner({
    model: "m",
    max_tokens: 10,
    messages: [{ role: "user", content: "1 + 2?" }],
    tools: toolSet(new Desk()).toRunnableTools(),
  });
  expect(final.content).toEqual([{ type: "text", text: "done" }]);
  expect(requests[0]?.tools.map(({ name }) => name)).toEqual(["add", "hasSignal", "fail", "show"]);
  expect(requests[1]?.messages.at(-1)?.content).toEqual([
    { type: "tool_result", tool_use_id: "1", content: "3" },
    {
      type: "tool_result",
      tool_use_id: "2",
      content: expect.stringMatching(/^Error: add was not run[\s\S]*- b: missing/) as string,
      is_error: true,
    },
    { type: "tool_result", tool_use_id: "3", content: "true" },
    { type: "tool_result", tool_use_id: "4", content: "Error: out of paper", is_error: true },
    { type: "tool_result", tool_use_id: "5", content: "Error: see:", is_error: true },
  ]);
});

test("a failure of such a tool is a ToolError, blocks and all", async () => {
  const show = toolSet(new Desk()).toRunnableTools().at(-1);
  const thrown: unknown = await show?.run({}, { toolUse: { id: "a" } }).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ name: "ToolError", content: [{ type: "text", text: "see:" }, image(PNG)] });
});

test("a failure goes through another set as it is", async () => {
  const set = new BasicToolSet();
  for (const tool of toolSet(new Desk()).toRunnableTools()) set.addTool(tool);
  const answer = await set.respond({ content: [use("show")] });
  expect(answer?.content).toEqual([
    { type: "tool_result", tool_use_id: "toolu_1", content: "see:", is_error: true },
    image(PNG),
  ]);
});

test("a set's tools go into another set and back", async () => {
  const set = new BasicToolSet();
  for (const tool of toolSet(new Desk()).toRunnableTools()) set.addTool(tool);
  expect((await results(set, use("add", { a: 2, b: 3 })))[0]?.content).toEqual([{ type: "text", text: "5" }]);
});

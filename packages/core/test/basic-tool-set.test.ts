import "./support/compiled";
import { BasicToolSet, DuplicateToolError, ToolNotFoundError, type ToolContext } from "@skills/core";
import { closed, results, setOf, use } from "./support/calls";

/**
 * Get the weather in a place.
 * @param location City and state
 */
function getCurrentWeather(location: string, unit: "celsius" | "fahrenheit" = "celsius"): object {
  return { location, unit };
}

test("a plain documented function is a tool: its schema comes from its source", () => {
  const skill = new BasicToolSet();
  expect(skill.addTool(getCurrentWeather)).toBe(getCurrentWeather);
  expect(skill.toolsSchema).toEqual([
    {
      name: "getCurrentWeather",
      description: "Get the weather in a place.",
      input_schema: {
        type: "object",
        properties: {
          location: { type: "string", description: "City and state" },
          unit: { type: "string", enum: ["celsius", "fahrenheit"], default: "celsius" },
        },
        required: ["location"],
        additionalProperties: false,
      },
    },
  ]);
});

test("options overwrite its name and description", async () => {
  const skill = new BasicToolSet();
  /** Set the weather. */
  function setWeather(location: string, description: string): string {
    return `${location}: ${description}`;
  }
  skill.addTool(setWeather, {
    name: "set_weather_but_for_real",
    description: "Set the weather or something",
    saveReturn: true,
    serialize: false,
    interpretAsResponse: false,
  });
  expect(skill.toolsSchema[0]).toMatchObject({
    name: "set_weather_but_for_real",
    description: "Set the weather or something",
  });
  const output = await skill.runTool(
    use("set_weather_but_for_real", { location: "Oslo", description: "sun" }),
  );
  expect(output.content).toBe("Oslo: sun");
});

test("a function may be written in place", async () => {
  const skill = new BasicToolSet();
  /** Doubles. */
  const double = skill.addTool(function double(n: number): number {
    return n * 2;
  });
  expect(double(4)).toBe(8);
  expect((await skill.runTool(use("double", { n: 21 }))).content).toBe("42");
});

test("a function without a name is an error that says how it gets one", () => {
  const set = new BasicToolSet();
  expect(() => set.addTool((id: string) => id)).toThrow(
    /^S103: a function without a name[\s\S]*basic-tool-set\.test\.ts:[\s\S]*help: .*addTool\(fn, \{ name \}\)/,
  );
  set.addTool((id: string) => id, { name: "echo" });
  expect(set.toolsSchema).toMatchObject([{ name: "echo" }]);
});

test("any other expression is an error that points to the parts", () => {
  const skill = new BasicToolSet();
  const functions = { pick: [getCurrentWeather.bind(null), (n: number): number => n] };
  for (const fn of functions.pick)
    expect(() => skill.addTool(fn as () => unknown)).toThrow(
      /^S113: [\s\S]*addTool\(\{ name, description, inputSchema, run \}\)/,
    );
});

test("a tool may be given by its parts", async () => {
  const skill = new BasicToolSet();
  skill.addTool({
    name: "echo",
    description: "Says it again.",
    inputSchema: closed({ text: { type: "string" } }),
    run: (input, context: ToolContext) => [input, context.toolUse.id],
  });
  expect(skill.toolsSchema).toEqual([
    { name: "echo", description: "Says it again.", input_schema: closed({ text: { type: "string" } }) },
  ]);
  expect((await skill.runTool(use("echo", { text: "x" }))).value).toEqual([{ text: "x" }, "toolu_1"]);
});

test("a set can be called directly with what the model returned", async () => {
  const skill = new BasicToolSet();
  skill.addTool(getCurrentWeather);
  const output = await skill.runTool({
    id: "1234",
    type: "tool_use",
    name: "getCurrentWeather",
    input: { location: "San Francisco, CA", unit: "fahrenheit" },
  });
  expect(output).toEqual({
    toolUseId: "1234",
    name: "getCurrentWeather",
    value: { location: "San Francisco, CA", unit: "fahrenheit" },
    content: '{"location":"San Francisco, CA","unit":"fahrenheit"}',
    isError: false,
  });
});

test("two tools of one name are an error at addTool", () => {
  const skill = setOf({ run: () => 1 });
  expect(() => skill.addTool({ name: "tool", inputSchema: { type: "object" }, run: () => 2 })).toThrow(
    DuplicateToolError,
  );
});

test("a tool that is removed is gone, and may be added again", async () => {
  const skill = setOf({ run: () => 1 });
  skill.removeTool("tool");
  skill.removeTool("never there");
  expect(skill.toolsSchema).toEqual([]);
  await expect(skill.runTool(use("tool"))).rejects.toBeInstanceOf(ToolNotFoundError);
  skill.addTool({ name: "tool", inputSchema: { type: "object" }, run: () => 2 });
  expect((await skill.runTool(use("tool"))).value).toBe(2);
});

test("toolsSchema is made anew only when something changed", () => {
  const skill = setOf({ run: () => 1 });
  const before = skill.toolsSchema;
  expect(skill.toolsSchema).toBe(before);
  skill.addTool({ name: "other", inputSchema: { type: "object" }, run: () => 2 });
  expect(skill.toolsSchema).not.toBe(before);
  expect(skill.toolsSchema.map(({ name }) => name)).toEqual(["tool", "other"]);
});

describe("dotted names", () => {
  const stripe = () => setOf({ name: "Stripe.CreateRefund", run: () => "refunded" });

  test("get a wire name; both names find the tool", async () => {
    const skill = stripe();
    expect(skill.toolsSchema[0]?.name).toBe("Stripe__CreateRefund");
    expect((await skill.runTool(use("Stripe__CreateRefund"))).value).toBe("refunded");
    expect((await skill.runTool(use("Stripe.CreateRefund"))).value).toBe("refunded");
    skill.removeTool("Stripe.CreateRefund");
    expect(skill.has("Stripe__CreateRefund")).toBe(false);
  });
  test("that come to one wire name are an error that names both", () => {
    const skill = stripe();
    const add = () =>
      skill.addTool({ name: "Stripe__CreateRefund", inputSchema: { type: "object" }, run: () => 1 });
    expect(add).toThrow(/^S303: two tools are named "Stripe__CreateRefund": .*Stripe\.CreateRefund/);
  });
  test("are distinct from the same words with one underscore", () => {
    const skill = stripe();
    skill.addTool({ name: "Stripe_CreateRefund", inputSchema: { type: "object" }, run: () => 1 });
    expect(skill.toolsSchema).toHaveLength(2);
  });
});

test("a thousand tools are found as fast as one", async () => {
  const skill = new BasicToolSet();
  for (let n = 0; n < 1000; n++)
    skill.addTool({ name: `tool_${String(n)}`, inputSchema: { type: "object" }, run: () => n });
  expect(await results(skill, use("tool_999"))).toEqual([
    { type: "tool_result", tool_use_id: "toolu_1", content: "999" },
  ]);
});

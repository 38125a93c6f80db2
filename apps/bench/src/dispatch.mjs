// One tool call on a nine-field input: validate, run the method, make the text of the result. Every subject's text is
// compared with the bare one's before anything is timed.
import assert from "node:assert/strict";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { tool as langchainTool } from "@langchain/core/tools";
import core from "@skills/core";
import { tool as aiTool } from "ai";
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import { measure, processor } from "./measure.mjs";
import { input, inputSchema, item, NAMES } from "./order.mjs";

const outputSchema = {
  type: "object",
  properties: { id: { type: "string" }, lines: { type: "integer" }, items: { type: "array", items: item } },
  required: ["id", "lines", "items"],
  additionalProperties: false,
};
const zodSchema = z.strictObject({
  id: z.string().regex(/^A\d+$/),
  name: z.string().min(1),
  age: z.int().min(0),
  email: z.string(),
  active: z.boolean(),
  role: z.enum(["buyer", "seller", "clerk"]),
  score: z.number(),
  tags: z.array(z.string()),
  items: z.array(z.strictObject({ sku: z.string(), quantity: z.int() })),
});

class Desk {
  async place(id, name, age, email, active, role, score, tags, items) {
    return { id, lines: items.length, items };
  }
}
const desk = new Desk();
const place = (given) => desk.place(...NAMES.map((name) => given[name]));

export async function dispatch() {
  const validate = new Ajv2020().compile(inputSchema);
  const bare = async () => {
    if (!validate(input)) throw new Error("refused");
    return JSON.stringify(
      await desk.place(
        input.id,
        input.name,
        input.age,
        input.email,
        input.active,
        input.role,
        input.score,
        input.tags,
        input.items,
      ),
    );
  };

  const set = skillSet();
  const toolUse = { type: "tool_use", id: "toolu_1", name: "place", input };
  const ours = async () => (await set.runTool(toolUse, { validateOutput: false })).content;
  const checked = async () => (await set.runTool(toolUse, { validateOutput: true })).content;

  const sdk = betaZodTool({
    name: "place",
    description: "Place an order",
    inputSchema: zodSchema,
    run: async (given) => JSON.stringify(await place(given)),
  });
  const sdkCall = async () => sdk.run(sdk.parse(input));

  const langchain = langchainTool(async (given) => JSON.stringify(await place(given)), {
    name: "place",
    description: "Place an order",
    schema: zodSchema,
  });
  const langchainCall = async () => langchain.invoke(input);

  const ai = aiTool({ inputSchema: zodSchema, execute: place });
  // What its loop does around a call: check the input by the schema, run, make the text.
  const aiCall = async () =>
    JSON.stringify(
      await ai.execute(await ai.inputSchema.parseAsync(input), { toolCallId: "1", messages: [] }),
    );

  const subjects = {
    "bare ajv, method, JSON.stringify": bare,
    "@skills/core runTool": ours,
    "@skills/core runTool, output checked": checked,
    "SDK betaZodTool: parse, run": sdkCall,
    "LangChain tool: invoke": langchainCall,
    "AI SDK tool: parse, execute": aiCall,
  };
  const expected = await bare();
  for (const [name, call] of Object.entries(subjects)) assert.equal(await call(), expected, name);
  const loops = Object.entries(subjects).map(([name, call]) => [
    name,
    async (n) => {
      for (let i = 0; i < n; i++) await call();
    },
  ]);
  return {
    title: "Dispatch: one call on nine fields",
    unit: "call",
    rows: await measure(Object.fromEntries(loops), { n: 20_000, clock: processor }),
    notes: [
      "Time of the processor. No DTO class. The AI SDK's loop does more around a tool than is measured here; its tool alone has no validation.",
    ],
  };
}

/** The class as a build describes it: production reads a manifest. */
function skillSet() {
  core.Tool()(Desk.prototype, "place", Object.getOwnPropertyDescriptor(Desk.prototype, "place"));
  const params = NAMES.map((name) => ({ name, kind: "input" }));
  const tools = [{ method: "place", description: "Place an order", inputSchema, outputSchema, params }];
  core.useManifest({
    version: 1,
    functions: [],
    skills: [{ class: "Desk", file: "desk.ts", line: 1, tools }],
  });
  return core.toolSet(desk);
}

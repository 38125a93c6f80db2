import type { ScriptStep } from "../src";

export const LOOKUP = {
  name: "lookupOrder",
  description: "Look up an order",
  input_schema: {
    type: "object" as const,
    properties: { id: { type: "string" as const } },
    required: ["id"],
    additionalProperties: false,
  },
};

export const HELLO = {
  model: "claude-sonnet-5-5",
  max_tokens: 1000,
  messages: [{ role: "user" as const, content: "Where is order A1?" }],
  tools: [LOOKUP],
};

export const TWO_CALLS_THEN_TEXT: ScriptStep[] = [
  {
    calls: [
      ["lookupOrder", { id: "A1" }],
      ["lookupOrder", { id: "A2" }],
    ],
  },
  { text: "Both are on their way.", chunks: 3 },
];

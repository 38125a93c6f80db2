import { BASE, tool, u, type LegalRequests } from "./legal-case";

/** Definitions of tools, and the choice among them. */
export const TOOLS: LegalRequests = {
  "input_examples, eager": {
    ...BASE,
    tools: [{ ...tool, input_examples: [{ id: "a" }], eager_input_streaming: true, strict: false }],
    messages: [u("q")],
  },
  "type custom / null": {
    ...BASE,
    tools: [
      { ...tool, type: "custom" },
      { ...tool, name: "b", type: null },
    ],
    messages: [u("q")],
  },
  "tool without description": {
    ...BASE,
    tools: [{ name: "b", input_schema: { type: "object" } }],
    messages: [u("q")],
  },
  "schema with $defs, anyOf in property, nullable, format": {
    ...BASE,
    tools: [
      {
        name: "b",
        input_schema: {
          type: "object",
          $defs: { N: { type: "object", properties: { n: { $ref: "#/$defs/N" } } } },
          properties: {
            a: { anyOf: [{ type: "string" }, { type: "null" }] },
            n: { $ref: "#/$defs/N" },
            d: { type: "string", format: "date-time" },
            e: { type: ["string", "null"], enum: ["a", null] },
            c: { const: 1 },
          },
        },
      },
    ],
    messages: [u("q")],
  },
  "schema draft-07 $schema + definitions": {
    ...BASE,
    tools: [
      {
        name: "b",
        input_schema: {
          $schema: "http://json-schema.org/draft-07/schema#",
          type: "object",
          definitions: { N: { type: "string" } },
          properties: { a: { $ref: "#/definitions/N" } },
        },
      },
    ],
    messages: [u("q")],
  },
  "schema nullable openapi / x- keywords": {
    ...BASE,
    tools: [
      {
        name: "b",
        input_schema: { type: "object", properties: { a: { type: "string", nullable: true, "x-order": 1 } } },
      },
    ],
    messages: [u("q")],
  },
  "tools empty": { ...BASE, tools: [], messages: [u("q")] },
  "tool_choice auto dptu": {
    ...BASE,
    tools: [tool],
    tool_choice: { type: "auto", disable_parallel_tool_use: true },
    messages: [u("q")],
  },
  "tool_choice any": { ...BASE, tools: [tool], tool_choice: { type: "any" }, messages: [u("q")] },
  "tool_choice tool": {
    ...BASE,
    tools: [tool],
    tool_choice: { type: "tool", name: "lookup" },
    messages: [u("q")],
  },
  "tool_choice none": { ...BASE, tools: [tool], tool_choice: { type: "none" }, messages: [u("q")] },
  "tool_choice none without tools": { ...BASE, tool_choice: { type: "none" }, messages: [u("q")] },
  "tool_choice none with thinking": {
    ...BASE,
    max_tokens: 3000,
    thinking: { type: "enabled", budget_tokens: 1024 },
    tools: [tool],
    tool_choice: { type: "none" },
    messages: [u("q")],
  },
  "schema without properties, as null": {
    ...BASE,
    tools: [{ name: "b", input_schema: { type: "object", properties: null, required: null } }],
    messages: [u("q")],
  },
  "schema with conditions, anchors and booleans": {
    ...BASE,
    tools: [
      {
        name: "b",
        input_schema: {
          type: "object",
          properties: { a: true, b: { $ref: "#word" }, c: { type: "number", exclusiveMinimum: 0 } },
          $defs: { Word: { $anchor: "word", type: "string", contentEncoding: "base64" } },
          dependentRequired: { a: ["b"] },
          if: { required: ["a"] },
          then: { required: ["b"] },
          not: { required: ["d"] },
        },
      },
    ],
    messages: [u("q")],
  },
  "null where a field may be left out": {
    ...BASE,
    tools: [{ ...tool, type: null, cache_control: null, eager_input_streaming: null }],
    tool_choice: null,
    messages: [u("q")],
  },
};

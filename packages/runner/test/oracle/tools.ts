import { ToolError } from "@anthropic-ai/sdk/lib/tools/ToolError";
import type { Note } from "./observe";

const schema = {
  type: "object" as const,
  properties: { id: { type: "string" } },
  required: ["id"],
  additionalProperties: false,
};

interface Order {
  id: string;
}

export const lookup = (note: Note, more: object = {}) => ({
  type: "custom" as const,
  name: "lookup",
  description: "Look up an order",
  input_schema: schema,
  parse: (input: unknown) => input as Order,
  run: async ({ id }: Order) => {
    note(`lookup ${id}`);
    return Promise.resolve(`order ${id}: shipped`);
  },
  ...more,
});

export const refund = (note: Note, run?: (input: Order) => unknown) => ({
  type: "custom" as const,
  name: "refund",
  description: "Refund an order",
  input_schema: schema,
  parse: (input: unknown) => input as Order,
  run: (input: Order) => {
    note(`refund ${input.id}`);
    return run ? run(input) : "refunded";
  },
});

export const PIXEL = {
  type: "image" as const,
  source: {
    type: "base64" as const,
    media_type: "image/png" as const,
    data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  },
};

export function failing(message: string): () => never {
  return () => {
    throw new Error(message);
  };
}

export function refusing(content: ConstructorParameters<typeof ToolError>[0]): () => never {
  return () => {
    throw new ToolError(content);
  };
}

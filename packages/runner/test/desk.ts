import { BasicToolSet } from "@skills/core";

export const ASK = {
  model: "claude-sonnet-5-5",
  max_tokens: 1000,
  messages: [{ role: "user" as const, content: "Where is order A1?" }],
};

const ID = {
  type: "object" as const,
  properties: { id: { type: "string" } },
  required: ["id"],
  additionalProperties: false,
};

/** A set of tools on orders, and the record of what they were called with. */
export function desk(): { tools: BasicToolSet; calls: string[] } {
  const calls: string[] = [];
  const tools = new BasicToolSet();
  tools.addTool({
    name: "lookup",
    description: "Look up an order",
    inputSchema: ID,
    run: ({ id }: { id: string }) => {
      calls.push(`lookup ${id}`);
      return { id, status: "shipped" };
    },
  });
  tools.addTool({
    name: "refund",
    description: "Refund an order",
    inputSchema: ID,
    run: ({ id }: { id: string }) => {
      calls.push(`refund ${id}`);
      throw new Error(`order ${id} is too old`);
    },
  });
  return { tools, calls };
}

/** Takes what is logged, and keeps it. */
export function quietLogger() {
  const lines: string[] = [];
  const note = (message: string) => void lines.push(message);
  return { lines, debug: note, info: note, warn: note, error: note };
}

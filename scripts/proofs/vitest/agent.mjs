import { Agent } from "@skills/runner";

/** The agent under test: it looks an order up and says what it found. */
export function desk(model) {
  return new Agent({
    client: model.port(),
    model: "claude-sonnet-5-5",
    maxTokens: 500,
    tools: [
      {
        name: "lookupOrder",
        description: "Look up an order",
        input_schema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
        run: ({ id }) => `${id} is shipped`,
        parse: (input) => input,
      },
    ],
  });
}

export const SCRIPT = [{ calls: [["lookupOrder", { id: "A1" }]] }, { text: "A1 is shipped." }];

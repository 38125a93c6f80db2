import type Anthropic from "@anthropic-ai/sdk";
import { Agent } from "@skills/runner";
import { Orders, type Order } from "./orders.js";

const ORDERS: Order[] = [
  { id: "A19", state: "processing", totalCents: 5400 },
  { id: "A18", state: "delivered", totalCents: 1250 },
  { id: "A17", state: "shipped", totalCents: 3900 },
];

export function ordersAgent(client: Anthropic) {
  return new Agent({
    client,
    model: "claude-sonnet-5-5",
    maxTokens: 1024,
    tools: [new Orders(ORDERS)],
    maxTurns: 20,
  });
}

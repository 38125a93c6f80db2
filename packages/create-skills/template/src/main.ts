import Anthropic from "@anthropic-ai/sdk";
import { ordersAgent } from "./agent.js";

async function main(question: string): Promise<void> {
  if (!process.env.ANTHROPIC_API_KEY) {
    console.error("Set ANTHROPIC_API_KEY to ask the real model. The tests need none.");
    process.exitCode = 1;
    return;
  }
  const { text } = await ordersAgent(new Anthropic()).run(question);
  console.log(text);
}

void main(process.argv.slice(2).join(" ") || "Where is my order A17?");

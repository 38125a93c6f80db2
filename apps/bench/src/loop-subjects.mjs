// Who runs the script. Each is set up as its own documents show, with a tool that validates its input, tracing off, and
// made anew for each run, as a server does for a request; what is the same for every run is made once.
import { createAnthropic } from "@ai-sdk/anthropic";
import Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { ChatAnthropic } from "@langchain/anthropic";
import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool as openaiTool } from "@openai/agents";
import core from "@skills/core";
import runner from "@skills/runner";
import { generateText, stepCountIs, tool as aiTool } from "ai";
import { createAgent, tool as langchainTool } from "langchain";
import OpenAI from "openai";
import { z } from "zod";
import { MODEL, PROMPT, sum, TOOL, TURNS } from "./loop-script.mjs";

setTracingDisabled(true);

const inputSchema = z.object({ a: z.number(), b: z.number() });
const MAX_TOKENS = 1024;
/** More than the script has: no subject ends by it. */
const MOST_TURNS = 2 * TURNS;

const client = (fetch) => new Anthropic({ apiKey: "none", fetch });
const sdkTool = betaZodTool({ ...TOOL, inputSchema, run: sum });
const params = () => ({
  model: MODEL,
  max_tokens: MAX_TOKENS,
  messages: [{ role: "user", content: PROMPT }],
  tools: [sdkTool],
});
const lastText = ({ content }) => content.at(-1).text;

const ours = new core.BasicToolSet();
ours.addTool({ ...TOOL, inputSchema, run: sum });

const langchainAdd = langchainTool(sum, { ...TOOL, schema: inputSchema });
const aiAdd = aiTool({ description: TOOL.description, inputSchema, execute: sum });
const openaiAdd = openaiTool({ ...TOOL, parameters: inputSchema, execute: sum });

/** Each takes a fetch, runs to the script's end, and gives the last words. */
export const loopSubjects = {
  "SDK toolRunner, thread: false": {
    form: "anthropic",
    run: async (fetch) =>
      lastText(
        await client(fetch)
          .beta.messages.toolRunner({ ...params(), thread: false })
          .runUntilDone(),
      ),
  },
  "@skills/runner toolRunner": {
    form: "anthropic",
    run: async (fetch) => lastText(await runner.toolRunner(client(fetch), params()).runUntilDone()),
  },
  "@skills/runner Agent": {
    form: "anthropic",
    run: async (fetch) => {
      const agent = new runner.Agent({
        client: client(fetch),
        model: MODEL,
        maxTokens: MAX_TOKENS,
        tools: [ours],
        stream: false,
      });
      const { text } = await agent.run(PROMPT);
      return text;
    },
  },
  "AI SDK generateText": {
    form: "anthropic",
    run: async (fetch) => {
      const { text } = await generateText({
        model: createAnthropic({ apiKey: "none", fetch })(MODEL),
        maxOutputTokens: MAX_TOKENS,
        prompt: PROMPT,
        tools: { [TOOL.name]: aiAdd },
        stopWhen: stepCountIs(MOST_TURNS),
      });
      return text;
    },
  },
  "LangChain createAgent": {
    form: "anthropic",
    run: async (fetch) => {
      const model = new ChatAnthropic({
        model: MODEL,
        maxTokens: MAX_TOKENS,
        apiKey: "none",
        clientOptions: { fetch },
      });
      const agent = createAgent({ model, tools: [langchainAdd] });
      // Two steps of its graph are one turn.
      const { messages } = await agent.invoke(
        { messages: [{ role: "user", content: PROMPT }] },
        { recursionLimit: 2 * MOST_TURNS },
      );
      return messages.at(-1).text;
    },
  },
  "OpenAI Agents run": {
    form: "chat",
    run: async (fetch) => {
      const openAIClient = new OpenAI({ apiKey: "none", fetch });
      const modelProvider = new OpenAIProvider({ openAIClient, useResponses: false });
      const agent = new Agent({ name: "adder", model: MODEL, tools: [openaiAdd] });
      const { finalOutput } = await new Runner({ modelProvider }).run(agent, PROMPT, {
        maxTurns: MOST_TURNS,
      });
      return finalOutput;
    },
  },
};

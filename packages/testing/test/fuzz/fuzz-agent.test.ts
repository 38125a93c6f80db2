import type Anthropic from "@anthropic-ai/sdk";
import { BasicToolSet, type ToolSet } from "@skills/core";
import { fuzzAgent, FuzzError, type AgentUnderTest } from "../../src";
import { HELLO, LOOKUP } from "../conversation";

type Messages = Anthropic.Beta.Messages.BetaMessageParam[];

function desk(): ToolSet {
  const tools = new BasicToolSet();
  tools.addTool({
    name: "lookupOrder",
    description: "Look up an order",
    inputSchema: LOOKUP.input_schema,
    run: ({ id }: { id: string }) => {
      if (id.length > 3) throw new Error(`no order ${id}`);
      return "shipped";
    },
  });
  return tools;
}

interface Flaws {
  stream?: boolean;
  /** Calls that are not answered. */
  unanswered?: (name: string) => boolean;
  /** A message for each result. */
  apart?: boolean;
  endless?: boolean;
  hangs?: boolean;
  /** Takes a cut turn for a whole one. */
  keepsCutTurns?: boolean;
}

/** An agent as one writes it in half an hour, right but for the flaws that are asked for. */
function agentWith(flaws: Flaws = {}): AgentUnderTest {
  return async (client) => {
    const tools = desk();
    const messages: Messages = [...HELLO.messages];
    for (let turn = 0; turn < 30 || flaws.endless === true; turn += 1) {
      const params = { ...HELLO, tools: tools.toolsSchema, messages };
      const reply = flaws.stream
        ? await client.beta.messages.stream(params).finalMessage()
        : await client.beta.messages.create(params);
      const { stop_reason } = reply;
      if (reply.content.length === 0) return messages;
      messages.push({ role: "assistant", content: reply.content });
      if (stop_reason === "pause_turn") continue;
      const calls = reply.content.filter((block) => block.type === "tool_use");
      if (stop_reason !== "tool_use") {
        if (calls.length > 0 && !flaws.keepsCutTurns) messages.pop();
        if (flaws.endless !== true) return messages;
        messages.push({ role: "user", content: "Are you sure?" });
        continue;
      }
      if (flaws.hangs) await new Promise(() => {});
      const answered = calls.filter(({ name }) => flaws.unanswered?.(name) !== true);
      const answer = await tools.respond({ ...reply, content: answered }, { logger: SILENT });
      const results = (answer?.content ?? []) as Anthropic.Beta.Messages.BetaContentBlockParam[];
      if (flaws.apart)
        messages.push(...results.map((result) => ({ role: "user" as const, content: [result] })));
      else messages.push({ role: "user", content: results.length > 0 ? results : "Go on." });
    }
    return { messages };
  };
}

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const QUICK = { client: { maxRetries: 0 } };

async function failure(flaws: Flaws, options: object = {}): Promise<FuzzError> {
  const error: unknown = await fuzzAgent(agentWith(flaws), {
    ...QUICK,
    runs: 300,
    seed: 11,
    ...options,
  }).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (error instanceof FuzzError) return error;
  throw new Error(`expected a FuzzError, received ${String(error)}`);
}

describe("fuzzAgent passes", () => {
  it.each([false, true])("an agent that is right, whatever the model does (stream: %s)", async (stream) => {
    expect(await fuzzAgent(agentWith({ stream }), { ...QUICK, runs: 50, seed: 5 })).toEqual({
      seed: 5,
      runs: 50,
    });
  });

  it("an agent whose client retries", async () => {
    await fuzzAgent(agentWith(), { runs: 20, client: { maxRetries: 2 } });
  });
});

describe("fuzzAgent finds", () => {
  it("a tool that does not exist left unanswered, in a conversation of one move", async () => {
    const { message } = await failure({ unanswered: (name) => name === "no_such_tool" });
    expect(message).toContain("breaks the rule unanswered-tool-use");
    expect(message.match(/\{ calls: /g)).toHaveLength(1);
    expect(message).toContain("{ input: 'unknown tool', pick: 0 }");
  });

  it("results in messages of their own, in a turn of two calls", async () => {
    const { message } = await failure({ apart: true });
    expect(message).toContain("breaks the rule results-in-one-message");
    expect(message.match(/pick: 0/g)).toHaveLength(2);
  });

  it("a history that ends in calls without results", async () => {
    const { message } = await failure({ keepsCutTurns: true });
    expect(message).toContain("its history is not one that the API takes");
    expect(message).toContain("(rule unanswered-tool-use)");
    expect(message).toContain("cut: true");
  });

  it("an agent that asks for ever, without a single move", async () => {
    const { message } = await failure({ endless: true });
    expect(message).toContain(
      "it goes on asking after the model has ended its turn\n  the model's moves: []",
    );
  });

  it("an agent that hangs, and one that throws what it may not", async () => {
    expect((await failure({ hangs: true }, { timeoutMs: 30 })).message).toContain("it does not end");
    const strict = { mayThrow: (error: unknown) => (error as { status?: number }).status !== 429 };
    const { message, seed, path } = await failure({}, strict);
    expect(message).toContain("it throws\n  the model's moves: [ { fails: 429 } ]");
    expect((await failure({}, { ...strict, seed, path, runs: 1 })).path).toContain(path);
  });

  it("nothing of the network's where faults are off", async () => {
    const never = { ...QUICK, faults: false, mayThrow: () => false };
    await fuzzAgent(agentWith(), { ...never, runs: 50 });
  });
});

import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { ScriptedModel, type ScriptStep } from "../src";
import { HELLO, LOOKUP } from "./conversation";

/** A runner that nobody here wrote, over the wire: what it sends is legal, or the model would say so. */
async function withServer(
  script: ScriptStep[],
  test: (client: Anthropic, model: ScriptedModel) => Promise<void>,
): Promise<void> {
  const model = new ScriptedModel(script);
  const server = await model.listen();
  try {
    await test(new Anthropic({ baseURL: server.url, apiKey: "test" }), model);
    model.assertComplete();
  } finally {
    await server.close();
  }
}

const lookup = betaTool({
  name: LOOKUP.name,
  description: LOOKUP.description,
  inputSchema: LOOKUP.input_schema,
  run: (input) => `${(input as { id: string }).id} is on its way`,
});
const refund = betaTool({
  name: "refund",
  description: "Refund an order",
  inputSchema: LOOKUP.input_schema,
  run: () => "refunded",
});
const CALL: ScriptStep = { thinking: "Hm.", calls: [["lookupOrder", { id: "A1" }]] };

describe.each([false, true])("the SDK's own tool runner (stream: %s)", (stream) => {
  it("sends thinking and parallel calls back as it should", async () => {
    const both: ScriptStep = {
      thinking: "Hm.",
      calls: [
        ["lookupOrder", { id: "A1" }],
        ["lookupOrder", { id: "A2" }],
      ],
    };
    await withServer([both, { text: "Done." }], async (client) => {
      const last = await client.beta.messages
        .toolRunner({ ...HELLO, tools: [lookup], stream })
        .runUntilDone();
      expect(last.content).toMatchObject([{ text: "Done." }]);
    });
  });

  it("resumes a paused turn", async () => {
    const pause: ScriptStep = { text: "Wait.", stopReason: "pause_turn" };
    await withServer([pause, { text: "Done." }], async (client, model) => {
      const params = { ...HELLO, tools: [lookup], stream, thread: false as const };
      await client.beta.messages.toolRunner(params).runUntilDone();
      expect(model.requests[1]?.messages.at(-1)?.role).toBe("assistant");
    });
  });

  it("compacts, and goes on from the compaction", async () => {
    await withServer(
      [CALL, { compaction: "A1 was looked up." }, { text: "Done." }],
      async (client, model) => {
        const params = { ...HELLO, tools: [lookup], stream, betas: ["compact-2026-09-04"] };
        const runner = client.beta.messages.toolRunner(params);
        let first = true;
        for await (const message of runner) {
          if ("finalMessage" in message) await message.finalMessage();
          if (first) runner.compactBeforeNextTurn();
          first = false;
        }
        expect(model.requests[1]?.body.compaction).toMatchObject({ type: "summarize" });
        expect(model.requests[2]?.messages).toMatchObject([
          { role: "assistant", content: [{ type: "compaction" }] },
        ]);
      },
    );
  });

  it("adds and removes tools between turns", async () => {
    await withServer(
      [CALL, { calls: [["refund", { id: "A1" }]] }, { text: "Done." }],
      async (client, model) => {
        const params = { ...HELLO, tools: [lookup], stream, betas: ["inline-tools-2026-09-15"] };
        const runner = client.beta.messages.toolRunner(params);
        let turn = 0;
        for await (const message of runner) {
          if ("finalMessage" in message) await message.finalMessage();
          turn += 1;
          if (turn === 1) runner.addTools(refund);
          if (turn === 2) runner.removeTools("lookupOrder");
        }
        expect(model.requests[2]?.messages.at(-1)).toMatchObject({
          role: "system",
          content: [{ type: "tool_removal" }],
        });
      },
    );
  });

  it("keeps its conversation in a thread", async () => {
    await withServer([CALL, { text: "Done." }], async (client, model) => {
      const params = { ...HELLO, tools: [lookup], stream, betas: ["message-threads-2026-08-12"] };
      await client.beta.messages.toolRunner(params).runUntilDone();
      expect(model.requests.map(({ body }) => (body.thread as { type: string } | undefined)?.type)).toEqual([
        "create",
        "continue",
      ]);
      expect(model.requests[1]?.messages).toHaveLength(1);
    });
  });
});

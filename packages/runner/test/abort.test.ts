import { setImmediate } from "node:timers/promises";
import { ScriptedModel } from "@skills/testing";
import { Agent, type AgentRun } from "../src";
import { ASK, desk, quietLogger } from "./desk";

/** Runs three turns, and does something to the run at the event of this number; false where there are fewer. */
async function endAt(at: number, stream: boolean, how: (run: AgentRun) => "leave" | void): Promise<boolean> {
  const { tools, calls } = desk();
  const model = new ScriptedModel([
    {
      thinking: "Both.",
      text: "Let me see.",
      calls: [
        ["lookup", { id: "A1" }],
        ["refund", { id: "A1" }],
      ],
    },
    { calls: [["lookup", { id: "A2" }]] },
    { text: "Done.", chunks: 2 },
  ]);
  const client = model.client({ maxRetries: 0, logLevel: "off" });
  const params = { thinking: { type: "enabled" as const, budget_tokens: 1024 } };
  const options = { client, model: ASK.model, maxTokens: 4000, tools: [tools], params, stream };
  const run = new Agent({ ...options, logger: quietLogger() }).run("Go.");
  let seen = 0;
  for await (const event of run) {
    if (seen++ < at || event.type === "end") continue;
    if (how(run) === "leave") break;
    how = () => undefined;
  }
  const { status, messages } = await run;
  expect(status).toMatch(/^(aborted|done)$/);
  expect(calls.filter((call) => call === "refund A1").length).toBeLessThan(2);
  const next = new ScriptedModel([{ text: "Go on." }]);
  await next.client({ maxRetries: 0 }).beta.messages.create({
    ...ASK,
    messages: [...messages, { role: "user", content: "And now?" }],
    tools: tools.toolsSchema,
  });
  next.assertComplete();
  return seen > at;
}

it.each([
  ["aborted", true],
  ["aborted", false],
  ["left", true],
  ["left", false],
])(
  "leaves a history that the API accepts when it is %s at any of its events (stream: %s)",
  async (how, stream) => {
    let at = 0;
    while (await endAt(at, stream, (run) => (how === "left" ? "leave" : run.abort()))) at += 1;
    expect(at).toBeGreaterThan(10);
  },
);

it("lets nothing go unheard that a hook throws once the run is aborted", async () => {
  const model = new ScriptedModel([{ calls: [["lookup", { id: "A1" }]] }]);
  const run: AgentRun = new Agent({
    client: model.client(),
    model: ASK.model,
    maxTokens: 100,
    tools: [desk().tools],
    logger: quietLogger(),
    hooks: {
      beforeTool: () => run.abort(),
      afterTool: async () => {
        throw await Promise.resolve(new Error("No."));
      },
    },
  }).run("Go.");
  expect(await run).toMatchObject({ status: "aborted" });
  // jest fails a test for every rejection that nobody hears.
  await setImmediate();
});

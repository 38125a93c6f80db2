import { Tool } from "@skills/core";
import { Agent } from "@skills/runner";
import {
  fuzzAgent,
  fuzzSkill,
  maskedTranscript,
  record,
  replay,
  ScriptedModel,
  toolCalls,
  VirtualClock,
} from "@skills/testing";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

class Orders {
  /** Find an order by its number. */
  @Tool()
  findOrder(id: string, fields: ("status" | "items")[] = ["status"]) {
    return { id, status: "shipped", fields: fields.length };
  }
}

const QUESTION = {
  model: "claude-sonnet-5-5",
  max_tokens: 100,
  messages: [{ role: "user" as const, content: "Hello" }],
};

test("a script, and an agent that plays against it", async () => {
  // #region script
  const model = new ScriptedModel([
    {
      calls: [
        ["findOrder", { id: "A1" }],
        ["findOrder", { id: "B2" }],
      ],
    },
    { text: "Both are on their way." },
  ]);
  const agent = new Agent({
    client: model.client(),
    model: "claude-sonnet-5-5",
    maxTokens: 500,
    tools: [new Orders()],
  });
  const { text } = await agent.run("Where are A1 and B2?");
  expect(text).toBe("Both are on their way.");
  expect(toolCalls(model).map(({ input }) => input)).toEqual([{ id: "A1" }, { id: "B2" }]);
  model.assertComplete();
  // #endregion
  expect(maskedTranscript(model)).toContain("calls findOrder { id: 'A1' }");
});

test("rules, errors and faults", async () => {
  // #region steps
  using model = new ScriptedModel([
    { when: /weather/i, text: "It rains.", times: "any" },
    { error: { status: 529, retryAfter: 0.01 } },
    { text: "This breaks off", chunks: 3, fault: { kind: "reset", at: 4 } },
    ({ said }) => ({ text: `You said: ${said.at(-1) ?? ""}` }),
  ]);
  // #endregion
  const client = model.client();
  await expect(client.messages.stream(QUESTION).finalMessage()).rejects.toThrow("terminated");
  const reply = await client.messages.create(QUESTION);
  expect(reply.content).toMatchObject([{ text: "You said: Hello" }]);
});

test("a server for any client", async () => {
  // #region server
  await using model = new ScriptedModel([{ text: "Hello from the script." }]);
  const server = await model.listen();
  const reply = await fetch(`${server.url}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": "test", "anthropic-version": "2023-06-01" },
    body: JSON.stringify(QUESTION),
  });
  // #endregion
  expect(await reply.json()).toMatchObject({ content: [{ text: "Hello from the script." }] });
});

test("virtual time", async () => {
  // #region clock
  using clock = new VirtualClock({ global: true });
  using model = new ScriptedModel(
    [{ error: { status: 529, retryAfter: 30 } }, { text: "At last.", latencyMs: 60_000 }],
    {
      clock,
    },
  );
  const started = clock.now();
  await clock.run(model.client().messages.create(QUESTION));
  expect(clock.now() - started).toBeGreaterThanOrEqual(90_000);
  // #endregion
});

test("a skill is fuzzed by its schemas", async () => {
  // #region fuzz-skill
  const { tools } = await fuzzSkill(Orders, { runs: 25 });
  // #endregion
  expect(tools).toMatchObject([{ name: "findOrder", inputs: 25 }]);
});

test("an agent is fuzzed by everything a model may do", async () => {
  // Of each call of a tool that is not there.
  const log = jest.spyOn(console, "warn").mockImplementation(() => undefined);
  // #region fuzz-agent
  await fuzzAgent(
    async (client) => {
      const agent = new Agent({
        client,
        model: "claude-sonnet-5-5",
        maxTokens: 500,
        tools: [new Orders()],
        maxTurns: 20,
      });
      return agent.run("Where is A1?");
    },
    { runs: 25, client: { maxRetries: 0 } },
  );
  // #endregion
  log.mockRestore();
});

test("a recorded conversation is played again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cassettes-"));
  const file = join(folder, "hello.json");
  await using live = new ScriptedModel([{ text: "Hello, you." }]);
  const target = (await live.listen()).url;
  const ask = async (url: string): Promise<unknown> => {
    const init = { method: "POST", headers: { "x-api-key": "a-real-key" }, body: JSON.stringify(QUESTION) };
    return (await fetch(`${url}/v1/messages`, init)).json();
  };
  // #region cassette
  const recorder = await record({ target, file, redact: [/[\w.]+@example\.com/] });
  const first = await ask(recorder.url);
  await recorder.close();

  const player = await replay(file, { redact: [/[\w.]+@example\.com/] });
  const again = await ask(player.url);
  player.assertComplete();
  await player.close();
  // #endregion
  expect(again).toEqual(first);
  rmSync(folder, { recursive: true });
});

import { Tool, ToolContext } from "@skills/core";
import { Agent, FileJournal, FileSessionStore, type ModelClient, type SessionStore } from "@skills/runner";
import { ScriptedModel } from "@skills/testing";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "agents-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const paid: string[] = [];

// #region desk
class Desk {
  /** Find an order. */
  @Tool({ annotations: { readOnly: true } })
  findOrder(id: string) {
    return { id, total: 30, status: "delivered" };
  }

  /** Pay an order back. */
  @Tool({ needsApproval: true })
  refund(id: string, amount: number, context: ToolContext) {
    return payBack(id, amount, context.idempotencyKey);
  }
}
// #endregion

function payBack(id: string, amount: number, key: string): string {
  paid.push(key);
  return `${id}: ${String(amount)} paid back`;
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

// #region agent
function deskAgent(client: ModelClient) {
  return new Agent({
    client,
    model: "claude-sonnet-4-6",
    maxTokens: 2000,
    system: "You work at the desk of a shop.",
    tools: [new Desk()],
    maxTurns: 20,
    maxCostUsd: 0.5,
    toolTimeoutMs: 30_000,
    promptCache: true,
  });
}
// #endregion

const refund = (id: string) => ["refund", { id, amount: 30 }] as const;

test("a run gives its result, and tells what happens", async () => {
  const model = new ScriptedModel([{ calls: [["findOrder", { id: "A1" }]] }, { text: "Delivered." }]);
  const agent = deskAgent(model.client());
  const lines: string[] = [];
  // #region events
  const run = agent.run("Where is order A1?");
  for await (const event of run) {
    if (event.type === "text_delta") lines.push(event.text);
    if (event.type === "tool_start") lines.push(`calls ${event.toolUse.name}`);
  }
  const { text, status, usage, costUsd } = await run;
  // #endregion
  expect({ text, status }).toEqual({ text: "Delivered.", status: "done" });
  expect(lines).toEqual(["calls findOrder", "Delivered."]);
  expect(usage.output_tokens).toBeGreaterThan(0);
  expect(costUsd).toBeGreaterThan(0);
});

test("a run pauses at what needs approval, and goes on in another process", async () => {
  const model = new ScriptedModel([{ calls: [refund("A1")] }, { text: "Paid back." }]);
  const agent = deskAgent(model.client());
  // #region pause
  const run = agent.run("Pay A1 back.");
  const { status, pending = [] } = await run;
  const saved = JSON.stringify(run.state());

  // … later, elsewhere:
  const decisions = Object.fromEntries(pending.map(({ id }) => [id, { allow: true as const }]));
  const result = await agent.resume(JSON.parse(saved), decisions);
  // #endregion
  expect(status).toBe("paused");
  expect(result.text).toBe("Paid back.");
  expect(paid).toHaveLength(1);
});

test("an answer can have a type", async () => {
  const model = new ScriptedModel([{ text: '{"id":"A1","happy":true}' }]);
  const client = model.client();
  const base = { client, model: "claude-sonnet-4-6", maxTokens: 2000 };
  // #region output
  const agent = new Agent<{ id: string; happy: boolean }>({
    ...base,
    outputType: {
      type: "object",
      properties: { id: { type: "string" }, happy: { type: "boolean" } },
      required: ["id", "happy"],
      additionalProperties: false,
    },
  });
  const { output } = await agent.run("Is the customer of A1 happy?");
  // #endregion
  expect(output?.happy).toBe(true);
});

test("an agent can be a tool of another", async () => {
  const inner = new ScriptedModel([{ text: "It was delivered." }]);
  const outer = new ScriptedModel([{ calls: [["ask_desk", { task: "Find A1." }]] }, { text: "Delivered." }]);
  const desk = deskAgent(inner.client());
  const client = outer.client();
  const base = { client, model: "claude-sonnet-4-6", maxTokens: 2000, logger: quiet };
  // #region sub-agent
  const manager = new Agent({
    ...base,
    tools: [desk.asTool({ name: "ask_desk", description: "Ask the desk about an order." })],
  });
  const { text } = await manager.run("What about A1?");
  // #endregion
  expect(text).toBe("Delivered.");
});

test("a run on a journal goes on where its process ended", async () => {
  const model = new ScriptedModel([{ calls: [["findOrder", { id: "A1" }]] }, { text: "Delivered." }]);
  const agent = deskAgent(model.client());
  const answer = async () => {
    // #region journal
    using journal = new FileJournal(join(folder, "run-1.journal"));
    const { text } = await agent.run("Where is order A1?", { journal });
    // #endregion
    return text;
  };
  expect(await answer()).toBe("Delivered.");
  // As after a crash: the same lines again ask nothing that was answered.
  expect(await answer()).toBe("Delivered.");
  expect(model.requests).toHaveLength(2);
});

test("a session is a conversation that is kept", async () => {
  const model = new ScriptedModel([{ text: "Delivered." }, { text: "On Monday." }]);
  const agent = deskAgent(model.client());
  // #region session
  const store = new FileSessionStore(join(folder, "sessions"));
  const session = await agent.session({ id: "customer-7", store });
  await session.run("Where is order A1?");
  const { text } = await session.run("Since when?");
  // #endregion
  expect(text).toBe("On Monday.");
  expect(model.requests[1]?.said).toEqual(["Where is order A1?", "Since when?"]);
});

test("each run of a session has a journal of its own", async () => {
  const model = new ScriptedModel([{ text: "Delivered." }, { text: "On Monday." }]);
  const agent = deskAgent(model.client());
  const answer = async (question: string, store?: SessionStore) => {
    const session = await agent.session({ id: "customer-8", store });
    // #region session-journal
    const name = `${session.id}-${String(session.messages.length)}.journal`;
    using journal = new FileJournal(join(folder, name));
    const { text } = await session.run(question, { journal });
    // #endregion
    return text;
  };
  // As after a crash: the store did not hear of the first run's end, and the same lines again ask nothing.
  expect(await answer("Where is order A1?")).toBe("Delivered.");
  const store = new FileSessionStore(join(folder, "sessions"));
  expect(await answer("Where is order A1?", store)).toBe("Delivered.");
  expect(model.requests).toHaveLength(1);
  expect(await answer("Since when?", store)).toBe("On Monday.");
  expect(model.requests[1]?.said).toEqual(["Where is order A1?", "Since when?"]);
});

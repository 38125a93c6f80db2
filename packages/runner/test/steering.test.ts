import { ScriptedModel, type ScriptStep } from "@skills/testing";
import type { Agent } from "../src";
import { type AgentRun } from "../src";
import { agentOn } from "./desk-agent";

const LOOK: ScriptStep = { calls: [["lookup", { id: "A1" }]] };

it("tells the model with the next request, after the turn's results", async () => {
  const { agent, model } = agentOn([LOOK, { text: "Done." }]);
  const run = agent.run("Go.");
  for await (const event of run) if (event.type === "tool_start") run.steer("In French, please.");
  expect(model.requests[1]?.body.messages.slice(2)).toMatchObject([
    { role: "user", content: [{ type: "tool_result" }] },
    { role: "user", content: "In French, please." },
  ]);
  model.assertComplete();
});

it("goes on where the run would have ended", async () => {
  const { agent, model } = agentOn([{ text: "Done." }, { text: "Fini." }]);
  const run = agent.run("Go.");
  for await (const event of run)
    if (event.type === "text_delta" && event.text === "Done.") run.steer("In French.");
  expect(await run).toMatchObject({ text: "Fini.", turns: 2 });
  expect(model.requests[1]?.said).toEqual(["Go.", "In French."]);
});

it("waits until a paused turn has gone back as it came", async () => {
  const { agent, model } = agentOn([{ text: "Wait.", stopReason: "pause_turn" }, LOOK, { text: "Done." }]);
  const run = agent.run("Go.");
  for await (const event of run)
    if (event.type === "text_delta" && event.text === "Wait.") run.steer("Quick.");
  expect(model.requests.map(({ said }) => said.at(-1))).toEqual(["Go.", "Go.", "Quick."]);
  model.assertComplete();
});

const steered = "In French, please.";
const last = { role: "user", content: steered };

async function steerAtItsEnd(agent: Agent, act = (_run: AgentRun) => {}) {
  const run = agent.run("Go.");
  for await (const event of run) {
    if (event.type !== "message") continue;
    run.steer(steered);
    act(run);
  }
  return { result: await run, state: run.state() };
}

it("stays in the history of a run that a limit ends, and of one that is aborted", async () => {
  const limited = await steerAtItsEnd(agentOn([LOOK], { maxTurns: 1 }).agent);
  const aborted = await steerAtItsEnd(agentOn([LOOK]).agent, (run) => run.abort());
  for (const { result, state } of [limited, aborted]) {
    expect(result.messages.at(-1)).toEqual(last);
    expect(state.messages.at(-1)).toEqual(last);
  }
  expect([limited.result.status, aborted.result.status]).toEqual(["limit", "aborted"]);
});

it("stays in the history of a run that fails", async () => {
  const fail: ScriptStep = { error: { status: 400, type: "invalid_request_error", message: "No." } };
  const { agent } = agentOn([LOOK, fail], { hooks: { beforeModel: () => run.steer(steered) } });
  const run = agent.run("Go.");
  await expect(run).rejects.toMatchObject({ messages: expect.arrayContaining([last]) as unknown });
});

it("is heard once a run that waits for approval goes on, after the call's result", async () => {
  const { agent, model } = agentOn([LOOK, { text: "Fini." }], { approveEvery: true });
  const { state } = await steerAtItsEnd(agent);
  const id = state.pending[0]?.id ?? "";
  expect(await agent.resume(state, { [id]: { allow: true } })).toMatchObject({ text: "Fini." });
  expect(model.requests[1]?.body.messages.slice(2)).toMatchObject([
    { role: "user", content: [{ type: "tool_result", tool_use_id: id }] },
    last,
  ]);
});

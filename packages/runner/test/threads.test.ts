import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { Agent, type AgentOptions } from "../src";
import { ASK, desk, quietLogger } from "./desk";

const LOOK: ScriptStep = { calls: [["lookup", { id: "A1" }]] };
const DONE: ScriptStep = { text: "Done." };
const refusal = (status: number, code: string): ScriptStep => ({ error: { status, code, message: code } });

async function run(steps: ScriptStep[], more: Partial<AgentOptions> = {}, port = false) {
  const model = new ScriptedModel(steps);
  const client = port ? model.port() : model.client({ maxRetries: 0, logLevel: "off" });
  const agent = new Agent({
    client,
    model: ASK.model,
    maxTokens: 100,
    system: "Be brief.",
    logger: quietLogger(),
    tools: [desk().tools],
    thread: true,
    ...more,
  });
  const texts: string[] = [];
  const running = agent.run("Go.");
  for await (const event of running) if (event.type === "text_delta") texts.push(event.text);
  const result = await running;
  model.assertComplete();
  return { result, texts, bodies: model.requests.map(({ body }) => body) };
}

describe.each([
  ["streams", false],
  ["whole replies", true],
])("with %s", (_, port) => {
  it("sends only what is new, and keeps the whole history", async () => {
    const { result, bodies } = await run([LOOK, LOOK, DONE], {}, port);
    expect(bodies.map(({ thread }) => (thread as { type: string }).type)).toEqual([
      "create",
      "continue",
      "continue",
    ]);
    expect(bodies[2]).not.toHaveProperty("system");
    expect(bodies[2]).not.toHaveProperty("tools");
    expect(bodies[2]?.messages).toMatchObject([{ role: "user", content: [{ type: "tool_result" }] }]);
    expect(result.messages).toHaveLength(6);
  });

  it.each([
    [404, "thread_not_found"],
    [400, "thread_already_continued"],
    [400, "thread_continue_in_flight"],
  ])("sends all again where the server lost the thread: %i %s", async (status, code) => {
    const { result, texts, bodies } = await run([LOOK, refusal(status, code), LOOK, DONE], {}, port);
    expect(bodies.map(({ thread }) => (thread as { type: string }).type)).toEqual([
      "create",
      "continue",
      "create",
      "continue",
    ]);
    expect(bodies[2]?.messages).toHaveLength(3);
    expect(result).toMatchObject({ status: "done", turns: 3 });
    expect(texts).toEqual(port ? [] : ["Done."]);
  });

  it("goes on without threads where the API takes none for the run", async () => {
    const { bodies } = await run([refusal(400, "thread_unsupported_request"), LOOK, DONE], {}, port);
    expect(bodies.map(({ thread }) => thread)).toEqual([{ type: "create" }, undefined, undefined]);
    expect(bodies[2]?.messages).toHaveLength(3);
  });

  it("lets every other error through", async () => {
    for (const code of ["thread_fingerprint_mismatch", "other"]) {
      const failed = await run([LOOK, refusal(400, code)], {}, port).catch((error: unknown) => error);
      expect(failed).toMatchObject({ code: "S400" });
    }
  });
});

it("goes on from a paused turn with nothing new", async () => {
  const { bodies } = await run([{ text: "Wait.", stopReason: "pause_turn" }, DONE]);
  expect(bodies[1]).toMatchObject({ messages: [], thread: { type: "continue" } });
});

it("begins another thread after a compaction, and where a hook changed the history", async () => {
  const usage = { input_tokens: 900, output_tokens: 10 };
  const compacted = await run([{ ...LOOK, usage }, { compaction: "Short." }, DONE], {
    compaction: { atTokens: 500 },
  });
  expect(compacted.bodies.map(({ thread }) => thread)).toEqual([
    { type: "create" },
    undefined,
    { type: "create" },
  ]);
  const hooks = {
    afterModel: (message: object) => ({ ...message, content: [{ type: "text", text: "?" }] }) as never,
  };
  const cut = { text: "Cut", stopReason: "max_tokens" };
  const changed = await run([cut, DONE], { hooks, onTruncated: "continue" });
  expect(changed.bodies.map(({ thread }) => thread)).toEqual([{ type: "create" }, { type: "create" }]);
});

it("sets three marks, all where the thread begins", async () => {
  const { bodies } = await run([LOOK, LOOK, DONE], { promptCache: true });
  const marks = bodies.map((body) => JSON.stringify(body).split('"cache_control"').length - 1);
  expect(marks).toEqual([3, 0, 0]);
});

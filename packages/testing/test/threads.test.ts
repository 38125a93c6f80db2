import { ScriptedModel, type ScriptStep } from "../src";
import { LOOKUP } from "./conversation";

const BETAS = ["message-threads-2026-08-12"];
const START = { model: "claude-sonnet-5-5", max_tokens: 100 };
const USER = { role: "user", content: "Where is order A1?" };
const CREATE = {
  ...START,
  messages: [USER],
  tools: [LOOKUP],
  system: "Be brief.",
  thread: { type: "create" },
  betas: BETAS,
};
const results = (id: string): object => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: id, content: "shipped" }],
});
const next = (previous_message_id: string, ...messages: object[]): object => ({
  ...START,
  messages,
  thread: { type: "continue", previous_message_id },
  betas: BETAS,
});

async function error(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((cause: unknown) => (cause as { error: unknown }).error);
}

function code(error_code: string): object {
  return { error: { details: { error_code } } };
}

const CALL: ScriptStep = { calls: [["lookupOrder", { id: "A1" }]] };

describe("a thread", () => {
  it("goes on with the new messages alone, judged as the whole conversation", async () => {
    using model = new ScriptedModel([
      CALL,
      (request) => ({ text: `${String(request.messages.length)} ${request.said.join()}` }),
    ]);
    const port = model.port();
    const { id } = await port.messages.create(CREATE);
    const { content } = await port.messages.create({ ...next(id, results("toolu_0001")) });
    expect(content).toMatchObject([{ text: "3 Where is order A1?" }]);
    // What was sent is on record as it was sent.
    expect(model.requests[1]?.body.messages).toHaveLength(1);
    expect(model.requests[1]?.body.tools).toBeUndefined();
  });

  it("refuses what would break the whole conversation", async () => {
    const model = new ScriptedModel([CALL]);
    const port = model.port();
    const { id } = await port.messages.create(CREATE);
    expect(await error(port.messages.create({ ...next(id, USER) }))).toMatchObject({
      error: { message: expect.stringContaining("toolu_0001") as string },
    });
    expect(model.takeFailures()).toMatchObject([{ rule: "unanswered-tool-use" }]);
  });

  it("is not found, continued already, or changed: each with its code", async () => {
    const model = new ScriptedModel([{ text: "One." }, { text: "Two." }, { text: "Three." }]);
    const port = model.port();
    const { id } = await port.messages.create(CREATE);
    const lost = port.messages.create({ ...next("msg_9999", USER) });
    await expect(lost).rejects.toMatchObject({ status: 404, type: "not_found_error" });
    expect(await error(lost)).toMatchObject(code("thread_not_found"));
    expect(await error(port.messages.create({ ...next(id, USER), tools: [LOOKUP] }))).toMatchObject(
      code("thread_fingerprint_mismatch"),
    );
    expect(await error(port.messages.create({ ...next(id) }))).toMatchObject(
      code("thread_unsupported_request"),
    );
    const second = await port.messages.create({ ...next(id, USER) });
    expect(await error(port.messages.create({ ...next(id, USER) }))).toMatchObject(
      code("thread_already_continued"),
    );
    await port.messages.create({ ...next(second.id, USER) });
    expect(model.takeFailures()).toHaveLength(4);
    model.assertComplete();
  });

  it("is continued by one request at a time, and again after one that failed", async () => {
    const model = new ScriptedModel([
      { text: "One." },
      { error: { status: 529 }, latencyMs: 10 },
      { text: "Two." },
    ]);
    const port = model.port();
    const { id } = await port.messages.create(CREATE);
    const first = error(port.messages.create({ ...next(id, USER) }));
    expect(await error(port.messages.create({ ...next(id, USER) }))).toMatchObject(
      code("thread_continue_in_flight"),
    );
    expect(await first).toMatchObject({ error: { type: "overloaded_error" } });
    expect(await port.messages.create({ ...next(id, USER) })).toMatchObject({ content: [{ text: "Two." }] });
  });

  it("continues a paused turn without messages", async () => {
    using model = new ScriptedModel([{ text: "Wait.", stopReason: "pause_turn" }, { text: "Done." }]);
    const port = model.port();
    const { id } = await port.messages.create(CREATE);
    expect(await port.messages.create({ ...next(id) })).toMatchObject({ content: [{ text: "Done." }] });
  });
});

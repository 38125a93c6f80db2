import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { query, type QueryPrompt, type SDKMessage } from "../src";
import { read, user } from "./query-reading";

const LOOK: ScriptStep = { calls: [["lookup", { id: "A1" }]] };
const DONE: ScriptStep = { text: "Done." };

it("ends promptly when its abortController aborts", async () => {
  const model = new ScriptedModel([{ ...DONE, latencyMs: 60_000 }]);
  const abortController = new AbortController();
  setTimeout(() => abortController.abort(), 20);
  const { result, thrown } = await read(model, { abortController });
  expect(result).toMatchObject({ subtype: "error_during_execution", errors: ["The query was aborted."] });
  expect(thrown).toBeInstanceOf(Error);
});

it("gives an error of the API as the result, and throws", async () => {
  const model = new ScriptedModel([{ error: { status: 529 } }]);
  const { result, thrown } = await read(model, {});
  expect(result).toMatchObject({
    subtype: "error_during_execution",
    errors: [expect.stringContaining("529")],
  });
  expect(thrown).toBeInstanceOf(Error);
});

it("gives the stream's events where they are asked for", async () => {
  const model = new ScriptedModel([{ text: "Done.", chunks: 2 }]);
  const { messages } = await read(model, { includePartialMessages: true });
  const events = messages.flatMap((message) => (message.type === "stream_event" ? [message.event.type] : []));
  expect(events).toEqual(expect.arrayContaining(["message_start", "content_block_delta", "message_stop"]));
});

it("answers each prompt of a conversation before it reads the next", async () => {
  const model = new ScriptedModel([{ text: "One." }, { text: "Two." }]);
  async function* prompts() {
    yield user("First.");
    expect(model.requests).toHaveLength(1);
    yield await Promise.resolve(user("Second."));
  }
  const { messages } = await read(model, {}, prompts());
  expect(messages.map(({ type }) => type)).toEqual(["system", "assistant", "result", "assistant", "result"]);
  expect(model.requests[1]?.body.messages).toHaveLength(3);
});

it("hands the query to a transport, and throws after its error result all the same", async () => {
  const failed = { type: "result", subtype: "error_during_execution", is_error: true, errors: ["broken"] };
  const transport = {
    async *query({ prompt }: { prompt: QueryPrompt }) {
      expect(prompt).toBe("Go.");
      yield await Promise.resolve(failed as unknown as SDKMessage);
    },
  };
  const reading = async () => {
    for await (const message of query({ prompt: "Go.", options: { model: "" }, transport }))
      expect(message).toBe(failed);
  };
  await expect(reading()).rejects.toThrow("broken");
});

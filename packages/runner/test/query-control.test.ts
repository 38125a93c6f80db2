import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { query, type QueryOptions, type QueryPrompt, type SDKMessage, type SDKUserMessage } from "../src";
import { ASK, desk, quietLogger } from "./desk";

const LOOK: ScriptStep = { calls: [["lookup", { id: "A1" }]] };
const DONE: ScriptStep = { text: "Done." };

/** Every message of the query, and what it threw. */
async function read(model: ScriptedModel, options: Partial<QueryOptions>, prompt: QueryPrompt = "Go.") {
  const messages: SDKMessage[] = [];
  let thrown: unknown;
  const client = model.client({ maxRetries: 0, logLevel: "off" });
  const all = { client, model: ASK.model, tools: [desk().tools], logger: quietLogger(), ...options };
  try {
    for await (const message of query({ prompt, options: all })) messages.push(message);
  } catch (error) {
    thrown = error;
  }
  return { messages, thrown, result: messages.at(-1) };
}

it("asks canUseTool about each call, and reports what it denied", async () => {
  const model = new ScriptedModel([LOOK, DONE]);
  const asked: unknown[] = [];
  const { messages, result } = await read(model, {
    canUseTool: (name, input, { toolUseID }) => {
      asked.push([name, input, toolUseID]);
      return { behavior: "deny", message: "not today" };
    },
  });
  expect(asked).toEqual([["lookup", { id: "A1" }, "toolu_0001"]]);
  expect(messages.find(({ type }) => type === "user")).toMatchObject({
    message: { content: [{ content: "Not run: not today", is_error: true }] },
  });
  expect(result).toMatchObject({
    subtype: "success",
    permission_denials: [{ tool_name: "lookup", tool_use_id: "toolu_0001", tool_input: { id: "A1" } }],
  });
});

it("runs a call with the input that canUseTool gives", async () => {
  const { tools, calls } = desk();
  const model = new ScriptedModel([LOOK, DONE]);
  await read(model, {
    tools: [tools],
    canUseTool: () => ({ behavior: "allow", updatedInput: { id: "B2" } }),
  });
  expect(calls).toEqual(["lookup B2"]);
});

it("does not ask about allowed tools, and refuses disallowed ones", async () => {
  const model = new ScriptedModel([
    {
      calls: [
        ["lookup", { id: "A1" }],
        ["refund", { id: "A1" }],
      ],
    },
    DONE,
  ]);
  const { tools, calls } = desk();
  const canUseTool = () => {
    throw new Error("nobody should be asked");
  };
  const { result } = await read(model, {
    tools: [tools],
    canUseTool,
    allowedTools: ["lookup"],
    disallowedTools: ["refund"],
  });
  expect(calls).toEqual(["lookup A1"]);
  expect(result).toMatchObject({ permission_denials: [{ tool_name: "refund" }] });
});

it("ends the run where canUseTool interrupts it", async () => {
  const model = new ScriptedModel([LOOK]);
  const { result, thrown } = await read(model, {
    canUseTool: () => ({ behavior: "deny", message: "stop", interrupt: true }),
  });
  expect(result).toMatchObject({ type: "result", subtype: "error_during_execution", is_error: true });
  expect(thrown).toBeInstanceOf(Error);
  expect(model.requests).toHaveLength(1);
});

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
  const user = (content: string): SDKUserMessage => ({
    type: "user",
    message: { role: "user", content },
    parent_tool_use_id: null,
  });
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

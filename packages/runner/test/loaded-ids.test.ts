import { ScriptedModel } from "@skills/testing";
import fc from "fast-check";
import { Agent, toolRunner } from "../src";
import { ASK, desk, quietLogger } from "./desk";

type Messages = (typeof ASK)["messages"];
const call = (id: string) => ({ type: "tool_use", id, name: "lookup", input: { id: "A1" } });
const result = (id: string, content: string) => ({ type: "tool_result", tool_use_id: id, content });

/** What goes to the model of a history. */
async function sent(messages: object[]) {
  const model = new ScriptedModel([{ text: "Well." }]);
  await toolRunner(model.client({ maxRetries: 0 }), {
    ...ASK,
    messages: messages as Messages,
    tools: [desk().tools],
  });
  model.assertComplete();
  return model.requests[0]?.body.messages ?? [];
}

it("renames calls of one id in a loaded history, each with its own result", async () => {
  const messages = await sent([
    { role: "user", content: "Go." },
    { role: "assistant", content: [call("t1"), call("t1"), call("")] },
    { role: "user", content: [result("t1", "one"), result("t1", "two"), result("", "three")] },
    { role: "assistant", content: [call("t1")] },
    { role: "user", content: [result("t1", "four")] },
  ]);
  const ids = [["t1", "t1-2", "toolu_unnamed"], ["t1-3"]];
  expect([messages[1], messages[3]].map((message) => message?.content)).toMatchObject(
    ids.map((each) => each.map((id) => ({ id }))),
  );
  expect([messages[2], messages[4]].map((message) => message?.content)).toMatchObject([
    [
      { tool_use_id: "t1", content: "one" },
      { tool_use_id: "t1-2", content: "two" },
      { tool_use_id: "toolu_unnamed", content: "three" },
    ],
    [{ tool_use_id: "t1-3", content: "four" }],
  ]);
});

it("sends what the API takes, whatever ids a history's calls have, answered or not", async () => {
  const turn = fc.array(fc.tuple(fc.constantFrom("", "a", "b", "a-2"), fc.boolean()), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 3 }), async (turns) => {
      const history: object[] = turns.flatMap((calls) => [
        { role: "user", content: "Go." },
        { role: "assistant", content: calls.map(([id]) => call(id)) },
        {
          role: "user",
          content: [
            ...calls.flatMap(([id, answered]) => (answered ? [result(id, "ok")] : [])),
            { type: "text", text: "And?" },
          ],
        },
      ]);
      const model = new ScriptedModel([{ text: "Well." }]);
      const client = model.client({ maxRetries: 0 });
      const base = { client, model: ASK.model, maxTokens: 100, logger: quietLogger(), tools: [desk().tools] };
      await new Agent(base).run(history as Messages);
      model.assertComplete();
    }),
    { numRuns: 40 },
  );
});

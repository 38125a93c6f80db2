import { ScriptedModel, ScriptedRequest } from "../src";
import { Memory } from "../src/model/memory";
import { profileOf } from "../src/model/profiles";
import { firstBreach } from "../src/rules";
import { RuleContext } from "../src/rules/context";
import type { PlacedBlock, PlacedMessage } from "../src/rules/walk";
import { assistant, BASE, call, result, text, times, tool, USER, user } from "./rules/rule-case";

/** A conversation of so many turns, each with a call and its result. */
function conversation(turns: number): object[] {
  const turn = (index: number): object[] => {
    const id = `toolu_${String(index)}`;
    return [assistant(text("Let me look."), call(id)), user(result(id, { content: [text("shipped")] }))];
  };
  return [USER, ...times(turns, turn).flat()];
}

/** How often the rules look at a message or a block, in a request of so many turns. */
function looks(turns: number): number {
  let count = 0;
  const counted = <T extends object>(list: T): T =>
    new Proxy(list, {
      get(target, key): unknown {
        if (typeof key === "string" && /^\d+$/.test(key)) count += 1;
        return Reflect.get(target, key);
      },
    });
  class CountedContext extends RuleContext {
    override get messages(): readonly PlacedMessage[] {
      return counted(super.messages);
    }
    override get blocks(): readonly PlacedBlock[] {
      return counted(super.blocks);
    }
  }
  const body = { ...BASE, ...tool({}), messages: conversation(turns) as ScriptedRequest["messages"] };
  const request = new ScriptedRequest(0, body);
  const context = new CountedContext(request, profileOf(body.model), new Memory());
  expect(firstBreach(context, new Set())).toBeUndefined();
  return count;
}

test("a request is judged with work in proportion to its length", () => {
  const short = looks(50);
  expect(short).toBeGreaterThan(50);
  expect(looks(200) / short).toBeLessThan(4.1);
});

test("rules about one message alone look at the messages that are new, and at all where a request was refused", () => {
  const kept = new WeakSet<object>();
  const judged = (messages: object[]): [rule: string | undefined, shown: number] => {
    const request = new ScriptedRequest(0, {
      ...BASE,
      ...tool({}),
      messages: messages as ScriptedRequest["messages"],
    });
    const context = new RuleContext(request, profileOf(BASE.model), new Memory(), kept);
    const shown = context.fresh.messages.length;
    return [firstBreach(context, new Set())?.rule.name, shown];
  };
  const before = conversation(3);
  const after = [...before, assistant(text("It is on its way.")), user(text("Thanks."))];
  expect(judged(before)).toEqual([undefined, 7]);
  expect(judged([...after, user(text(""))])).toEqual(["non-empty-text", 3]);
  expect(judged(after)).toEqual([undefined, 2]);
  expect(judged(after)).toEqual([undefined, 0]);
});

describe("a conversation that grows", () => {
  it("is kept once: a message that came before is the same object, one that changed is another", async () => {
    using model = new ScriptedModel([{ text: "a" }, { text: "b" }]);
    const { messages } = model.port();
    await messages.create({ ...BASE, messages: [USER, assistant(text("It is on its way.")), USER] });
    await messages.create({ ...BASE, messages: [USER, assistant(text("It has arrived.")), USER, USER] });
    const [first = [], second = []] = model.requests.map((request) => request.messages);
    expect(second.map((message, index) => message === first[index])).toEqual([true, false, true, false]);
    expect(first[1]).toEqual(assistant(text("It is on its way.")));
    expect(second[1]).toEqual(assistant(text("It has arrived.")));
  });

  it("keeps its tools, its system prompt and a client's headers once, and others as they come", async () => {
    using model = new ScriptedModel([{ text: "a", when: "", times: 3 }]);
    const { messages } = model.client({ maxRetries: 0 });
    const params = { ...BASE, messages: [USER], system: [text("Be brief.")], ...tool({}) };
    await messages.create(params as never);
    await messages.create({ ...params, messages: [USER, assistant(text("a")), USER] } as never);
    await messages.create({ ...params, system: [text("Be kind.")] } as never, {
      headers: { "x-other": "1" },
    });
    const [first, second, third] = model.requests;
    expect(second?.body.tools).toBe(first?.body.tools);
    expect(second?.body.system).toBe(first?.body.system);
    expect(second?.headers).toBe(first?.headers);
    expect(third?.body.system).toEqual([text("Be kind.")]);
    expect(third?.headers).toMatchObject({ ...first?.headers, "x-other": "1" });
  });

  it.each([
    [
      "a message that says nothing any more",
      (list: object[]) => list.with(0, user(text(""))),
      "non-empty-text",
    ],
    ["a result that is gone", (list: object[]) => list.toSpliced(2, 1), "unanswered-tool-use"],
    [
      "a call under another id",
      (list: object[]) => list.with(1, assistant(call("toolu_9"))),
      "unanswered-tool-use",
    ],
  ])("is judged whole with each request: %s", async (_what, change, rule) => {
    const model = new ScriptedModel([{ text: "a" }, { text: "b" }]);
    const { messages } = model.port();
    const before = { ...BASE, ...tool({}), messages: conversation(3) };
    await messages.create(before);
    await expect(messages.create({ ...before, messages: change(conversation(4)) })).rejects.toThrow("400");
    expect(model.takeFailures()).toMatchObject([{ rule }]);
  });
});

import {
  answerToolUse,
  SkillsError,
  TogglableSkill,
  toolUses,
  UnionSkill,
  type AssistantMessage,
  type ToolUse,
} from "@skills/core";
import { recorder, setOf, use } from "./support/calls";

const set = setOf({ run: () => "ran" });

async function respondTo(...blocks: unknown[]) {
  const logger = recorder();
  const answer = await set.respond({ content: blocks as ToolUse[] }, { logger });
  return { content: answer?.content, logged: logger.lines };
}

test.each([[7], [undefined], [null], [["a"]]])(
  "a call whose id is %p is passed over with a warning",
  async (id) => {
    const { content, logged } = await respondTo(
      { type: "tool_use", id, name: "tool", input: {} },
      use("tool"),
    );
    expect(content).toEqual([{ type: "tool_result", tool_use_id: "toolu_1", content: "ran" }]);
    expect(logged).toEqual([
      ["warn", expect.stringMatching(/^A call of tool was passed over: its id .* is no text/)],
    ]);
  },
);

test.each([
  [7, "7"],
  [undefined, "nothing"],
  [null, "null"],
  [["tool"], '["tool"]'],
])("a call whose name is %p is answered under its id, in its place", async (name, shown) => {
  const { content, logged } = await respondTo(
    use("tool", {}, "a"),
    { type: "tool_use", id: "b", name, input: {} },
    use("tool", {}, "c"),
  );
  expect(content).toEqual([
    { type: "tool_result", tool_use_id: "a", content: "ran" },
    {
      type: "tool_result",
      tool_use_id: "b",
      content: `the call names no tool: its name is ${shown}, not a text`,
      is_error: true,
    },
    { type: "tool_result", tool_use_id: "c", content: "ran" },
  ]);
  expect(logged).toEqual([]);
});

test("answerToolUse says that such a call was not found", async () => {
  const answer = await answerToolUse(new UnionSkill(set), { ...use("x"), name: 7 as unknown as string });
  expect(answer).toMatchObject({ outcome: "not_found", result: { tool_use_id: "toolu_1", is_error: true } });
});

test.each([[null], [undefined], ["text"], [7]])(
  "what is no message or call is named so: %p",
  async (given) => {
    const misuses = [
      () => set.respond(given as unknown as AssistantMessage),
      ...[set, new UnionSkill(set), set.prefix("p_"), new TogglableSkill(set)].map(
        (each) => () => each.runTool(given as unknown as ToolUse),
      ),
      async () => toolUses(given as unknown as AssistantMessage),
    ];
    for (const misuse of misuses) {
      const error: unknown = await misuse().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SkillsError);
      expect(error).toMatchObject({ code: "S313", help: expect.stringContaining("respond") as string });
    }
  },
);

test("runTool of a call without a name is named so, too", async () => {
  await expect(set.runTool({ type: "tool_use", id: "a", input: {} } as unknown as ToolUse)).rejects.toThrow(
    /^S313: the call names no tool: its name is nothing/,
  );
});

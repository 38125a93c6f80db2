import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { query, type QueryOptions, type SDKMessage } from "../src";
import { desk, quietLogger } from "./desk";
import { read, resultsIn, user } from "./query-reading";
import { useProject } from "./skill-project";

const DONE: ScriptStep = { text: "Done." };

const project = useProject();
beforeEach(() => {
  project().skill(
    "ship",
    "Ship $ARGUMENTS.",
    "disable-model-invocation: true\nallowed-tools: lookup\ndisallowed-tools: refund\n",
  );
  project().skill("hush", "Hush.", "user-invocable: false\n");
  project().skill("ask", "Ask first.");
});

const inProject = (): Partial<QueryOptions> => ({ cwd: project().root, settingSources: ["project"] });
const folderOf = (name: string) => join(project().root, ".claude/skills", name);
const asked = (model: ScriptedModel, at = 0) => model.requests[at]?.body.messages.at(-1)?.content;

it("starts the skill that a prompt names: its text follows the prompt in the same message", async () => {
  const model = new ScriptedModel([DONE]);
  const { messages } = await read(model, inProject(), "/ship A1 today");
  expect(asked(model)).toEqual([
    { type: "text", text: "/ship A1 today" },
    { type: "text", text: `Base directory for this skill: ${folderOf("ship")}\n\nShip A1 today.` },
  ]);
  expect(messages[0]).toMatchObject({ slash_commands: ["ask", "ship"], skills: ["ask", "hush", "ship"] });
});

it.each([
  ["/nope A1", {}],
  ["/hush", {}],
  ["/ship A1", { skills: ["ask"] }],
  ["Run /ship A1", {}],
] as [string, Partial<QueryOptions>][])("sends %s as it is, with %j", async (prompt, options) => {
  const model = new ScriptedModel([DONE]);
  await read(model, { ...inProject(), ...options }, prompt);
  expect(asked(model)).toBe(prompt);
});

it("lets the skill's rules hold until that prompt is answered", async () => {
  const { tools, calls } = desk();
  const both: ScriptStep = {
    calls: [
      ["lookup", { id: "A1" }],
      ["refund", { id: "A1" }],
    ],
  };
  const model = new ScriptedModel([both, DONE, both, DONE]);
  async function* prompts() {
    yield user("/ship A1");
    yield await Promise.resolve(user("Again."));
  }
  const names: string[] = [];
  const canUseTool = (name: string) => {
    names.push(name);
    return { behavior: "deny" as const, message: "no" };
  };
  const { messages } = await read(model, { ...inProject(), tools: [tools], canUseTool }, prompts());
  expect(calls).toEqual(["lookup A1"]);
  expect(resultsIn(messages)[1]).toBe("Not run: refund is denied by a skill that is active.");
  expect(names).toEqual(["lookup", "refund"]);
});

it("starts it in any prompt of a conversation, also of one made of blocks, and beside a hook's words", async () => {
  const model = new ScriptedModel([DONE, DONE]);
  async function* prompts() {
    yield user("Hello.");
    const content = [{ type: "text" as const, text: "/ask" }];
    yield await Promise.resolve({ ...user(""), message: { role: "user" as const, content } });
  }
  const hook = () => ({
    hookSpecificOutput: { hookEventName: "UserPromptSubmit" as const, additionalContext: "It is May." },
  });
  await read(model, { ...inProject(), hooks: { UserPromptSubmit: [{ hooks: [hook] }] } }, prompts());
  const texts = asked(model, 1) as { text: string }[];
  expect(texts.map(({ text }) => text)).toEqual([
    "/ask",
    expect.stringMatching(/Ask first\.$/),
    "It is May.",
  ]);
});

it("starts nothing for a prompt that a hook blocks", async () => {
  const model = new ScriptedModel([DONE]);
  const hooks = { UserPromptSubmit: [{ hooks: [() => ({ decision: "block" as const, reason: "no" })] }] };
  const { result } = await read(model, { ...inProject(), hooks }, "/ship A1");
  expect(result).toMatchObject({ subtype: "success", result: "no" });
  expect(model.requests).toEqual([]);
});

it("ends with an error, and asks nothing, where the skill has changed since it was found", async () => {
  const model = new ScriptedModel([DONE]);
  const options = { client: model.client(), model: "m", logger: quietLogger(), ...inProject() };
  const messages: SDKMessage[] = [];
  const run = async () => {
    for await (const message of query({ prompt: "/ship A1", options })) {
      messages.push(message);
      if (message.type === "system") appendFileSync(join(folderOf("ship"), "SKILL.md"), "More.");
    }
  };
  await expect(run()).rejects.toMatchObject({ code: "S421" });
  expect(messages.at(-1)).toMatchObject({
    subtype: "error_during_execution",
    errors: [expect.stringContaining("The SKILL.md of skill ship has changed since it was found.")],
  });
  expect(model.requests).toEqual([]);
});

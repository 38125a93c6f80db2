import { rmSync, appendFileSync } from "node:fs";
import { join } from "node:path";
import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { query, type QueryOptions, type SDKMessage } from "../src";
import { desk, quietLogger } from "./desk";
import { read, resultsIn, user } from "./query-reading";
import { useProject } from "./skill-project";

const DONE: ScriptStep = { text: "Done." };
const useSkill = (skill: string, args?: string): ScriptStep => ({
  calls: [["Skill", { skill, ...(args !== undefined && { args }) }]],
});

const project = useProject();
beforeEach(() => {
  project().skill("refund-policy", "Refunds run for 14 days.");
  project().skill("order-status", "Look up $ARGUMENTS.");
});

const inProject = (): Partial<QueryOptions> => ({ cwd: project().root, settingSources: ["project"] });

it("offers Skill with the catalogue after the system prompt, and gives a skill's text with its folder", async () => {
  const model = new ScriptedModel([useSkill("refund-policy"), DONE]);
  const { messages } = await read(model, { ...inProject(), systemPrompt: ["Be short.", "Be exact."] });
  const { tools, system } = model.requests[0]!;
  expect(tools.map(({ name }) => name)).toEqual(["lookup", "refund", "Skill"]);
  expect(system).toMatch(
    /^Be short\.\n\nBe exact\.\n\n<available_skills>[^]*<name>\nrefund-policy\n<\/name>/,
  );
  const folder = join(project().root, ".claude/skills/refund-policy");
  expect(resultsIn(messages)).toEqual([
    `Base directory for this skill: ${folder}\n\nRefunds run for 14 days.`,
  ]);
  expect(messages[0]).toMatchObject({
    skills: ["order-status", "refund-policy"],
    tools: ["lookup", "refund"],
  });
});

it("offers no Skill, and lists what was found all the same, where none is permitted", async () => {
  const model = new ScriptedModel([DONE]);
  const { messages } = await read(model, { ...inProject(), skills: [] });
  expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(["lookup", "refund"]);
  expect(model.requests[0]?.system).toBe("");
  expect(messages[0]).toMatchObject({ skills: ["order-status", "refund-policy"] });
});

it("finds skills of additional directories and plugins, and names each plugin by its skills", async () => {
  const { root } = project();
  project().write(
    "shop/skills/returns/SKILL.md",
    "---\nname: returns\ndescription: Returns.\n---\nSend it back.",
  );
  project().write("shop/.claude-plugin/plugin.json", '{"name": "desk"}');
  project().write("more/.claude/skills/extra/SKILL.md", "---\nname: extra\ndescription: More.\n---\nMore.");
  const model = new ScriptedModel([useSkill("desk:returns"), DONE]);
  const { messages } = await read(model, {
    ...inProject(),
    additionalDirectories: ["more"],
    plugins: [{ type: "local", path: "shop" }],
  });
  expect(messages[0]).toMatchObject({
    skills: ["desk:returns", "extra", "order-status", "refund-policy"],
    plugins: [{ name: "desk", path: join(root, "shop") }],
  });
  expect(resultsIn(messages)[0]).toContain("Send it back.");
});

it("reads no skills where no source has any", async () => {
  const model = new ScriptedModel([DONE]);
  const { messages } = await read(model, { cwd: project().root, settingSources: [] });
  expect(messages[0]).toMatchObject({ skills: [] });
});

it("runs a skill without asking, and asks again about other tools once its prompt is answered", async () => {
  project().skill("look", "Look first.", "allowed-tools: lookup\ndisallowed-tools: refund\n");
  const asked: string[] = [];
  const { tools, calls } = desk();
  const both: ScriptStep = {
    calls: [
      ["lookup", { id: "A1" }],
      ["refund", { id: "A1" }],
    ],
  };
  const model = new ScriptedModel([useSkill("look"), both, DONE, both, DONE]);
  async function* prompts() {
    yield user("Look.");
    yield await Promise.resolve(user("Again."));
  }
  const canUseTool = (name: string) => {
    asked.push(name);
    return { behavior: "deny" as const, message: "no" };
  };
  const { messages } = await read(model, { ...inProject(), tools: [tools], canUseTool }, prompts());
  expect(calls).toEqual(["lookup A1"]);
  expect(asked).toEqual(["lookup", "refund"]);
  expect(resultsIn(messages)[2]).toBe("Not run: refund is denied by a skill that is active.");
});

it("refuses Skill itself where it is disallowed", async () => {
  const model = new ScriptedModel([useSkill("refund-policy"), DONE]);
  const { result } = await read(model, { ...inProject(), disallowedTools: ["Skill"] });
  expect(result).toMatchObject({ permission_denials: [{ tool_name: "Skill" }] });
});

it("loads a skill once a session, and fills its arguments", async () => {
  const model = new ScriptedModel([useSkill("order-status", "A1"), useSkill("order-status", "A1"), DONE]);
  const { messages } = await read(model, inProject());
  expect(resultsIn(messages)[0]).toContain("Look up A1.");
  expect(resultsIn(messages)[1]).toContain("already loaded");
});

it("answers a skill that went away or changed since it was found with an error that says so", async () => {
  const model = new ScriptedModel([
    {
      calls: [
        ["Skill", { skill: "refund-policy" }],
        ["Skill", { skill: "order-status" }],
      ],
    },
    DONE,
  ]);
  const options = { client: model.client(), model: "m", logger: quietLogger(), ...inProject() };
  const messages: SDKMessage[] = [];
  for await (const message of query({ prompt: "Go.", options })) {
    messages.push(message);
    if (message.type !== "system") continue;
    rmSync(join(project().root, ".claude/skills/refund-policy"), { recursive: true });
    appendFileSync(join(project().root, ".claude/skills/order-status/SKILL.md"), "\nMore.");
  }
  expect(resultsIn(messages)).toEqual([
    expect.stringContaining("The SKILL.md of skill refund-policy is gone since it was found."),
    expect.stringContaining("The SKILL.md of skill order-status has changed since it was found."),
  ]);
});

it("logs what is wrong with folders, names nobody has, and options nobody knows", async () => {
  project().write(".claude/skills/broken/SKILL.md", "---\nname: broken\n");
  const logger = quietLogger();
  const options = { ...inProject(), skills: ["nope"], mcpServers: {}, logger } as Partial<QueryOptions>;
  await read(new ScriptedModel([DONE]), options);
  expect(logger.lines).toEqual([
    "query does not know these options, and does nothing about them: mcpServers",
    expect.stringMatching(/broken\/SKILL\.md:1 error S609: the frontmatter does not end/),
    expect.stringContaining("S602: the skills option names nope, which was not found"),
  ]);
});

it.each<[Partial<Record<keyof QueryOptions, unknown>>, string]>([
  [
    { skills: ["shop:*"] },
    "Invalid skill name 'shop:*': wildcard-suffix names are not allowed; list each skill by its exact name.",
  ],
  [{ skills: ["*"] }, "Invalid skill name '*': use skills: 'all' to enable every skill."],
  [
    { skills: "refund-policy" },
    "Invalid skills option 'refund-policy': it takes a list of names, or 'all'. Did you mean ['refund-policy']?",
  ],
])("refuses %j in the call, in these words", (options, words) => {
  const run = () => query({ prompt: "Hello", options: { model: "m", ...options } as QueryOptions });
  expect(run).toThrow(expect.objectContaining({ message: words, code: "S601" }));
});

it.each<[Partial<Record<keyof QueryOptions, unknown>>, string]>([
  [{ skills: 3 }, "number is no list of names"],
  [{ settingSources: ["home"] }, 'settingSources is not a list of "user", "project" and "local"'],
  [{ plugins: ["shop"] }, "plugins is not a list of"],
  [{ additionalDirectories: "more" }, "additionalDirectories is not a list of paths"],
  [{ cwd: "/no/such/folder" }, "options.cwd, /no/such/folder, is no folder"],
])("refuses %j in the call", (options, words) => {
  const run = () => query({ prompt: "Hello", options: { model: "m", ...options } as QueryOptions });
  expect(run).toThrow(words);
});

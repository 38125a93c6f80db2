import { array, assert, asyncProperty, constantFrom, nat, string } from "fast-check";
import { formatTranscript, ShopDesk, ShopModel } from "@skills/testing";
import { query, type QueryOptions, type SDKMessage } from "../src";
import { desk as orders, quietLogger } from "./desk";
import { SkillProject, useProject } from "./skill-project";

const RULES = "Refunds run for 14 days from delivery, minus return postage.";
const QUESTION = "What is the refund policy?";

const project = useProject();
beforeEach(() => project().skill("refund-policy", `Say exactly: ${RULES}`));

/** The options of a session that knows this project's skills, and permits these. */
function desk(skills: QueryOptions["skills"], cwd = project().root): QueryOptions {
  return { cwd, settingSources: ["project"], skills, logger: quietLogger() };
}

async function watch(prompt: string, options: QueryOptions, model?: ShopModel): Promise<string> {
  const messages: SDKMessage[] = [];
  for await (const message of query({ prompt, options, transport: new ShopDesk(options, model) }))
    messages.push(message);
  return formatTranscript(messages);
}

test("a permitted skill that the question names is used, and what it says is said", async () => {
  expect(await watch(QUESTION, desk(["refund-policy"]))).toBe(
    [
      "system     init",
      "assistant  calls Skill { name: 'refund-policy' }",
      "user       result: Refunds run for 14 days from delivery, minus return postage.",
      "assistant  Refunds run for 14 days from delivery, minus return postage.",
      "result     success: Refunds run for 14 days from delivery, minus return postage.",
    ].join("\n"),
  );
});

test("with an empty list nothing is offered, and the desk asks back", async () => {
  expect(await watch(QUESTION, desk([]))).toBe(
    [
      "system     init",
      "assistant  Which order is this about?",
      "result     success: Which order is this about?",
    ].join("\n"),
  );
});

test.each([[["refund-policy"]], [[]], [undefined]])(
  "the init message lists what was found, and no tool Skill, with skills: %j",
  async (skills) => {
    const options = desk(skills);
    for await (const message of query({ prompt: "Hello", options, transport: new ShopDesk(options) })) {
      if (message.type !== "system") continue;
      expect(message.skills).toEqual(["refund-policy"]);
      expect(message.tools).toEqual([]);
      expect(message.model).toBe("shop-desk");
    }
    expect.assertions(3);
  },
);

test("a script that calls a skill outside the allowlist is refused, though the tool is not even offered", async () => {
  const script = [{ calls: [["Skill", { name: "refund-policy" }] as const] }];
  using model = new ShopModel(script);
  expect(await watch(QUESTION, desk(["order-status"]), model)).toBe(
    [
      "system     init",
      "assistant  calls Skill { name: 'refund-policy' }",
      "user       result: Skill refund-policy is not in this session's skills allowlist",
      "assistant  Skill refund-policy is not in this session's skills allowlist",
      "result     success: Skill refund-policy is not in this session's skills allowlist",
    ].join("\n"),
  );
});

test("a pattern is refused before anything starts, in the call and by the desk", () => {
  const words =
    "Invalid skill name 'shop:*': wildcard-suffix names are not allowed; list each skill by its exact name.";
  const messageOf = (run: () => unknown): string => {
    try {
      run();
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };
  const options = desk(["shop:*"]);
  expect(messageOf(() => query({ prompt: "Hello", options: { ...options, model: "m" } }))).toBe(words);
  expect(messageOf(() => new ShopDesk(options))).toBe(words);
});

const WORD = string({ unit: constantFrom(..."abcdefghijklmnopqrstuvwxyz"), minLength: 3, maxLength: 8 });
const NAME = array(WORD, { minLength: 1, maxLength: 3 });
const LINE = string({ unit: "grapheme", maxLength: 40 }).map((text) => `x ${text.trim()}`.trim());

test("the same holds for any skill, text and question", async () => {
  const run = asyncProperty(NAME, LINE, LINE, nat(2), async (words, text, question, at) => {
    const other = new SkillProject();
    try {
      const name = words.join("-");
      const asked = `${question} ${words[at % words.length]?.toUpperCase()}?`;
      other.skill(name, `Be kind.\nSAY exactly:  ${text} \nAnd nothing else.`);
      const used = [
        "system     init",
        `assistant  calls Skill { name: '${name}' }`,
        `user       result: ${text}`,
        `assistant  ${text}`,
        `result     success: ${text}`,
      ];
      expect(await watch(asked, desk([name], other.root))).toBe(used.join("\n"));
      expect(await watch(asked, desk("all", other.root))).toBe(used.join("\n"));
      expect(await watch(asked, desk([], other.root))).toContain("assistant  Which order is this about?");
      const refused = `Skill ${name} is not in this session's skills allowlist`;
      const script = new ShopModel([{ calls: [["Skill", { name }]] }]);
      expect(await watch(asked, desk(["other"], other.root), script)).toBe(
        [...used.slice(0, 2), ...used.slice(2).map((line) => line.replace(text, () => refused))].join("\n"),
      );
    } finally {
      other.remove();
    }
  });
  await assert(run, { numRuns: 25 });
});

test("what is wrong with the desk's folders is logged as in any session", async () => {
  project().write(".claude/skills/broken/SKILL.md", "---\nname: broken\n");
  const logger = quietLogger();
  await watch("Hello", { ...desk(["nope"]), logger });
  expect(logger.lines).toEqual([
    expect.stringContaining("broken/SKILL.md:1 error S609"),
    expect.stringContaining("S602: the skills option names nope"),
  ]);
});

test("a second question in one session is answered like the first", async () => {
  const options = desk("all");
  const user = (content: string) => ({
    type: "user" as const,
    message: { role: "user" as const, content },
    parent_tool_use_id: null,
  });
  async function* prompts() {
    yield user(QUESTION);
    yield await Promise.resolve(user("And the policy, once more?"));
  }
  const results: unknown[] = [];
  for await (const message of query({ prompt: prompts(), options, transport: new ShopDesk(options) }))
    if (message.type === "result") results.push(message.subtype === "success" && message.result);
  expect(results).toEqual([RULES, RULES]);
});

test("tools, permissions and limits are the session's own", async () => {
  const options: QueryOptions = {
    ...desk("all"),
    tools: [orders().tools],
    canUseTool: (name) => ({ behavior: "deny", message: `no ${name} today` }),
  };
  expect(await watch("Where is order A17? Look it up.", options)).toContain(
    "user       result: Not run: no lookup today",
  );
  await expect(watch(QUESTION, { ...options, maxTurns: 1 })).rejects.toThrow("error_max_turns");
});

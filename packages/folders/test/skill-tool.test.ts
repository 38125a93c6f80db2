import { appendFileSync } from "node:fs";
import { UnionSkill } from "@skills/core";
import { skillTool, type SkillsOption, type SkillToolOptions } from "../src";
import { goodSkill, useDisk } from "./folders";

const disk = useDisk();

beforeEach(() => {
  const refunds = "Say exactly: Refunds run for 14 days from delivery, minus return postage.";
  disk().skill("refund-policy", goodSkill("refund-policy", refunds));
  disk().skill("order-status", goodSkill("order-status", "Look it up: $ARGUMENTS"));
  disk().skill("deploy", goodSkill("deploy", "Go.", "\ndisable-model-invocation: true"));
  disk().skill("hidden", goodSkill("hidden", "Hush.", "\nuser-invocable: false"));
  disk().skill("empty", "");
});

function tool(option?: SkillsOption, options: SkillToolOptions = { folderLine: false }) {
  return skillTool(disk().find().skills, option, options);
}

test("is one tool, with the catalogue of what a model may start as its instructions", () => {
  const offered = tool();
  expect(offered.toolsSchema).toMatchObject([
    { name: "Skill", input_schema: { required: ["skill"], additionalProperties: false } },
  ]);
  const [catalogue = ""] = offered.instructions;
  expect([...catalogue.matchAll(/<name>\n(.*)\n/g)].map(([, name]) => name)).toEqual([
    "hidden",
    "order-status",
    "refund-policy",
  ]);
});

test.each([[[]], [["nope"]], [["deploy"]], [["empty"]]])(
  "is not offered where the option is %j",
  (option) => {
    expect(tool(option).toolsSchema).toEqual([]);
    expect(tool(option).instructions).toEqual([]);
  },
);

test("gives the body, under either name of its input", () => {
  const text = "Say exactly: Refunds run for 14 days from delivery, minus return postage.";
  for (const input of [{ skill: "refund-policy" }, { name: "refund-policy" }, { skill: "/refund-policy" }])
    expect(tool(["refund-policy"]).use(input)).toMatchObject({ text, isError: false });
});

test("names the folder first, where nothing else is said", () => {
  expect(tool("all", {}).use({ skill: "hidden" }).text).toBe(
    `Base directory for this skill: ${disk().skills}/hidden\n\nHush.`,
  );
});

test.each([
  [
    "one that is not permitted",
    "refund-policy",
    "Skill refund-policy is not in this session's skills allowlist",
  ],
  ["an unknown one", "nope", "Unknown skill: nope. Did you mean order-status?"],
])("answers %s with an error in the words of the contract", (_kind, skill, text) => {
  expect(tool(["order-status"]).use({ skill })).toEqual({ text, isError: true });
});

test("says of an unknown skill which one is nearest, and none where none is offered", () => {
  expect(tool().use({ skill: "refund-polcy" }).text).toBe(
    "Unknown skill: refund-polcy. Did you mean refund-policy?",
  );
  expect(tool([]).use({ skill: "nope" }).text).toBe("Unknown skill: nope");
});

test("takes a skill to be nearest that is spelt alike but for capital letters", () => {
  for (const name of ["csv", "pdf"]) disk().skill(name, goodSkill(name, "Read it."));
  expect(tool().use({ skill: "PDF" }).text).toBe("Unknown skill: PDF. Did you mean pdf?");
});

test("leaves to the user what only a user may start", () => {
  expect(tool().use({ skill: "deploy" })).toEqual({
    text: "Skill deploy can only be started by a user (disable-model-invocation)",
    isError: true,
  });
});

test.each([[undefined], [null], [{}], [{ skill: 3 }], [{ skill: "deploy", args: {} }], ["deploy"], [[]]])(
  "answers the input %j with an error",
  (input) => {
    expect(tool().use(input)).toMatchObject({
      isError: true,
      text: expect.stringContaining('{"skill": "NAME"'),
    });
  },
);

test("of one session, loads a skill once; with other arguments it is given again", () => {
  const session = tool("all", { folderLine: false, sessionId: "s1" });
  expect(session.use({ skill: "order-status", args: "A1" }).text).toBe("Look it up: A1");
  expect(session.use({ skill: "order-status", args: "A1" })).toMatchObject({
    text: "Skill order-status is already loaded; follow it as it stands above.",
    isError: false,
  });
  expect(session.use({ skill: "order-status", args: "B2" }).text).toMatch(
    /already loaded.*\n\nLook it up: B2$/,
  );
  session.forget();
  expect(session.use({ skill: "order-status", args: "B2" }).text).toBe("Look it up: B2");
});

test("of no session, gives a skill to whoever asks: each conversation has to read it", () => {
  const shared = tool();
  for (const _conversation of [1, 2])
    expect(shared.use({ skill: "order-status", args: "A1" }).text).toBe("Look it up: A1");
});

test("a file that has changed since it was found is an error, and nothing is active", () => {
  const session = tool();
  appendFileSync(`${disk().skills}/hidden/SKILL.md`, "More.");
  expect(session.use({ skill: "hidden" })).toEqual({
    text: "The SKILL.md of skill hidden has changed since it was found.",
    isError: true,
  });
  expect(session.active).toEqual({ allowed: [], disallowed: [] });
});

describe("tool rules", () => {
  function session(allowed: string, disallowed = "[]") {
    const more = `\nallowed-tools: ${allowed}\ndisallowed-tools: ${disallowed}`;
    disk().skill("ruled", goodSkill("ruled", "Go.", more));
    return tool();
  }

  test("hold from a skill's call to the end of the prompt", () => {
    const ruled = session("Read lookupOrder", "refund");
    expect(ruled.permissionFor("Read")).toBeUndefined();
    ruled.use({ skill: "ruled" });
    expect(ruled.active).toEqual({ allowed: ["Read", "lookupOrder"], disallowed: ["refund"] });
    expect(["Read", "lookupOrder", "refund", "Write"].map((name) => ruled.permissionFor(name))).toEqual([
      "allow",
      "allow",
      "deny",
      undefined,
    ]);
    ruled.endPrompt();
    expect(ruled.permissionFor("Read")).toBeUndefined();
    ruled.use({ skill: "ruled" });
    expect(ruled.permissionFor("Read")).toBe("allow");
  });

  test("in parentheses grant nothing, and deny the whole tool", () => {
    const ruled = session("Bash(git add *)", "'Write(secret/*)'");
    ruled.use({ skill: "ruled" });
    expect(ruled.permissionFor("Bash")).toBeUndefined();
    expect(ruled.permissionFor("Write")).toBe("deny");
  });

  test("with a star grant the tools of one server, never all; a denial may reach all", () => {
    const ruled = session("'* mcp__* mcp__shop__* r*'", "'mcp__*__delete*'");
    ruled.use({ skill: "ruled" });
    const said = ["refund", "mcp__shop__find", "mcp__bank__find", "mcp__shop__deleteAll", "mcp__shopping__x"];
    expect(said.map((name) => ruled.permissionFor(name))).toEqual([
      undefined,
      "allow",
      undefined,
      "deny",
      undefined,
    ]);
  });

  test("mean a tool that is declared with dots by either of its names", () => {
    const ruled = session("Stripe.CreateRefund Stripe__GetBalance", "Bank.Close(all)");
    ruled.use({ skill: "ruled" });
    for (const name of [
      "Stripe.CreateRefund",
      "Stripe__CreateRefund",
      "Stripe.GetBalance",
      "Stripe__GetBalance",
    ])
      expect(ruled.permissionFor(name)).toBe("allow");
    for (const name of ["Bank.Close", "Bank__Close"]) expect(ruled.permissionFor(name)).toBe("deny");
  });

  test("a denial wins over a grant", () => {
    const ruled = session("refund", "refund");
    ruled.use({ skill: "ruled" });
    expect(ruled.permissionFor("refund")).toBe("deny");
  });
});

test("answers as any tool set does, in a union too", async () => {
  const union = new UnionSkill(tool(["refund-policy"]));
  const reply = await union.respond({
    content: [
      { type: "tool_use", id: "t1", name: "Skill", input: { name: "refund-policy" } } as never,
      { type: "tool_use", id: "t2", name: "Skill", input: { name: "order-status" } } as never,
    ],
  });
  expect(reply?.content).toEqual([
    expect.objectContaining({ tool_use_id: "t1", content: expect.stringMatching(/^Say exactly: Refunds/) }),
    {
      type: "tool_result",
      tool_use_id: "t2",
      is_error: true,
      content: "Skill order-status is not in this session's skills allowlist",
    },
  ]);
});

test("a call is answered where the tool is not offered, too", async () => {
  const none = tool([]);
  expect(none.has("Skill")).toBe(true);
  const output = await none.runTool({ type: "tool_use", id: "t", name: "Skill", input: { skill: "hidden" } });
  expect(output).toMatchObject({
    isError: true,
    content: "Skill hidden is not in this session's skills allowlist",
  });
});

describe("a prompt that begins with a slash", () => {
  const started = (prompt: string, option?: SkillsOption) => tool(option).startedBy(prompt)?.text;

  test("starts the skill of that name, with what follows as its arguments", () => {
    expect(started("/refund-policy")).toMatch(/^Say exactly: Refunds/);
    expect(started("/order-status A1\n  and B2 ")).toBe("Look it up: A1\n  and B2");
    expect(started("/order-status\nA1")).toBe("Look it up: A1");
  });

  test("starts a skill that no model may start, whose rules are active then", () => {
    disk().skill("ship", goodSkill("ship", "Go.", "\ndisable-model-invocation: true\nallowed-tools: ship"));
    const session = tool();
    expect(session.startedBy("/ship")).toMatchObject({
      text: "Go.",
      isError: false,
      skill: { name: "ship" },
    });
    expect(session.permissionFor("ship")).toBe("allow");
    session.endPrompt();
    expect(session.permissionFor("ship")).toBeUndefined();
  });

  test.each([
    ["no such skill", "/nope A1", undefined],
    ["a skill that users may not start", "/hidden", undefined],
    ["a skill that is not permitted", "/refund-policy", ["order-status"]],
    ["a slash alone", "/ refund-policy", undefined],
    ["a path", "/refund-policy/SKILL.md is broken", undefined],
    ["a slash that is not the beginning", "Use /refund-policy", undefined],
    ["nothing", "", undefined],
  ])("is what it says: %s", (_kind, prompt, option) => {
    expect(started(prompt, option)).toBeUndefined();
  });

  test("is not taken for a skill whose name has blanks, which is no command", () => {
    disk().skill("my skill", goodSkill("my skill", "Mine."));
    disk().skill("my", goodSkill("my", "Args: $ARGUMENTS"));
    expect(started("/my skill")).toBe("Args: skill");
    expect(tool().commands).not.toContain("my skill");
  });

  test("says what a user may start", () => {
    expect(tool().commands).toEqual(["deploy", "empty", "order-status", "refund-policy"]);
    expect(tool(["deploy", "hidden"]).commands).toEqual(["deploy"]);
    expect(tool([]).commands).toEqual([]);
  });

  test("is refused where the skill has changed since it was found, and nothing is active", () => {
    const session = tool();
    appendFileSync(`${disk().skills}/deploy/SKILL.md`, "More.");
    expect(() => session.startedBy("/deploy")).toThrow(expect.objectContaining({ code: "S621" }));
    expect(session.active).toEqual({ allowed: [], disallowed: [] });
  });

  test("loads what a model need not load again", () => {
    const session = tool("all", { sessionId: "s1" });
    session.startedBy("/order-status A1");
    expect(session.use({ skill: "order-status", args: "A1" }).text).toContain("already loaded");
  });
});

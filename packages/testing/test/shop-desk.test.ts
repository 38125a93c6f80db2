import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BasicToolSet } from "@skills/core";
import { ShopDesk, ShopModel, type ScriptStep } from "../src";
import { HELLO } from "./conversation";

const RULES = "Refunds run for 14 days from delivery, minus return postage.";

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "desk-"));
  skill("refund-policy", `Say exactly: ${RULES}`);
  skill("order-status", "Look up $ARGUMENTS first.");
});
afterEach(() => rmSync(project, { recursive: true }));

function skill(name: string, body: string, fields = ""): void {
  const folder = join(project, ".claude/skills", name);
  mkdirSync(folder, { recursive: true });
  const text = `---\nname: ${name}\ndescription: About ${name}.\n${fields}---\n\n${body}\n`;
  writeFileSync(join(folder, "SKILL.md"), text);
}

const deskOf = (skills?: "all" | string[], tools?: object[]) =>
  new ShopDesk({ cwd: project, settingSources: ["project"], skills, tools });

const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);

describe("ShopDesk", () => {
  it("finds every skill, whatever the option permits of them", () => {
    for (const skills of [undefined, "all" as const, [], ["refund-policy"]])
      expect(names(deskOf(skills).findSkills())).toEqual(["order-status", "refund-policy"]);
    expect(names(deskOf().permitted())).toEqual(["order-status", "refund-policy"]);
    expect(names(deskOf(["refund-policy", "nope"]).permitted())).toEqual(["refund-policy"]);
    expect(deskOf([]).permitted()).toEqual([]);
  });

  it("offers Skill beside the tools, where a skill is permitted", () => {
    const tools = new BasicToolSet();
    tools.addTool({ name: "lookup", inputSchema: { type: "object" }, run: () => "" });
    expect(deskOf("all", [tools]).offered()).toEqual(["lookup", "Skill"]);
    expect(deskOf([], [tools]).offered()).toEqual(["lookup"]);
  });

  it("answers any name outside the allowlist in the same words, whether there is such a skill or not", () => {
    for (const name of ["refund-policy", "nope", "", " order-status", "Order-Status"])
      expect(deskOf(["order-status"]).runSkill(name)).toBe(
        `Skill ${name} is not in this session's skills allowlist`,
      );
  });

  it("obeys Say exactly, and says a body without it whole", () => {
    const desk = deskOf();
    expect(desk.runSkill("refund-policy")).toBe(RULES);
    expect(desk.runSkill("order-status", "A17")).toBe("Look up A17 first.");
    expect(desk.follow("Be kind.\nSAY EXACTLY:  a: b \nMore.")).toBe("a: b");
    expect(desk.follow("\nSay it: loud.\n")).toBe("Say it: loud.");
  });

  it("says a skill again that it has said before", () => {
    const { tool } = deskOf().openSkills();
    for (const input of [{ name: "refund-policy" }, { skill: "refund-policy" }])
      expect(tool.use(input)).toMatchObject({ text: RULES, isError: false });
  });

  it("leaves skills alone that only a user may start", () => {
    skill("deploy", "Go.", "disable-model-invocation: true\n");
    expect(deskOf().runSkill("deploy")).toContain("can only be started by a user");
    expect(deskOf(["deploy"]).offered()).toEqual([]);
  });

  it("refuses a skills option that cannot be meant", () => {
    expect(() => new ShopDesk({ skills: ["shop:*"] })).toThrow(
      expect.objectContaining({
        message:
          "Invalid skill name 'shop:*': wildcard-suffix names are not allowed; list each skill by its exact name.",
      }),
    );
  });
});

describe("a ShopModel's script", () => {
  const call = { calls: [["Skill", { name: "refund-policy" }] as const] };
  it.each<[string, ScriptStep]>([
    ["a step", call],
    ["a function", () => call],
  ])("may call Skill where it is not offered, in %s", async (_, step) => {
    using model = new ShopModel([step]);
    const { content } = await model.client().beta.messages.create(HELLO);
    expect(content).toMatchObject([{ type: "tool_use", name: "Skill" }]);
  });

  it("may not call any other tool that is not offered", async () => {
    const model = new ShopModel([{ calls: [["Skill"], ["refund", {}]] }]);
    await expect(model.client().beta.messages.create(HELLO)).rejects.toThrow("refund");
    expect(model.takeFailures()).toHaveLength(1);
  });

  it("is checked as any other script", () => {
    for (const step of [null, { calls: "Skill" }, { calls: [null] }])
      expect(() => new ShopModel([step as unknown as ScriptStep])).toThrow("S501");
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Skill, Tool, toolSet } from "@skills/core";
import {
  findSkills,
  lintSkillFolder,
  listSkillFiles,
  missingSkills,
  permitted,
  readSkillFile,
  readSkillFolder,
  renderSkill,
  skillTool,
  writeSkillFolder,
} from "@skills/folders";

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "desk-"));
  const folder = join(project, ".claude/skills/refund-policy");
  mkdirSync(join(folder, "references"), { recursive: true });
  writeFileSync(join(folder, "references/countries.md"), "Norway: 30 days.");
  writeFileSync(
    join(folder, "SKILL.md"),
    [
      "---",
      "name: refund-policy",
      "description: The shop's refund rules. Use when a customer asks what can be refunded.",
      "allowed-tools: lookupOrder",
      "---",
      "",
      "Say exactly: Refunds run for 14 days from delivery, minus return postage.",
    ].join("\n"),
  );
});
afterEach(() => rmSync(project, { recursive: true }));

test("skills are found, permitted and rendered", () => {
  // #region find
  const { skills, diagnostics } = findSkills({ cwd: project, settingSources: ["project"] });
  for (const { file, line, code, message, help } of diagnostics) {
    console.warn(`${file}:${line} ${code}: ${message} (${help})`);
  }
  // #endregion
  expect(diagnostics).toEqual([]);

  // #region permit
  const chosen = permitted(skills, ["refund-policy"]);
  const unknown = missingSkills(skills, ["refund-policy", "returns"], project);
  // #endregion
  expect(chosen).toEqual(skills);
  expect(unknown).toMatchObject([{ code: "S602", skill: "returns" }]);

  const [skill] = chosen;
  if (!skill) throw new Error("nothing was found");
  // #region render
  const text = renderSkill(skill, "order A1", { projectDir: project });
  const files = listSkillFiles(skill);
  const countries = readSkillFile(skill, "references/countries.md");
  // #endregion
  expect(text).toContain("Refunds run for 14 days");
  expect(text).toContain("ARGUMENTS: order A1");
  expect(files).toEqual(["SKILL.md", "references/countries.md"]);
  expect(countries.toString()).toBe("Norway: 30 days.");
});

test("the Skill tool is a tool set", async () => {
  const { skills } = findSkills({ cwd: project, settingSources: ["project"] });
  // #region tool
  const tool = skillTool(skills, ["refund-policy"]);
  const system = tool.instructions.join("\n");
  const output = await tool.runTool({
    type: "tool_use",
    id: "toolu_1",
    name: "Skill",
    input: { skill: "refund-policy" },
  });
  const permission = tool.permissionFor("lookupOrder");
  tool.endPrompt();
  // #endregion
  expect(system).toMatch(/^<available_skills>\n<skill>\n<name>\nrefund-policy\n/);
  expect(output).toMatchObject({ isError: false, content: expect.stringContaining("14 days") });
  expect(permission).toBe("allow");
  expect(tool.permissionFor("lookupOrder")).toBeUndefined();
});

test("a user starts a skill", () => {
  const { skills } = findSkills({ cwd: project, settingSources: ["project"] });
  const tool = skillTool(skills);
  // #region start
  const prompt = "/refund-policy order A1";
  const started = tool.startedBy(prompt);
  const content = started ? [prompt, started.text] : [prompt];
  // #endregion
  expect(tool.commands).toEqual(["refund-policy"]);
  expect(content[1]).toMatch(/14 days[^]*ARGUMENTS: order A1$/);
  expect(tool.startedBy("What of /refund-policy?")).toBeUndefined();
});

test("a class takes its instructions from a folder", () => {
  // #region class
  @Skill({ name: "returns", folder: "./skills/returns" })
  class Returns {
    /** What a parcel back to the shop costs, in cents. */
    @Tool()
    returnPostage(country: string): number {
      return country === "Norway" ? 990 : 490;
    }
  }
  const { instructions } = toolSet(new Returns());
  // #endregion
  expect(instructions).toEqual(["Say what the parcel back costs before you offer a return."]);
});

test("a class is written as a folder, and a folder is read", () => {
  // #region write
  @Skill({ name: "order-status", instructions: "Use for questions about where an order is." })
  class OrderStatus {
    /** Where an order is. */
    @Tool()
    whereIs(id: string): string {
      return `${id} is on its way.`;
    }
  }
  const folder = writeSkillFolder(OrderStatus, join(project, ".claude/skills"));
  const { instructions } = readSkillFolder(folder);
  // #endregion
  expect(instructions).toBe("Use for questions about where an order is.");

  // #region lint
  const { folders, diagnostics } = lintSkillFolder(join(project, ".claude/skills"));
  const isSound = diagnostics.every(({ severity }) => severity !== "error");
  // #endregion
  expect(folders).toHaveLength(2);
  expect(isSound).toBe(true);
});

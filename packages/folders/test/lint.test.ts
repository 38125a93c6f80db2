import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { lintSkillFolder } from "../src";
import { goodSkill, skillMd, useDisk } from "./folders";

const disk = useDisk();

/** What is said of one skill folder `refunds`. */
function linted(content: string): string[] {
  disk().skill("refunds", content);
  const { diagnostics } = lintSkillFolder(join(disk().skills, "refunds"));
  return diagnostics.map(({ code, severity }) => `${code} ${severity}`);
}

test("a skill that keeps every rule passes", () => {
  expect(linted(goodSkill("refunds"))).toEqual([]);
});

test.each([
  ["a name with capitals", skillMd("name: Refunds\ndescription: x"), "S613 error"],
  ["no name", skillMd("description: x"), "S613 error"],
  ["no description", skillMd("name: refunds"), "S611 error"],
  ["too long a description", skillMd(`name: refunds\ndescription: ${"x".repeat(1025)}`), "S612 error"],
  ["metadata with a number", skillMd("name: refunds\ndescription: x\nmetadata: {a: 1}"), "S614 error"],
  ["an unknown field", skillMd("name: refunds\ndescription: x\ncolour: red"), "S615 error"],
  ["a key given twice", skillMd("name: refunds\ndescription: x\ndescription: y"), "S616 error"],
  ["an unquoted colon", skillMd("name: refunds\ndescription: Use when: asked"), "S610 error"],
  ["frontmatter that does not parse", "---\nname: [\n---\n", "S609 error"],
  ["Claude Code's own fields", skillMd("name: refunds\ndescription: x\nmodel: opus"), "S626 warning"],
  ["a lost comment", skillMd("name: refunds\ndescription: a #b"), "S617 warning"],
])("%s", (_kind, content, expected) => {
  expect(linted(content)).toEqual([expected]);
});

test.each([
  ["Each of Us", "has capital letters"],
  ["a--b", "two hyphens"],
  ["-a", "begins or ends with a hyphen"],
  ["a_b", "characters other than letters"],
  ["a".repeat(65), "longer than 64"],
])("a folder named %s breaks a rule of names", (name, words) => {
  disk().skill(name, goodSkill(name));
  expect(lintSkillFolder(join(disk().skills, name)).diagnostics).toMatchObject([
    { code: "S613", severity: "error", message: expect.stringContaining(words) },
  ]);
});

test("what Claude Code does with it is said, too", () => {
  disk().skill("refunds", skillMd("name: returns\ndescription: x"));
  expect(lintSkillFolder(disk().skills).diagnostics).toMatchObject([
    { claudeCode: "Claude Code goes by the folder's name." },
  ]);
});

test("one skill folder is looked at alone, a folder of them whole", () => {
  disk().skill("a", goodSkill("a"));
  disk().skill("b", goodSkill("c"));
  expect(lintSkillFolder(join(disk().skills, "a"))).toEqual({
    folders: [join(disk().skills, "a")],
    diagnostics: [],
  });
  const { folders, diagnostics } = lintSkillFolder(disk().skills);
  expect(folders).toEqual([join(disk().skills, "a"), join(disk().skills, "b")]);
  expect(diagnostics).toMatchObject([{ skill: "b", code: "S613" }]);
});

test("misplaced files, links that lead out, and emptiness are told", () => {
  disk().write("project/.claude/skills/lower/skill.md", goodSkill("lower"));
  expect(lintSkillFolder(join(disk().skills, "lower")).diagnostics).toMatchObject([
    { code: "S605", severity: "error" },
  ]);
  disk().skill("a", goodSkill("a"));
  symlinkSync("/etc/hosts", join(disk().skills, "a/hosts"));
  expect(lintSkillFolder(join(disk().skills, "a")).diagnostics).toMatchObject([
    { code: "S622", severity: "warning" },
  ]);
  expect(lintSkillFolder(disk().home).diagnostics).toMatchObject([{ code: "S605" }]);
  expect(() => lintSkillFolder("/nowhere/at/all")).toThrow("S604");
});

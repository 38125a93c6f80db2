import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { listSkillFiles, readSkillFile, type FoundSkill } from "../src";
import { goodSkill, named, useDisk } from "./folders";

const disk = useDisk();
let skill: FoundSkill;

beforeEach(() => {
  disk().skill("refunds", goodSkill("refunds"));
  disk().skill("refunds-secret", goodSkill("refunds-secret"));
  disk().write("project/.claude/skills/refunds/references/rules.md", "14 days");
  disk().write("project/.claude/skills/refunds/..notes", "dots");
  disk().write("secret.txt", "secret");
  skill = named(disk().find(), "refunds");
});

const inside = (path: string) => join(skill.folder, path);

test("files are listed at every depth and read by their paths", () => {
  expect(listSkillFiles(skill)).toEqual(["..notes", "SKILL.md", "references/rules.md"]);
  expect(readSkillFile(skill, "references/rules.md").toString()).toBe("14 days");
  expect(readSkillFile(skill, "./references//rules.md").toString()).toBe("14 days");
  expect(readSkillFile(skill, "..notes").toString()).toBe("dots");
});

test.each([
  "../../../../secret.txt",
  "../refunds-secret/SKILL.md",
  "references/../../refunds-secret/SKILL.md",
  "references/../SKILL.md",
  "..",
  "",
  "/etc/passwd",
  "C:\\secret.txt",
  "C:secret.txt",
  "\\\\server\\share",
  "..\\refunds-secret\\SKILL.md",
  "SKILL.md\0.txt",
  "nothing.md",
  "references",
  "SKILL.md/x",
])("%j is refused", (path) => {
  expect(() => readSkillFile(skill, path)).toThrow(expect.objectContaining({ code: "S622" }));
});

test("links are followed within the folder, and refused where they lead out of it", () => {
  symlinkSync("references/rules.md", inside("rules.md"));
  symlinkSync(join(disk().root, "secret.txt"), inside("out.txt"));
  symlinkSync(disk().root, inside("up"));
  symlinkSync("../refunds-secret", inside("beside"));
  symlinkSync("round", inside("round"));
  symlinkSync(".", inside("here"));
  expect(listSkillFiles(skill)).toEqual(["..notes", "SKILL.md", "references/rules.md", "rules.md"]);
  expect(readSkillFile(skill, "rules.md").toString()).toBe("14 days");
  for (const path of ["out.txt", "up/secret.txt", "beside/SKILL.md", "round"])
    expect(() => readSkillFile(skill, path)).toThrow(expect.objectContaining({ code: "S622" }));
});

test("devices and pipes are refused, and not waited for", () => {
  symlinkSync("/dev/zero", inside("zero"));
  execFileSync("mkfifo", [inside("pipe")]);
  expect(listSkillFiles(skill)).toEqual(["..notes", "SKILL.md", "references/rules.md"]);
  for (const path of ["zero", "pipe"]) expect(() => readSkillFile(skill, path)).toThrow("is not read");
});

test("a file of more than the limit is refused", () => {
  expect(() => readSkillFile(skill, "references/rules.md", { maxBytes: 6 })).toThrow("it has 7 bytes");
});

test("a skill folder that is itself a link holds its own files", () => {
  symlinkSync(skill.folder, join(disk().skills, "linked"));
  const linked = named(disk().find(), "linked");
  expect(readSkillFile(linked, "references/rules.md").toString()).toBe("14 days");
});

test("no path reads a file outside", () => {
  mkdirSync(inside("a/b"), { recursive: true });
  const part = fc.constantFrom(
    "..",
    ".",
    "a",
    "b",
    "",
    "secret.txt",
    "refunds-secret",
    "SKILL.md",
    "references",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom("/", "\\", "//"), (parts, separator) => {
      let text: string;
      try {
        text = readSkillFile(skill, parts.join(separator)).toString();
      } catch (error) {
        expect(error).toMatchObject({ code: "S622" });
        return;
      }
      expect(text).toBe(goodSkill("refunds"));
    }),
  );
});

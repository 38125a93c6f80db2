import { mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Skill, Tool } from "@skills/core";
import fc from "fast-check";
import { lintSkillFolder, readSkillFolder, writeSkillFolder } from "../src";
import { useDisk } from "./folders";

const disk = useDisk();

test("a class becomes a folder that the rules accept and that reads back the same", () => {
  @Skill({
    name: "refund-policy",
    description: "The shop's refund rules: when and how much. Use it when asked.",
    instructions: "Say exactly: 14 days.\n\n---\n\nNever more.",
  })
  class RefundPolicy {
    @Tool()
    quote(): number {
      return 14;
    }
  }
  const folder = writeSkillFolder(RefundPolicy, disk().skills);
  expect(folder).toBe(join(disk().skills, "refund-policy"));
  expect(lintSkillFolder(folder)).toEqual({ folders: [folder], diagnostics: [] });
  expect(readSkillFolder(folder)).toMatchObject({
    name: "refund-policy",
    description: "The shop's refund rules: when and how much. Use it when asked.",
    instructions: "Say exactly: 14 days.\n\n---\n\nNever more.",
  });
});

test.each([
  ["RefundPolicy", "refund-policy"],
  ["HTTPServer2Go", "http-server2-go"],
  ["refund_policy", "refund-policy"],
  ["Refund policy", "refund-policy"],
  ["Stripe.CreateRefund", "stripe-create-refund"],
  ["Café", "café"],
])("a skill named %s is written to %s", (name, folder) => {
  expect(basename(writeSkillFolder({ name, description: "x" }, disk().skills))).toBe(folder);
});

test("the first line of the instructions stands in for a description, and a description for instructions", () => {
  const described = writeSkillFolder({ name: "a", instructions: "\nUse it.\nAlways." }, disk().skills);
  expect(readSkillFolder(described).description).toBe("Use it.");
  const instructed = writeSkillFolder({ name: "b", description: "Use it." }, disk().skills);
  expect(readSkillFolder(instructed).instructions).toBe("Use it.");
});

test.each([
  ["no description", { name: "a" }],
  ["too long a description", { name: "a", description: "x".repeat(1025) }],
  ["too long a compatibility", { name: "a", description: "x", compatibility: "x".repeat(501) }],
  ["too long a name", { name: "a".repeat(65), description: "x" }],
  ["a name that leads elsewhere", { name: "../x", description: "x" }],
  ["a name of blanks", { name: "  ", description: "x" }],
])("%s is refused", (_kind, source) => {
  expect(() => writeSkillFolder(source, disk().skills)).toThrow(expect.objectContaining({ code: "S623" }));
});

test("another SKILL.md is replaced only on request; the same one stays", () => {
  const source = { name: "a", description: "x" };
  const file = join(writeSkillFolder(source, disk().skills), "SKILL.md");
  const before = readFileSync(file, "utf8");
  expect(() => writeSkillFolder(source, disk().skills)).not.toThrow();
  expect(() => writeSkillFolder({ ...source, description: "y" }, disk().skills)).toThrow(
    "says something else",
  );
  expect(readFileSync(file, "utf8")).toBe(before);
  writeSkillFolder({ ...source, description: "y" }, disk().skills, { overwrite: true });
  expect(readFileSync(file, "utf8")).toContain("description: y");
});

test("a folder in the place of SKILL.md is an error, and not replaced", () => {
  mkdirSync(join(disk().skills, "a/SKILL.md"), { recursive: true });
  expect(() => writeSkillFolder({ name: "a", description: "x" }, disk().skills)).toThrow("S623");
});

test("whatever the texts are, they read back the same", () => {
  const text = fc
    .string({
      unit: fc.oneof(
        fc.constantFrom("\n", ":", " ", "#", "-", '"', "'", "|", ">"),
        fc.string({ minLength: 1, maxLength: 1, unit: "grapheme" }),
      ),
      minLength: 1,
      maxLength: 40,
    })
    .filter((value) => /^\S[\s\S]*\S$/.test(value));
  fc.assert(
    fc.property(
      text,
      text,
      fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), text),
      (description, instructions, metadata) => {
        const source = {
          name: "a",
          description,
          instructions,
          metadata,
          allowedTools: ["Read", "Bash(git *)"],
        };
        const folder = writeSkillFolder(source, disk().skills, { overwrite: true });
        expect(lintSkillFolder(folder).diagnostics).toEqual([]);
        const read = readSkillFolder(folder);
        expect(read).toMatchObject({ description, instructions, allowedTools: ["Read", "Bash(git *)"] });
        expect(read.frontmatter.metadata).toEqual(metadata);
      },
    ),
  );
});

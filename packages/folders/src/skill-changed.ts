import { SkillsError } from "@skills/core";
import { hashOf, type FoundSkill } from "./find-skills";
import { readSkillMd } from "./skill-document";

/**
 * The bytes of a skill's SKILL.md, which are those that were found.
 * @throws SkillsError S621 where the file has changed or gone since
 */
export function unchangedFile(skill: Pick<FoundSkill, "name" | "file" | "hash">): Buffer {
  const content = readSkillMd(skill.file);
  if (Buffer.isBuffer(content) && hashOf(content) === skill.hash) return content;
  const reason = Buffer.isBuffer(content)
    ? "has changed"
    : content === "missing"
      ? "is gone"
      : "cannot be read any more";
  throw new SkillsError("S621", `The SKILL.md of skill ${skill.name} ${reason} since it was found.`, {
    place: { file: skill.file },
    help: "find the skills again: findSkills, or watchSkills to hear of changes",
  });
}

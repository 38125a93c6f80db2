import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { SkillsError } from "@skills/core";
import type { SkillDiagnostic } from "./diagnostics";
import type { SkillFields } from "./fields";
import { bodyOf } from "./frontmatter/split";
import { SKILL_FILE } from "./scan-root";
import { documentOf, readSkillMd } from "./skill-document";

/** A skill folder that is read by its path, body and all: what `@Skill({ folder })` takes its instructions from. */
export interface SkillFolder extends SkillFields {
  /** The folder's name. */
  name: string;
  /** The body of SKILL.md, its placeholders as they are. */
  instructions: string;
  /** Absolute path. */
  folder: string;
  /** Warnings; an error is thrown. */
  diagnostics: SkillDiagnostic[];
}

/**
 * Reads one skill folder.
 * @throws SkillsError S604 where there is no such folder, S605 where it has no SKILL.md, and the code of whatever
 *   error is in SKILL.md
 */
export function readSkillFolder(path: string): SkillFolder {
  const folder = resolve(path);
  const file = join(folder, SKILL_FILE);
  const name = basename(folder);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    const help = "name a folder that holds a SKILL.md";
    throw new SkillsError("S604", `${folder} is no folder`, { place: { file: folder }, help });
  }
  const content = readSkillMd(file);
  if (content === "missing") {
    const help = "a skill folder holds a SKILL.md, with capitals";
    throw new SkillsError("S605", `${folder} holds no SKILL.md`, { place: { file: folder }, help });
  }
  const { fields, problems } = Buffer.isBuffer(content) ? documentOf(content, name) : { problems: [content] };
  if (!fields || !Buffer.isBuffer(content)) {
    const { code, message, line, help } =
      problems.find(({ severity }) => severity === "error") ?? problems[0]!;
    throw new SkillsError(code, `${name}: ${message}`, { place: { file, line }, help });
  }
  const diagnostics = problems.map((each) => ({ ...each, file, skill: name }));
  return { ...fields, name, instructions: bodyOf(content), folder, diagnostics };
}

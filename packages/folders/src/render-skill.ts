import { fillPlaceholders, type RenderContext } from "./arguments";
import type { FoundSkill } from "./find-skills";
import { bodyOf } from "./frontmatter/split";
import { unchangedFile } from "./skill-changed";

export interface RenderOptions extends RenderContext {
  /** Begin with a line that names the skill's folder. Default true. */
  folderLine?: boolean;
}

/**
 * What a model reads when it uses a skill: the body with its placeholders filled. Lines that ask for a shell are left
 * as they are, and never run.
 * @param args the argument string as it was given
 * @throws SkillsError S621 where SKILL.md has changed or gone since it was found
 */
export function renderSkill(skill: FoundSkill, args = "", options: RenderOptions = {}): string {
  const body = fillPlaceholders(bodyOf(unchangedFile(skill)), skill, args, options);
  return options.folderLine === false ? body : `Base directory for this skill: ${skill.folder}\n\n${body}`;
}

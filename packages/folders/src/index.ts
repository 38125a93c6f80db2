export { findSkills, type FoundSkill, type FoundSkills } from "./find-skills";
export { checkFindOptions, type FindSkillsOptions, type SettingSource } from "./roots";
export type { SkillFields } from "./fields";
export type { SkillDiagnostic } from "./diagnostics";
export {
  checkSkillsOption,
  InvalidSkillsOptionError,
  missingSkills,
  permitted,
  type SkillsOption,
} from "./skills-option";
export { renderSkill, type RenderOptions } from "./render-skill";
export type { RenderContext } from "./arguments";
export { catalogue, type Catalogue, type CatalogueOptions } from "./catalogue";
export { SkillTool, skillTool, type ActiveRules, type SkillToolOptions, type SkillUse } from "./skill-tool";
export { listSkillFiles, readSkillFile } from "./bundled-files";
export { readSkillFolder, type SkillFolder } from "./skill-folder";
export { writeSkillFolder, type SkillSource, type WriteSkillFolderOptions } from "./write-skill-folder";
export { lintSkillFolder, type LintDiagnostic, type LintResult } from "./lint";
export { watchSkills, type SkillsWatch } from "./watch-skills";

import { hash } from "node:crypto";
import type { SkillDiagnostic } from "./diagnostics";
import type { SkillFields } from "./fields";
import { nameKey } from "./names";
import { rootsOf, type FindSkillsOptions, type Report, type SkillRoot } from "./roots";
import { scanRoot, type ScannedFolder } from "./scan-root";
import { documentOf } from "./skill-document";

/** A skill folder that was found. Its body is on the disk, and read when it is used. */
export interface FoundSkill extends SkillFields {
  /** The folder's name; a plugin's skill is `plugin:folder`. */
  name: string;
  source: SkillRoot["source"];
  /** Absolute path of the skill's folder. */
  folder: string;
  /** Absolute path of its SKILL.md. */
  file: string;
  /** SHA-256 of SKILL.md when it was found, in hexadecimal. */
  hash: string;
}

export interface FoundSkills {
  /** Sorted by name; of two with one name, the one that counts. */
  skills: FoundSkill[];
  diagnostics: SkillDiagnostic[];
}

/**
 * Every skill folder of a project, its additional directories, the user and plugins. A folder that cannot be loaded
 * is an error among the diagnostics, and stops no other.
 * @throws SkillsError S603 for options of a wrong kind
 */
export function findSkills(options: FindSkillsOptions = {}): FoundSkills {
  const diagnostics: SkillDiagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const found = new Map<string, FoundSkill>();
  for (const root of rootsOf(options, report)) {
    for (const scanned of scanRoot(root, report)) {
      const skill = load(scanned, root, report);
      if (!skill) continue;
      const shadowed = found.get(nameKey(skill.name));
      if (shadowed) report(shadowing(shadowed, skill));
      found.set(nameKey(skill.name), skill);
    }
  }
  const skills = [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  reportCaseTwins(skills, report);
  return { skills, diagnostics };
}

function load(scanned: ScannedFolder, root: SkillRoot, report: Report): FoundSkill | undefined {
  const { content, folder, file } = scanned;
  const name = root.plugin === undefined ? scanned.name : `${root.plugin}:${scanned.name}`;
  const { fields, problems } = Buffer.isBuffer(content)
    ? documentOf(content, scanned.name)
    : { fields: undefined, problems: [content] };
  for (const problem of problems) report({ ...problem, file, skill: name });
  if (!fields || !Buffer.isBuffer(content)) return undefined;
  // Not a spread: with thousands of skills, copying their fields is a tenth of the time.
  return Object.assign(fields, { name, source: root.source, folder, file, hash: hashOf(content) });
}

export function hashOf(content: Buffer): string {
  return hash("sha256", content);
}

function shadowing(shadowed: FoundSkill, by: FoundSkill): SkillDiagnostic {
  return {
    code: "S618",
    severity: "warning",
    message: `${shadowed.name} is not loaded from here: ${by.file} has the same name and counts`,
    file: shadowed.file,
    line: 1,
    skill: shadowed.name,
    help: "rename one of the two folders",
  };
}

function reportCaseTwins(skills: readonly FoundSkill[], report: Report): void {
  const seen = new Map<string, FoundSkill>();
  for (const skill of skills) {
    const key = nameKey(skill.name).toLowerCase();
    const twin = seen.get(key);
    if (twin) {
      report({
        code: "S619",
        severity: "warning",
        message: `${skill.name} and ${twin.name} differ by capitals alone`,
        file: skill.file,
        line: 1,
        skill: skill.name,
        help: "rename one: a disk that ignores capitals keeps only one, and a model confuses them",
      });
    } else seen.set(key, skill);
  }
}

import { basename, resolve } from "node:path";
import type { FindSkillsOptions, FoundSkill, SkillDiagnostic } from "@skills/folders";
import type { QueryOptions, QuerySkills } from "./options";

/** Loaded where a session may have skills: others need not wait for it. */
function folders(): typeof import("@skills/folders") {
  return require("@skills/folders") as typeof import("@skills/folders");
}

const OPTIONS = ["skills", "additionalDirectories", "settingSources", "plugins"] as const;

/** @throws SkillsError S601 for a skills option, S603 for options of finding, that cannot be meant */
export function checkSkills(options: QueryOptions): void {
  if (OPTIONS.every((name) => options[name] === undefined || isEmptyList(options[name]))) return;
  const { checkFindOptions, permitted } = folders();
  // It checks the option before it looks at any skill.
  permitted([], options.skills);
  checkFindOptions(findOptions(options));
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Finds the skills of a session. */
export function openSkills(options: QueryOptions, sessionId: string): QuerySkills {
  const { settingSources, plugins = [], skills: option } = options;
  if (settingSources?.length === 0 && plugins.length === 0 && option === undefined) return { found: [] };
  const { findSkills, missingSkills, skillTool } = folders();
  const { skills, diagnostics } = findSkills(findOptions(options));
  const projectDir = resolve(options.cwd ?? ".");
  const tool = skillTool(skills, option, { projectDir, sessionId });
  const missing = missingSkills(skills, option, projectDir);
  return { found: skills, tool, diagnostics: [...diagnostics, ...missing, ...tool.diagnostics] };
}

/** The plugins as the init message lists them: by the name that their skills carry. */
export function pluginsOf(
  { plugins = [], cwd = "." }: QueryOptions,
  found: readonly FoundSkill[],
): { name: string; path: string }[] {
  return plugins.map((plugin) => {
    const path = resolve(cwd, plugin.path);
    const skill = found.find(
      ({ source, folder }) => source === "plugin" && resolve(folder, "../..") === path,
    );
    return { name: skill?.name.split(":")[0] ?? basename(path), path };
  });
}

function findOptions(options: QueryOptions): FindSkillsOptions {
  const { cwd, additionalDirectories, settingSources, plugins } = options;
  return { cwd, additionalDirectories, settingSources, plugins };
}

export function textOfDiagnostic({ file, line, code, severity, message, help }: SkillDiagnostic): string {
  return `${file}:${String(line)} ${severity} ${code}: ${message} (${help})`;
}

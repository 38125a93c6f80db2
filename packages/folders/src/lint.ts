import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { SkillsError } from "@skills/core";
import { linksOut } from "./bundled-files";
import type { SkillDiagnostic } from "./diagnostics";
import { CLAUDE_CODE_FIELDS, type SkillFields } from "./fields";
import type { Report } from "./roots";
import { scanRoot, SKILL_FILE } from "./scan-root";
import { documentOf } from "./skill-document";

export interface LintDiagnostic extends SkillDiagnostic {
  /** What Claude Code makes of it, where it is known. */
  claudeCode?: string;
}

export interface LintResult {
  /** Absolute paths of the skill folders that were looked at. */
  folders: string[];
  /** An `error` breaks a rule of the specification or keeps the skill from being loaded; the rest are `warning`s. */
  diagnostics: LintDiagnostic[];
}

/** Codes that the loader bears with, and the specification does not. */
const BREAKS_SPECIFICATION = new Set(["S605", "S610", "S611", "S612", "S613", "S614", "S615", "S616"]);

const CLAUDE_CODE: { [code: string]: string } = {
  S605: "Claude Code does not load it.",
  S610: "Claude Code reads the text as if it were quoted.",
  S611: "Claude Code takes the first line of the body as description.",
  S612: "Claude Code loads the skill, and lists at most 1,536 characters of its description.",
  S613: "Claude Code goes by the folder's name.",
  S615: "Claude Code ignores the field.",
};

/**
 * Holds a skill folder, or every skill folder in a folder, to the rules of the specification.
 * @throws SkillsError S604 where there is no such folder
 */
export function lintSkillFolder(dir: string): LintResult {
  const path = resolve(dir);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    const help = "name a skill folder, or a folder of skill folders";
    throw new SkillsError("S604", `${path} is no folder`, { place: { file: path }, help });
  }
  const folders: string[] = [];
  const diagnostics: LintDiagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(judged(diagnostic));
  const isOne = readdirSync(path).some((name) => name.toLowerCase() === SKILL_FILE.toLowerCase());
  const root = isOne ? dirname(path) : path;
  for (const { folder, name, file, content } of scanRoot(
    { folder: root },
    report,
    isOne ? basename(path) : undefined,
  )) {
    folders.push(folder);
    const { fields, problems } = Buffer.isBuffer(content)
      ? documentOf(content, name)
      : { fields: undefined, problems: [content] };
    for (const each of problems) report({ ...each, file, skill: name });
    if (fields) reportOwnFields(fields, file, name, report);
    reportLinks(folder, name, report);
  }
  if (folders.length + diagnostics.length === 0) report(nothingIn(path));
  return { folders, diagnostics };
}

function judged(diagnostic: SkillDiagnostic): LintDiagnostic {
  const { code, severity } = diagnostic;
  const claudeCode = CLAUDE_CODE[code];
  return {
    ...diagnostic,
    severity: BREAKS_SPECIFICATION.has(code) ? "error" : severity,
    ...(claudeCode !== undefined && { claudeCode }),
  };
}

/** The specification knows none of them, and its reference validator refuses them. */
function reportOwnFields({ frontmatter }: SkillFields, file: string, skill: string, report: Report): void {
  const own = CLAUDE_CODE_FIELDS.filter((field) => Object.hasOwn(frontmatter, field));
  if (own.length === 0) return;
  report({
    code: "S626",
    severity: "warning",
    message: `${own.join(", ")}: Claude Code's own, and not of the specification`,
    file,
    line: 1,
    skill,
    help: "leave them out of a skill that other agents are to load",
  });
}

function reportLinks(folder: string, skill: string, report: Report): void {
  for (const path of linksOut({ name: skill, folder })) {
    report({
      code: "S622",
      severity: "warning",
      message: `${path} is a link that leads out of the folder or nowhere: it is not read`,
      file: join(folder, path),
      line: 1,
      skill,
      help: "put a copy in the link's place",
    });
  }
}

function nothingIn(file: string): SkillDiagnostic {
  const help = "name a skill folder, or a folder of skill folders";
  return { code: "S605", severity: "warning", message: `${file} holds no skill`, file, line: 1, help };
}

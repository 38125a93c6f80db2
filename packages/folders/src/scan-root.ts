import { type Dirent, existsSync, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { badRoot, type Report, type SkillRoot } from "./roots";
import { readSkillMd } from "./skill-document";
import type { Problem } from "./diagnostics";

export const SKILL_FILE = "SKILL.md";

/** More than almost every SKILL.md has. */
const SCRATCH_BYTES = 65_536;

/** A skill folder as it lies on the disk. */
export interface ScannedFolder {
  /** The folder's own name. */
  name: string;
  folder: string;
  file: string;
  /** Good until the next folder is asked for: most files are read into one piece of memory, one after the other. */
  content: Buffer | Problem;
}

/**
 * The skill folders of a root, in the order of their names; what looks like one and is not is reported.
 * @param only the name of the one folder to look at
 */
export function* scanRoot(
  root: Pick<SkillRoot, "folder">,
  report: Report,
  only?: string,
): Generator<ScannedFolder> {
  const scratch = Buffer.allocUnsafe(SCRATCH_BYTES);
  for (const entry of entriesOf(root.folder, report)) {
    if (only !== undefined && entry.name !== only) continue;
    const folder = join(root.folder, entry.name);
    if (entry.isFile()) {
      if (isSkillFile(entry.name)) report(misplaced(folder, "stands beside the skill folders"));
      continue;
    }
    const file = join(folder, SKILL_FILE);
    const content = readSkillMd(file, scratch);
    if (content === "missing") explainMissing(folder, entry, report);
    else if (!isLinkToFile(entry, folder, content)) {
      yield { name: entry.name, folder, file, content };
      if (mayHoldFolders(folder)) reportDeeper(folder, report);
    }
  }
}

/** The names of a root's folders, linked ones too. */
export function foldersIn(root: string): string[] {
  return entriesOf(root, () => {}).flatMap((entry) => {
    const isFolder =
      entry.isDirectory() || (entry.isSymbolicLink() && statsAt(join(root, entry.name))?.isDirectory());
    return isFolder ? [entry.name] : [];
  });
}

/** Of what a link leads to; undefined where that cannot be told. */
function statsAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string, report: Report): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT") report(badRoot(folder, `${folder} cannot be read: ${code}`));
    return [];
  }
}

/** A link to a plain file is as little a skill as that file is; every other problem is one of a skill folder. */
function isLinkToFile(entry: Dirent, folder: string, content: Buffer | Problem): boolean {
  if (Buffer.isBuffer(content) || entry.isDirectory()) return false;
  return statsAt(folder)?.isFile() ?? false;
}

/** A folder without SKILL.md: what is there in its place? */
function explainMissing(folder: string, entry: Dirent, report: Report): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const message = entry.isSymbolicLink() ? `the link leads nowhere: ${code}` : `cannot be read: ${code}`;
    const help = "mend or delete it";
    report({ code: "S606", severity: "error", message, file: folder, line: 1, skill: entry.name, help });
    return;
  }
  if (names.includes(SKILL_FILE)) {
    const help = "mend or delete it";
    const message = "SKILL.md is a link that leads nowhere";
    const file = join(folder, SKILL_FILE);
    report({ code: "S606", severity: "error", message, file, line: 1, skill: entry.name, help });
    return;
  }
  const similar = names.find(isSkillFile);
  if (similar !== undefined) report(misplaced(join(folder, similar), "is not named SKILL.md"));
  else if (!reportDeeper(folder, report) && !entry.name.startsWith(".")) {
    report(misplaced(folder, "holds no SKILL.md"));
  }
}

/** Skills one level too deep. */
function reportDeeper(folder: string, report: Report): boolean {
  let found = false;
  for (const entry of entriesOf(folder, () => {})) {
    const file = join(folder, entry.name, SKILL_FILE);
    if (!entry.isDirectory() || !existsSync(file)) continue;
    found = true;
    report(misplaced(file, "lies one folder too deep"));
  }
  return found;
}

/**
 * Most skill folders hold none. Where a file system counts a folder's links, two of them say so; listing each folder
 * would cost as much as reading its SKILL.md.
 */
function mayHoldFolders(folder: string): boolean {
  return statsAt(folder)?.nlink !== 2;
}

function isSkillFile(name: string): boolean {
  return name.toLowerCase() === SKILL_FILE.toLowerCase();
}

function misplaced(file: string, where: string): Parameters<Report>[0] {
  return {
    code: "S605",
    severity: "warning",
    message: `${file} ${where}, so it is not loaded`,
    file,
    line: 1,
    help: "a skill is skills/NAME/SKILL.md, with capitals and at that depth",
  };
}

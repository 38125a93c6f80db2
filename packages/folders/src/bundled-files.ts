import { readdirSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, posix, relative, sep, win32 } from "node:path";
import { SkillsError } from "@skills/core";
import { readLimited, UnreadableFile } from "./read-limited";

type SkillFolder = { name: string; folder: string };

const MOST_BYTES = 10_485_760;
const MOST_FILES = 10_000;

/**
 * The files of a skill's folder, SKILL.md too, as sorted paths with `/`. Links to folders are not followed, those to
 * files are listed where they lead to a file of the folder; at most 10,000 files.
 */
export function listSkillFiles({ folder }: SkillFolder): string[] {
  const files: string[] = [];
  for (const { path, isInside } of pathsOf(folder)) {
    if (isInside) files.push(path);
    if (files.length === MOST_FILES) break;
  }
  return files.sort();
}

/** The links of a skill's folder that lead out of it, or nowhere: what no reader follows. */
export function linksOut({ folder }: SkillFolder): string[] {
  return [...pathsOf(folder)].flatMap(({ path, isInside }) => (isInside ? [] : [path]));
}

/** Files and links of a folder, at every depth; linked folders are not entered. */
function* pathsOf(folder: string): Generator<{ path: string; isInside: boolean }> {
  const folders = [""];
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    for (const entry of entriesOf(join(folder, below))) {
      const path = posix.join(below, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) yield { path, isInside: true };
      else if (entry.isSymbolicLink()) {
        const real = insidePath(folder, path);
        if (real === undefined || statSync(real).isFile()) yield { path, isInside: real !== undefined };
      }
    }
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Gone, or not for this user: a folder without files.
    return [];
  }
}

/**
 * The bytes of a file in a skill's folder.
 * @param path from the skill's folder: `references/rules.md`
 * @throws SkillsError S622 for a path that leads out of the folder, by itself or by a link, for what is no regular
 *   file, and for one that is missing or larger than `maxBytes` (default 10 MB)
 */
export function readSkillFile(
  skill: SkillFolder,
  path: string,
  { maxBytes = MOST_BYTES }: { maxBytes?: number } = {},
): Buffer {
  const refuse = (reason: string): never => {
    throw new SkillsError("S622", `${JSON.stringify(path)} of skill ${skill.name} is not read: ${reason}`, {
      place: { file: skill.folder },
      help: "name a file of the skill's folder, as listSkillFiles gives them",
    });
  };
  const parts = path.split(/[\\/]/);
  if (
    path === "" ||
    path.includes("\0") ||
    isAbsolute(path) ||
    win32.isAbsolute(path) ||
    /^[A-Za-z]:/.test(path)
  ) {
    return refuse("it is no path within the folder");
  }
  if (parts.includes("..")) return refuse("it leads out of the folder");
  const real = insidePath(skill.folder, path);
  if (real === undefined) return refuse("it is missing, or a link that leads out of the folder");
  const bytes = readLimited(real, maxBytes);
  if (!(bytes instanceof UnreadableFile)) return bytes;
  return refuse(
    bytes.reason === "large" ? `it has ${bytes.detail}` : `it is ${bytes.reason}: ${bytes.detail}`,
  );
}

/** The real path of a file of a folder, where it is inside the folder's own real path. */
function insidePath(folder: string, path: string): string | undefined {
  try {
    const real = realpathSync(join(folder, path));
    const from = relative(realpathSync(folder), real);
    return from === ".." || from.startsWith(`..${sep}`) || isAbsolute(from) ? undefined : real;
  } catch {
    return undefined;
  }
}

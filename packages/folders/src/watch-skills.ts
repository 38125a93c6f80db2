import { type FSWatcher, statSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import type { SkillDiagnostic } from "./diagnostics";
import { findSkills, type FoundSkills } from "./find-skills";
import { rootsOf, type FindSkillsOptions } from "./roots";
import { foldersIn } from "./scan-root";

/** Milliseconds after a change in which more of it is waited for. */
const SETTLE = 100;

/** Skills that are kept up to date. */
export interface SkillsWatch {
  /** As they were last found. */
  readonly found: FoundSkills;
  /** Stop. The process does not wait for a watch. */
  close(): void;
}

/**
 * Finds skills, and again whenever a SKILL.md, a skill folder or a root comes, goes or changes. `onChange` hears only
 * of what makes a difference. Folders are watched with `node:fs`: what counts lies at most two levels below a root, so
 * no recursive watching is needed, and a folder that cannot be watched is a warning among the diagnostics.
 * @throws SkillsError S603 for options of a wrong kind
 */
export function watchSkills(options: FindSkillsOptions, onChange: (found: FoundSkills) => void): SkillsWatch {
  const watchers = new Map<string, FSWatcher>();
  const unwatched = new Map<string, SkillDiagnostic>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const later = (): void => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(look, SETTLE).unref();
  };
  const stop = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const follow = (folder: string): void => {
    if (watchers.has(folder) || unwatched.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, later);
      // A folder that is deleted, or whose watch the system ends: look which are there now.
      watcher.on("error", () => {
        stop(folder);
        later();
      });
      watchers.set(folder, watcher);
    } catch (error) {
      unwatched.set(folder, cannotWatch(folder, error as NodeJS.ErrnoException));
    }
  };
  const find = (): FoundSkills => {
    // Watched before they are read, so that no change falls in between.
    const wanted = new Set(foldersToWatch(options));
    for (const folder of [...watchers.keys()].filter((each) => !wanted.has(each))) stop(folder);
    unwatched.clear();
    for (const folder of wanted) follow(folder);
    const { skills, diagnostics } = findSkills(options);
    return { skills, diagnostics: [...diagnostics, ...unwatched.values()] };
  };
  const look = (): void => {
    const next = find();
    if (JSON.stringify(next) === JSON.stringify(found)) return;
    found = next;
    onChange(next);
  };

  let found = find();
  return {
    get found() {
      return found;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const folder of [...watchers.keys()]) stop(folder);
    },
  };
}

/** The roots with their folders, or, of a root that is not there yet, the folder in which its path would begin. */
function foldersToWatch(options: FindSkillsOptions): string[] {
  return rootsOf(options, () => {}).flatMap(({ folder }) => [
    nearestFolder(folder),
    ...foldersIn(folder).map((name) => join(folder, name)),
  ]);
}

function nearestFolder(path: string): string {
  const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isThere || dirname(path) === path ? path : nearestFolder(dirname(path));
}

function cannotWatch(file: string, { code, message }: NodeJS.ErrnoException): SkillDiagnostic {
  return {
    code: "S624",
    severity: "warning",
    message: `changes in ${file} are not noticed: ${code ?? message}`,
    file,
    line: 1,
    help: "raise the system's limit of watched folders, or call findSkills again where it matters",
  };
}

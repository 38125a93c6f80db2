import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Everything outside the compiler that its result came from, so that a later process can tell, without TypeScript,
 * whether the result still holds. All paths are absolute.
 */
export interface Inputs {
  /** Milliseconds since the epoch: when the recording began. */
  recordedAt: number;
  files: FileRecord[];
  /** Names that were looked for in a folder and not there: a file that appears may be found first. */
  absent: FolderRecord[];
  /** Folders that were listed, with the names that matter. */
  listed: FolderRecord[];
  /** Symbolic links that were followed: `[path, target]`. */
  links: [string, string][];
}

export type FileRecord = [path: string, size: number, mtimeMs: number, hash: string];
export type FolderRecord = [path: string, mtimeMs: number, names: string[]];

/** Clocks of file systems are coarse: a change so soon after the last need not show in the time. */
export const COARSE_MS = 2_000;

export function hashOf(content: Buffer | string): string {
  // Not needed where nothing changed, and not quickly loaded.
  const { createHash } = require("node:crypto") as typeof import("node:crypto");
  return createHash("sha1").update(content).digest("base64");
}

export function stillHolds({ recordedAt, files, absent, listed, links }: Inputs): boolean {
  const isCertain = (then: number, now: number): boolean => then === now && then < recordedAt - COARSE_MS;
  return (
    files.every(([path, size, mtimeMs, hash]) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      if (!stat?.isFile()) return false;
      if (stat.size === size && isCertain(mtimeMs, stat.mtimeMs)) return true;
      return stat.size === size && hashOf(readFileSync(path)) === hash;
    }) &&
    absent.every(([folder, mtimeMs, names]) => {
      const stat = statSync(folder, { throwIfNoEntry: false });
      if (!stat || isCertain(mtimeMs, stat.mtimeMs)) return true;
      return names.every((name) => !statSync(join(folder, name), { throwIfNoEntry: false }));
    }) &&
    listed.every(([folder, mtimeMs, names]) => {
      const stat = statSync(folder, { throwIfNoEntry: false });
      if (!stat) return false;
      return isCertain(mtimeMs, stat.mtimeMs) || relevantNames(folder).join("/") === names.join("/");
    }) &&
    links.every(([path, target]) => isLinkedTo(path, target))
  );
}

/** Whether times alone do not tell that all is as it was recorded: contents have to be read each time. */
export function isInDoubt({ recordedAt, files, absent, listed }: Inputs): boolean {
  const times = [...files.map(([, , mtimeMs]) => mtimeMs), ...[...absent, ...listed].map(([, time]) => time)];
  return times.some((mtimeMs) => mtimeMs >= recordedAt - COARSE_MS);
}

function isLinkedTo(path: string, target: string): boolean {
  try {
    return realpathSync.native(path) === target;
  } catch {
    return false;
  }
}

/** Names in a folder that can change what a project includes: sources, packages' manifests, folders. */
export function relevantNames(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) =>
        entry.isFile() ? /\.(?:[cm]?[jt]sx?|json)$/.test(entry.name) : isWalked(entry.name),
      )
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

/** Folders that a tsconfig's `include` goes into: not those that it leaves out by itself. */
export function isWalked(name: string): boolean {
  return !name.startsWith(".") && !["node_modules", "bower_components", "jspm_packages"].includes(name);
}

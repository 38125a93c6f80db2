import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** What package managers write of what they installed, inside the outermost `node_modules`. */
const RECORDS = [".package-lock.json", ".pnpm/lock.yaml", ".yarn-state.yml", ".yarn-integrity"];

/** The folder of the package in `node_modules` that a path lies in; undefined for every other path. */
export function packageFolderOf(path: string): string | undefined {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/@.][^\\/]*(?=[\\/]|$)/.exec(path)?.[0];
}

/**
 * The folder that a package in `node_modules` really is, where its manifest and the package manager tell one state
 * of its files from another. Undefined for a link to a folder elsewhere: that is somebody's working copy.
 */
export function installedFolder(folder: string): string | undefined {
  try {
    const real = realpathSync(folder);
    const { version } = JSON.parse(readFileSync(join(real, "package.json"), "utf8")) as { version?: unknown };
    return packageFolderOf(real) === real && typeof version === "string" ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Where the package managers' records of an installed package would stand. */
export function installRecordsOf(folder: string): string[] {
  const [outermost = folder] = /^.*?[\\/]node_modules(?=[\\/])/.exec(folder) ?? [];
  return RECORDS.map((name) => join(outermost, name));
}

/** A place in the store of a package manager, which is as its record says. */
export function isInStore(path: string): boolean {
  return /[\\/]node_modules[\\/]\.pnpm[\\/]/.test(path);
}

import { existsSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { SkillsError } from "@skills/core";
import type { SkillDiagnostic } from "./diagnostics";
import { readLimited, UnreadableFile } from "./read-limited";

/** Where skills come from. `local` is taken, as by the Claude Agent SDK, and holds no skills. */
export type SettingSource = "user" | "project" | "local";

export interface FindSkillsOptions {
  /** The project. Default: the process's working directory. */
  cwd?: string;
  /** More projects, absolute or from `cwd`. */
  additionalDirectories?: readonly string[];
  /** Default: all; `[]`: none. Plugins are not concerned. */
  settingSources?: readonly SettingSource[];
  /** Each a folder with `skills/`, absolute or from `cwd`. */
  plugins?: readonly { type?: "local"; path: string }[];
  /** The user's home. Default: the system's. */
  home?: string;
  /** Whose skill counts where two have one name. Default `"user"`, as in Claude Code. */
  precedence?: "user" | "project";
}

/** A folder whose folders are skills. It need not exist. */
export interface SkillRoot {
  folder: string;
  source: "project" | "user" | "plugin";
  /** Of a plugin: what stands before the colon of its skills' names. */
  plugin?: string;
}

export type Report = (diagnostic: SkillDiagnostic) => void;

/**
 * The roots, in the order in which a later one's skill takes the place of an earlier one's.
 * @throws SkillsError S603 for options of a wrong kind
 */
export function rootsOf(options: FindSkillsOptions, report: Report): SkillRoot[] {
  checkFindOptions(options);
  const { additionalDirectories = [], plugins = [], home = homedir(), precedence = "user" } = options;
  const { settingSources = ["user", "project"] } = options;
  const cwd = resolve(options.cwd ?? ".");
  const from = (path: string) => resolve(cwd, path);
  const bases: { base: string; source: "project" | "user" }[] = [];
  if (settingSources.includes("project")) {
    for (const [index, base] of [cwd, ...additionalDirectories.map(from)].entries()) {
      const option = index === 0 ? "cwd" : "additionalDirectories";
      if (isFolder(base, option, report)) bases.push({ base, source: "project" });
    }
  }
  if (settingSources.includes("user")) bases.push({ base: resolve(home), source: "user" });
  if (precedence === "project") bases.reverse();
  const roots = bases.flatMap(({ base, source }): SkillRoot[] =>
    [".agents", ".claude"].map((name) => ({ folder: join(base, name, "skills"), source })),
  );
  for (const path of plugins.map((plugin) => from(plugin.path))) {
    if (!isFolder(path, "plugins", report)) continue;
    roots.push({ folder: join(path, "skills"), source: "plugin", plugin: pluginName(path, report) });
  }
  return withoutRepeats(roots);
}

/** One folder that is reached twice (a project in the home folder) shadows nothing: its last place counts. */
function withoutRepeats(roots: SkillRoot[]): SkillRoot[] {
  const byPlace = new Map<string, SkillRoot>();
  for (const root of roots) {
    const key = JSON.stringify([root.plugin ?? null, realPathOf(root.folder)]);
    byPlace.delete(key);
    byPlace.set(key, root);
  }
  return [...byPlace.values()];
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isFolder(path: string, option: string, report: Report): boolean {
  try {
    if (statSync(path).isDirectory()) return true;
    report(badRoot(path, `${path}, of ${option}, is no folder`));
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    report(badRoot(path, `${path}, of ${option}, ${code === "ENOENT" ? "does not exist" : `gave ${code}`}`));
  }
  return false;
}

export function badRoot(file: string, message: string): SkillDiagnostic {
  const help = "name a folder that is there and may be read";
  return { code: "S604", severity: "error", message, file, line: 1, help };
}

const MANIFEST_BYTES = 1_048_576;

/** A plugin is named by its manifest, or else by its folder. */
function pluginName(path: string, report: Report): string {
  const file = join(path, ".claude-plugin", "plugin.json");
  const fallback = basename(path);
  if (!existsSync(file)) return fallback;
  const bytes = readLimited(file, MANIFEST_BYTES);
  const name = bytes instanceof UnreadableFile ? undefined : nameIn(bytes.toString());
  if (name !== undefined) return name;
  report({
    code: "S625",
    severity: "warning",
    message: `the plugin's manifest names no plugin; its folder's name ${fallback} is used`,
    file,
    line: 1,
    help: 'make it a JSON object with a "name" of letters, digits, "-", "_" and "."',
  });
  return fallback;
}

function nameIn(json: string): string | undefined {
  try {
    const { name } = (JSON.parse(json) ?? {}) as { name?: unknown };
    return typeof name === "string" && /^[\p{L}\p{M}\p{N}._-]+$/u.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** @throws SkillsError S603 for options of a wrong kind */
export function checkFindOptions(options: FindSkillsOptions): void {
  const { cwd, home, additionalDirectories, settingSources, plugins, precedence } = options as Record<
    string,
    unknown
  >;
  const refuse = (option: string, wanted: string) => {
    throw new SkillsError("S603", `${option} is not ${wanted}`, { help: `give ${option} as ${wanted}` });
  };
  const isText = (value: unknown) => typeof value === "string" && value !== "" && !value.includes("\0");
  const isListOf = (value: unknown, isItem: (item: unknown) => boolean) =>
    value === undefined || (Array.isArray(value) && value.every(isItem));
  if (cwd !== undefined && !isText(cwd)) refuse("cwd", "a path");
  if (home !== undefined && !isText(home)) refuse("home", "a path");
  if (!isListOf(additionalDirectories, isText)) refuse("additionalDirectories", "a list of paths");
  if (!isListOf(settingSources, (source) => ["user", "project", "local"].includes(source as string)))
    refuse("settingSources", 'a list of "user", "project" and "local"');
  if (!isListOf(plugins, (plugin) => isText((plugin as { path?: unknown } | null)?.path)))
    refuse("plugins", 'a list of { type: "local", path }');
  if (precedence !== undefined && precedence !== "user" && precedence !== "project")
    refuse("precedence", '"user" or "project"');
}

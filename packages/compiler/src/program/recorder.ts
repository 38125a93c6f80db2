import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import ts from "typescript";
import { hashOf, isWalked, relevantNames, type Inputs } from "../delivery/inputs";
import { installedFolder, installRecordsOf, isInStore, packageFolderOf } from "./installed";

/** What the compiler asks of the file system. `ts.sys` is one. */
export interface Files extends Pick<
  ts.System,
  | "readFile"
  | "fileExists"
  | "directoryExists"
  | "getDirectories"
  | "readDirectory"
  | "realpath"
  | "useCaseSensitiveFileNames"
> {
  /** Told of each folder whose files a tsconfig includes, and of the output folders in it that are left out. */
  included?(folder: string, isRecursive: boolean, except: ReadonlySet<string>): void;
}

/** The file system, remembering what was asked and what it answered. */
export class Recorder implements Files {
  readonly useCaseSensitiveFileNames = ts.sys.useCaseSensitiveFileNames;
  private readonly recordedAt = Date.now();
  private readonly files = new Map<string, [size: number, mtimeMs: number, hash: string]>();
  private readonly absent = new Map<string, Set<string>>();
  private readonly listed = new Map<string, string[]>();
  private readonly links = new Map<string, string>();
  private readonly libraries = dirname(ts.sys.resolvePath(ts.getDefaultLibFilePath({})));

  readFile = (path: string): string | undefined => {
    // TypeScript's own files are those of its version, which stands in the stamp.
    if (dirname(path) === this.libraries) return ts.sys.readFile(path);
    try {
      const { size, mtimeMs } = statSync(path);
      const content = readFileSync(path);
      this.files.set(path, [size, mtimeMs, hashOf(content)]);
      return isUtf16(content) ? ts.sys.readFile(path) : content.toString("utf8").replace(/^\uFEFF/, "");
    } catch {
      this.recordAbsent(path);
      return undefined;
    }
  };

  fileExists = (path: string): boolean => {
    const exists = ts.sys.fileExists(path);
    if (!exists) this.recordAbsent(path);
    return exists;
  };

  directoryExists = (path: string): boolean => {
    const exists = ts.sys.directoryExists(path);
    if (!exists) this.recordAbsent(path);
    return exists;
  };

  getDirectories = (path: string): string[] => {
    this.recordListing(path);
    return ts.sys.getDirectories(path);
  };

  readDirectory = ts.sys.readDirectory;

  realpath = (path: string): string => {
    const real = ts.sys.realpath?.(path) ?? path;
    if (real !== path) this.links.set(path, real);
    return real;
  };

  included = (folder: string, isRecursive: boolean, except: ReadonlySet<string>): void => {
    if (this.listed.has(folder)) return;
    this.recordListing(folder);
    if (!isRecursive || !ts.sys.directoryExists(folder)) return;
    for (const name of ts.sys.getDirectories(folder)) {
      const inner = join(folder, name);
      if (isWalked(name) && !except.has(inner)) this.included(inner, true, except);
    }
  };

  inputs(): Inputs {
    // Which TypeScript it was: the one that the compiler finds.
    this.readFile(join(this.libraries, "..", "package.json"));
    const installed = this.recordInstalled();
    const stands = new Set([...installed.values()].map((folder) => join(folder, "package.json")));
    const isInstalled = (path: string): boolean => installed.has(packageFolderOf(path) ?? "");
    const files = [...this.files].filter(([path]) => !isInstalled(path) || stands.has(path));
    const absent = [...this.absent].filter(([folder]) => !isInstalled(folder) && !isInStore(folder));
    return {
      recordedAt: this.recordedAt,
      files: files.map(([path, record]) => [path, ...record]),
      absent: absent.map(([folder, names]) => [folder, mtimeOf(folder), [...names]]),
      listed: [...this.listed].map(([folder, names]) => [folder, mtimeOf(folder), names]),
      links: [...new Map([...this.links].filter(([path]) => !isInStore(path)).map(atItsPackage))],
    };
  }

  /**
   * An installed package stands for its files, of which there are hundreds: they change with its manifest, with the
   * names in its folder, or with what the package manager wrote of the installation.
   *
   * @returns the folders of such packages, as they were named, with the folders that they really are
   */
  private recordInstalled(): ReadonlyMap<string, string> {
    const named = new Set([...this.files.keys()].flatMap((path) => packageFolderOf(path) ?? []));
    const installed = new Map<string, string>();
    for (const folder of named) {
      const real = installedFolder(folder);
      if (real !== undefined) installed.set(folder, real);
    }
    const folders = new Set(installed.values());
    for (const folder of folders) {
      this.readFile(join(folder, "package.json"));
      this.recordListing(folder);
    }
    for (const record of new Set([...folders].flatMap(installRecordsOf))) this.readFile(record);
    return installed;
  }

  /** Under the nearest folder that exists: it alone tells when that changes. */
  private recordAbsent(path: string): void {
    const folder = dirname(path);
    if (folder === path) return;
    if (!ts.sys.directoryExists(folder)) {
      this.recordAbsent(folder);
      return;
    }
    const names = this.absent.get(folder) ?? new Set();
    this.absent.set(folder, names.add(basename(path)));
  }

  private recordListing(folder: string): void {
    if (this.listed.has(folder)) return;
    if (!ts.sys.directoryExists(folder)) this.recordAbsent(folder);
    else this.listed.set(folder, relevantNames(folder));
  }
}

/** One link for all that was reached through it. */
function atItsPackage([path, target]: [string, string]): [string, string] {
  const folder = packageFolderOf(path);
  const below = folder === undefined ? "" : path.slice(folder.length);
  return folder !== undefined && target.endsWith(below)
    ? [folder, target.slice(0, target.length - below.length)]
    : [path, target];
}

function mtimeOf(folder: string): number {
  return statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isUtf16(content: Buffer): boolean {
  const mark = content.subarray(0, 2).toString("hex");
  return mark === "fffe" || mark === "feff";
}

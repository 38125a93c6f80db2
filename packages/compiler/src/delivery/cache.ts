import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Head } from "./entry-file";
import { hashOf } from "./inputs";

/** One folder of cached results: an entry a project, and an index from sources to entries. */
export class Cache {
  private constructor(readonly folder: string) {}

  /** Beside the nearest package.json; in the system's folder for temporary files where that cannot be written. */
  static for(file: string): Cache | undefined {
    const home = packageFolder(file);
    const own = home === undefined ? undefined : join(home, "node_modules", ".cache", "skills");
    if (own !== undefined && isWritable(own)) return new Cache(own);
    const temporary = temporaryFolder(home ?? dirname(file));
    return isWritable(temporary) ? new Cache(temporary) : undefined;
  }

  /** The lock of a process that asks, until it has its answer: of several, one asks for what the others then find. */
  get asking(): string {
    return join(this.folder, "asking.lock");
  }

  /** The lock of the process that compiles, until its entry is written. */
  get compiling(): string {
    return join(this.folder, "compiling.lock");
  }

  /** The file of the entry that answers for a source; undefined where the index knows of none. */
  fileFor(source: string): string | undefined {
    const name = this.index()[source];
    return typeof name === "string" && /^[\w-]+\.entry$/.test(name) ? join(this.folder, name) : undefined;
  }

  /** When an entry was last found to hold, in milliseconds since the epoch: what changed before that is in it. */
  heldAt(entryFile: string): number {
    return statSync(entryFile).mtimeMs;
  }

  /** @param when before the look that found it to hold */
  renew(entryFile: string, when: number): void {
    try {
      utimesSync(entryFile, when / 1000, when / 1000);
    } catch {
      return;
    }
  }

  /** To be called under the lock `compiling`. What cannot be written is compiled again next time. */
  write({ project, serves, inputs }: Omit<Head, "general" | "parts">, content: Buffer): void {
    const name = `${hashOf(project).replace(/\W/g, "_")}.entry`;
    const index = this.index();
    for (const file of serves) index[file] = name;
    try {
      writeWhole(join(this.folder, name), content, inputs.recordedAt);
      writeWhole(join(this.folder, "index.json"), JSON.stringify(index));
    } catch {
      return;
    }
  }

  private index(): { [file: string]: unknown } {
    const index = readJson(join(this.folder, "index.json"));
    return typeof index === "object" && index !== null && !Array.isArray(index)
      ? (index as { [file: string]: unknown })
      : {};
  }
}

function packageFolder(file: string): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

function temporaryFolder(home: string): string {
  const { tmpdir, userInfo } = require("node:os") as typeof import("node:os");
  const userId = (): string => {
    try {
      return String(userInfo().uid);
    } catch {
      return "user";
    }
  };
  return join(tmpdir(), `skills-${userId()}`, hashOf(home).replace(/\W/g, ""));
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** A reader sees the old file or the new one, never a part. */
function writeWhole(path: string, content: string | Buffer, mtimeMs?: number): void {
  const part = `${path}.${String(process.pid)}.part`;
  try {
    writeFileSync(part, content);
    if (mtimeMs !== undefined) utimesSync(part, mtimeMs / 1000, mtimeMs / 1000);
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}

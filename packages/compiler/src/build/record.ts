import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Cache } from "../delivery/cache";
import { hashOf, stillHolds, type FileRecord, type Inputs } from "../delivery/inputs";
import type { SchemaOptions } from "../schema-options";
import type { BuildResult } from "./builder";

type Remembered = Pick<BuildResult, "outputs" | "tools" | "diagnostics" | "folders">;

interface Content extends Remembered {
  stamp: string;
  /** What the build read. */
  inputs: Inputs;
  /** What it wrote, to notice files that were changed or removed. */
  written: FileRecord[];
}

/** What is known of the last build of one tsconfig.json, into one place and in one form; kept in the compiler's cache. */
export class BuildRecord {
  private constructor(private readonly file: string | undefined) {}

  static for(config: string, out: string | undefined, { titles, inlineRefs }: SchemaOptions): BuildRecord {
    const name = hashOf(
      JSON.stringify([config, out === undefined ? null : resolve(out), titles === true, inlineRefs === true]),
    );
    const folder = Cache.for(config)?.folder;
    return new BuildRecord(folder && join(folder, `build-${name.replace(/\W/g, "_")}.json`));
  }

  /** The last build's result, where building again would give the same. */
  read(stamp: string): Remembered | undefined {
    if (this.file === undefined) return undefined;
    try {
      const content = JSON.parse(readFileSync(this.file, "utf8")) as Content;
      if (content.stamp !== stamp || !stillHolds(content.inputs)) return undefined;
      if (!stillHolds(asTheyWere(content.written))) return undefined;
      const { outputs, tools, diagnostics, folders } = content;
      return { outputs, tools, diagnostics, folders };
    } catch {
      // There is none, or it is of another form: building again makes a good one.
      return undefined;
    }
  }

  /** What cannot be written is built again next time. */
  write(stamp: string, inputs: Inputs, result: Remembered): void {
    if (this.file === undefined) return;
    const written = result.outputs.map(({ path }) => recordOf(path));
    const content: Content = { stamp, inputs, written, ...result };
    try {
      writeFileSync(this.file, JSON.stringify(content));
    } catch {
      return;
    }
  }
}

function recordOf(path: string): FileRecord {
  const { size, mtimeMs } = statSync(path);
  return [path, size, mtimeMs, hashOf(readFileSync(path))];
}

/** Nobody edits an output in the moment after it was written: its time and size tell enough. */
function asTheyWere(files: FileRecord[]): Inputs {
  return { recordedAt: Infinity, files, absent: [], listed: [], links: [] };
}

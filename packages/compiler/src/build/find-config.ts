import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The tsconfig.json that is meant: `file` is absolute, and undefined where there is none. */
export function findConfig(project: string | undefined): { asked: string; file?: string } {
  if (project === undefined) return nearest(process.cwd());
  const asked = resolve(project);
  const file = isA("directory", asked) ? join(asked, "tsconfig.json") : asked;
  return isA("file", file) ? { asked, file } : { asked: file };
}

function nearest(start: string): { asked: string; file?: string } {
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, "tsconfig.json");
    if (isA("file", file)) return { asked: file, file };
    if (dirname(folder) === folder) return { asked: join(start, "tsconfig.json") };
  }
}

function isA(kind: "file" | "directory", path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return (kind === "file" ? stat?.isFile() : stat?.isDirectory()) ?? false;
}

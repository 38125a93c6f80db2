import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const NOT_OURS = new Set(["node_modules", "dist", "coverage"]);

/** The files under `root/folder` whose names end so, as sorted paths from `root`; none where there is no folder. */
export function filesIn(root: string, folder: string, ending: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesIn(root, path, ending);
      return entry.isFile() && entry.name.endsWith(ending) ? [path] : [];
    })
    .sort();
}

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Grows with every change of the cache's or the manifest's form. */
const FORMAT = 5;

const PACKAGE = join(__dirname, "..", "..");

/** The compiler's output, also while this module itself runs from `src`. */
export const DIST = join(PACKAGE, "dist");

let known: string | undefined;

/** Names the compiler that made a result: nothing made by others is used. Its TypeScript is among a result's inputs. */
export function compilerStamp(): string {
  known ??= [FORMAT, version(), builtAt()].join(" ");
  return known;
}

function version(): unknown {
  const manifest = readFileSync(join(PACKAGE, "package.json"), "utf8");
  return (JSON.parse(manifest) as { version?: unknown }).version;
}

/** Only a working copy of this repository has build information, and may change without a new version. */
function builtAt(): number | undefined {
  return statSync(join(DIST, ".tsbuildinfo"), { throwIfNoEntry: false })?.mtimeMs;
}

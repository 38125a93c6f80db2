import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "./inputs";

/** Grows with every change of the cache's or the manifest's form. */
const FORMAT = 1;

const PACKAGE = join(__dirname, "..", "..");

/** The compiler's output, also while this module itself runs from `src`. */
export const DIST = join(PACKAGE, "dist");

let known: string | undefined;

/** Names the compiler and the TypeScript that made a result: nothing made by others is used. */
export function compilerStamp(): string {
  known ??= hashOf(
    JSON.stringify([
      FORMAT,
      versionIn(join(PACKAGE, "package.json")),
      versionIn(require.resolve("typescript/package.json")),
      builtAt(),
    ]),
  );
  return known;
}

function versionIn(file: string): unknown {
  return (JSON.parse(readFileSync(file, "utf8")) as { version?: unknown }).version;
}

/** Only a working copy of this repository has build information, and may change without a new version. */
function builtAt(): number | undefined {
  return statSync(join(DIST, ".tsbuildinfo"), { throwIfNoEntry: false })?.mtimeMs;
}

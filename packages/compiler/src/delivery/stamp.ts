import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "./inputs";

/** Grows with every change of the cache's or the manifest's form. */
const FORMAT = 1;

/** The compiler's output; this file lies one folder below `src` or `dist`. */
export const DIST = join(__dirname, "..", "..", "dist");

let known: string | undefined;

/** Names the compiler and the TypeScript that made a result: nothing made by others is used. */
export function compilerStamp(): string {
  known ??= hashOf(JSON.stringify([FORMAT, process.version, typescriptVersion(), ownFiles()]));
  return known;
}

function typescriptVersion(): unknown {
  const file = require.resolve("typescript/package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version?: unknown }).version;
}

function ownFiles(): unknown[] {
  return readdirSync(DIST, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(DIST, name));
      return [name, size, mtimeMs];
    });
}

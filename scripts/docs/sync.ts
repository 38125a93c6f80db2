import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pagesOf, problemsOf, synced } from "./check";

/** Rewrites the fences of every page from their sources, then says what only a person can mend. */

const root = resolve(process.argv[2] ?? join(__dirname, "../.."));

for (const page of pagesOf(root)) {
  const file = join(root, page);
  const text = synced(root, page);
  if (text !== readFileSync(file, "utf8")) {
    writeFileSync(file, text);
    console.log(`${page}: rewritten`);
  }
  for (const problem of problemsOf(root, page)) {
    console.error(problem);
    process.exitCode = 1;
  }
}

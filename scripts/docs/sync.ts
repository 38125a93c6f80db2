import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pagesOf, problemsOf, synced } from "./check";
import { errorIndex, INDEX, problemsOfErrors } from "./errors";

/**
 * Rewrites what pages take from elsewhere (the fences of every page, the index of the errors), then says what only a
 * person can mend.
 */

const root = resolve(process.argv[2] ?? join(__dirname, "../.."));

function rewrite(page: string, text: string): void {
  const file = join(root, page);
  if (existsSync(file) && text === readFileSync(file, "utf8")) return;
  writeFileSync(file, text);
  console.log(`${page}: rewritten`);
}

mkdirSync(dirname(join(root, INDEX)), { recursive: true });
rewrite(INDEX, errorIndex(root));
for (const page of pagesOf(root)) rewrite(page, synced(root, page));

for (const problem of [
  ...problemsOfErrors(root),
  ...pagesOf(root).flatMap((page) => problemsOf(root, page)),
]) {
  console.error(problem);
  process.exitCode = 1;
}

/**
 * The site, from what the repository already has: the pages of docs/, and an API reference from the packages' sources.
 * `pnpm run build` here, or `pnpm run docs:site` at the root. All of it lands in dist/: `pages` is what vitepress reads,
 * `site` what it makes.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PAGES, stagedPages } from "./pages.mjs";

const HERE = import.meta.dirname;

function run(program, ...args) {
  execFileSync(join(HERE, "node_modules/.bin", program), args, { cwd: HERE, stdio: "inherit" });
}

rmSync(join(HERE, "dist"), { recursive: true, force: true });
mkdirSync(PAGES, { recursive: true });

run("typedoc");
for (const [path, text] of stagedPages()) {
  mkdirSync(join(PAGES, path, ".."), { recursive: true });
  writeFileSync(join(PAGES, path), text);
}
cpSync(join(HERE, "public"), join(PAGES, "public"), { recursive: true });
run("vitepress", "build", ".");

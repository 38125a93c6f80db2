import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { promisify } from "node:util";
import webpack from "webpack";
import { npx as npxIn, PEERS } from "../npx.js";

const project = realpathSync(mkdtempSync(join(tmpdir(), "bundled-shop-")));

const npx = (command: string): string => npxIn(command, project);

/** The bundle, moved away from the sources, as production runs it. */
function run(file: string): string {
  renameSync(join(project, "src"), join(project, "src-elsewhere"));
  try {
    return execFileSync(process.execPath, ["--disallow-code-generation-from-strings", file], {
      cwd: project,
      encoding: "utf8",
      env: { ...process.env, NODE_ENV: "production" },
    });
  } finally {
    renameSync(join(project, "src-elsewhere"), join(project, "src"));
  }
}

const SAID = '{"id":"A1","status":"sent"} 200 BrokenSchemaError\n';

before(() => {
  cpSync(join(PEERS, "bundlers"), project, { recursive: true });
  symlinkSync(join(PEERS, "node_modules"), join(project, "node_modules"));
});
beforeEach(() => {
  rmSync(join(project, "bundle"), { recursive: true, force: true });
});
after(() => {
  rmSync(project, { recursive: true });
});

test("esbuild: the manifest beside the bundle is found", () => {
  npx("npx esbuild src/main.ts --bundle --platform=node --outfile=bundle/main.cjs --minify --keep-names");
  npx("npx skills build --out bundle");
  assert.equal(run("bundle/main.cjs"), SAID);
});

test("esbuild, as its esbuild.config.mjs says: a bundle that is an ES module", () => {
  execFileSync(process.execPath, ["esbuild.config.mjs"], { cwd: project });
  npx("npx skills build --out bundle");
  assert.equal(run("bundle/main.mjs"), SAID);
});

test("esbuild without --keep-names: an error that says what is missing, not a guess", () => {
  npx("npx esbuild src/main.ts --bundle --platform=node --outfile=bundle/main.cjs --minify");
  npx("npx skills build --out bundle");
  assert.throws(() => run("bundle/main.cjs"), /S1\d\d: nothing describes/);
});

test("rollup, as its rollup.config.mjs says", () => {
  npx("npx tsc");
  npx("npx rollup --config rollup.config.mjs --silent");
  npx("npx skills build --out bundle");
  assert.equal(run("bundle/main.cjs"), SAID);
});

test("webpack, as its webpack.config.cjs says", async () => {
  npx("npx tsc");
  const config = createRequire(join(project, "x"))("./webpack.config.cjs") as webpack.Configuration;
  const stats = await promisify((done: (error: Error | null, stats?: webpack.Stats) => void) => {
    webpack({ ...config, context: project }, done);
  })();
  assert.equal(stats?.hasErrors(), false, stats?.toString());
  npx("npx skills build --out bundle");
  assert.equal(run("bundle/main.cjs"), SAID);
});

test("one file with everything in it: useManifest", () => {
  npx("npx skills build --out build");
  npx("npx esbuild src/one-file.ts --bundle --platform=node --outfile=bundle/main.cjs --minify --keep-names");
  assert.equal(run("bundle/main.cjs"), SAID);
});

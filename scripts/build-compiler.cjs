const { spawnSync } = require("node:child_process");
const { dirname, join } = require("node:path");

/**
 * Before tests: the compiler describes classes in a process of its own, which runs its output. It is built here, so
 * that no test meets an older one; where nothing changed this takes a moment.
 */
module.exports = function buildCompiler() {
  const root = join(__dirname, "..");
  const tsc = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-b", "packages/compiler"], {
    cwd: root,
    encoding: "utf8",
  });
  if (status === 0) return;
  // An error elsewhere leaves the compiler's output as fresh as it can be; tests of that package will say it.
  if (/^packages\/compiler\//m.test(stdout)) throw new Error(`@skills/compiler does not build:\n${stdout}`);
  process.stderr.write(stdout);
};

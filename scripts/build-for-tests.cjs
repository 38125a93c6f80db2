const { spawnSync } = require("node:child_process");
const { dirname, join } = require("node:path");

/** What tests run as processes: the compiler that describes classes on demand, and the command. */
const BUILT = ["packages/compiler", "packages/cli"];

/**
 * Before tests: what runs in a process of its own runs from its output. It is built here, so that no test meets an older
 * one; where nothing changed this takes a moment.
 */
module.exports = function buildForTests() {
  const root = join(__dirname, "..");
  const tsc = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-b", ...BUILT], {
    cwd: root,
    encoding: "utf8",
  });
  if (status === 0) return;
  // An error elsewhere leaves the output as fresh as it can be; tests of that package will say it.
  const broken = BUILT.find((folder) => new RegExp(`^${folder}/`, "m").test(stdout));
  if (broken !== undefined) throw new Error(`${broken} does not build:\n${stdout}`);
  process.stderr.write(stdout);
};

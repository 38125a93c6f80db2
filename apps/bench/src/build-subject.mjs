// node build-subject.mjs NAME FOLDER METHODS: does one thing once, in a process of its own, and writes what that cost.
import { existsSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { changedFile, inputNames } from "./build-projects.mjs";

const require = createRequire(import.meta.url);
const CLI = join(dirname(require.resolve("@skills/cli/package.json")), "dist/bin.js");
const [name, folder, methods] = process.argv.slice(2);

/**
 * Of the process so far and of those that it started and that have ended, or since an earlier reading: milliseconds by
 * the clock and of the processor; MiB at the peak, of this process.
 */
function cost(since = { ms: 0, cpu: 0 }) {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cpu = (userCPUTime + systemCPUTime) / 1000 + childrenMs();
  return { ms: performance.now() - since.ms, cpu: cpu - since.cpu, peak: maxRSS / 1024 };
}

/** Node does not tell; Linux does, in hundredths of a second, behind the name, which may hold anything. */
function childrenMs() {
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  const [user, system] = fields.slice(13, 15).map(Number);
  return (user + system) * 10;
}

function parsedConfig(ts, config) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} };
  return ts.getParsedCommandLineOfConfigFile(config, {}, host);
}

let result;

const SUBJECTS = {
  tsc() {
    process.argv = [process.argv[0], "tsc", "--noEmit", "-p", folder];
    require("typescript/lib/tsc.js");
  },

  program() {
    const ts = require("typescript");
    const { fileNames, options } = parsedConfig(ts, join(folder, "tsconfig.json"));
    ts.createProgram({ rootNames: fileNames, options }).getTypeChecker();
  },

  manifest() {
    const { compile } = require("@skills/compiler");
    const { manifest, diagnostics } = compile({ project: folder });
    if (manifest.skills.length * 10 !== Number(methods) || diagnostics.length > 0) throw new Error("wrong");
  },

  build() {
    process.argv = [process.argv[0], "skills", "build", "-p", folder];
    require(CLI);
  },

  changed() {
    const { Builder } = require("@skills/compiler/build");
    const builder = new Builder(true);
    // The first change finds a watcher that may have read nothing yet; the last one what most changes find.
    for (const step of ["a", "b", "c"]) {
      const [file, text] = changedFile(folder, `${process.pid}${step}`);
      writeFileSync(file, text);
      const before = cost();
      if (builder.build({ project: folder }).isUpToDate) throw new Error("the change was not seen");
      result = cost(before);
    }
  },

  async onDemand() {
    const [file] = changedFile(folder, "");
    const before = cost();
    const { manifestForFile } = require("@skills/compiler/on-demand");
    const { manifest } = manifestForFile(file);
    result = cost(before);
    if (manifest.skills[0]?.tools.length !== 10) throw new Error("wrong");
    // What compiles has answered, and goes on for the cache: it must not burden the next subject.
    const goesOn = join(folder, "node_modules/.cache/skills/compiling.lock");
    while (existsSync(goesOn)) await sleep(20);
  },

  tjs() {
    const TJS = require("typescript-json-schema");
    const ts = require("typescript");
    const { fileNames, options } = parsedConfig(ts, join(folder, "inputs/tsconfig.json"));
    const program = ts.createProgram({ rootNames: fileNames, options });
    const settings = { required: true, noExtraProps: true, ignoreErrors: true };
    const generator = TJS.buildGenerator(program, settings);
    for (const input of inputNames(Number(methods))) generator.getSchemaForSymbol(input);
  },

  async tsjsg() {
    const { createGenerator } = await import("ts-json-schema-generator");
    const generator = createGenerator({
      path: join(folder, "inputs/*.ts"),
      tsconfig: join(folder, "inputs/tsconfig.json"),
      skipTypeCheck: true,
    });
    for (const input of inputNames(Number(methods))) generator.createSchema(input);
  },
};

process.on("exit", () => writeSync(2, `COST ${JSON.stringify(result ?? cost())}\n`));
await SUBJECTS[name]();

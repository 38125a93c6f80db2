import { execFileSync } from "node:child_process";
import { relative, resolve, sep } from "node:path";

const DIST = resolve(__dirname, "../dist");

const CORE = resolve(__dirname, "../../core/dist");

/** What a process of its own has loaded after a script: files of the built package and of core, packages, and of node. */
function loadedBy(script: string): { files: string[]; core: string[]; packages: string[]; http: boolean } {
  const text = execFileSync(
    process.execPath,
    [
      "-e",
      `const testing = require(${JSON.stringify(DIST)}); ${script};
      process.on("exit", () => console.log(JSON.stringify({
        cached: Object.keys(require.cache),
        http: process.moduleLoadList.includes("NativeModule _http_server"),
      })));`,
    ],
    { encoding: "utf8", cwd: __dirname },
  );
  const { cached, http } = JSON.parse(text) as { cached: string[]; http: boolean };
  const filesIn = (folder: string): string[] =>
    cached.filter((file) => file.startsWith(folder + sep)).map((file) => relative(folder, file));
  const packages = cached.flatMap((file) => file.split(`node_modules${sep}`).slice(1).slice(-1));
  return {
    files: filesIn(DIST),
    core: filesIn(CORE),
    packages: packages.map((path) =>
      path
        .split(sep)
        .slice(0, path.startsWith("@") ? 2 : 1)
        .join("/"),
    ),
    http,
  };
}

const LATER =
  /^(cassette|claude-code|fuzz(?!.fuzz-error)|faces.server|network-guard|shop.desk-skill-tool|jest)\b/;

test("what a scripted conversation does not need is not loaded with the package", () => {
  const { files, core, packages, http } = loadedBy("new testing.ScriptedModel([{ text: 'Hello.' }]).port()");
  expect(files).toContain("index.js");
  expect(files.filter((file) => LATER.test(file))).toEqual([]);
  expect(core).toEqual(["errors.js"]);
  expect(packages).toEqual([]);
  expect(http).toBe(false);
});

test.each([
  ["faces/server.js", "void new testing.ScriptedModel().listen().then((server) => server.close())"],
  ["claude-code/process.js", "testing.spawnClaudeCode(new testing.ScriptedModel())"],
  ["network-guard.js", "testing.guardNetwork().stop()"],
  ["fuzz/fuzz-skill.js", "void testing.fuzzSkill({}).catch(() => {})"],
  ["fuzz/fuzz-agent.js", "void testing.fuzzAgent(() => {}, { runs: 1 }).catch(() => {})"],
  ["cassette/replay.js", "void testing.replay('none').catch(() => {})"],
  [
    "cassette/record.js",
    "void testing.record({ target: 'http://127.0.0.1:9', file: '' }).then(({ close }) => close()).catch(() => {})",
  ],
])("%s is loaded with its first use", (file, script) => {
  expect(loadedBy(script).files).toContain(file.replace("/", sep));
});

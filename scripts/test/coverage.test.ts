import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ModuleKind, transpileModule } from "typescript";

const ROOT = join(__dirname, "../..");

/** Three statements, on lines 2, 4 and 6: tests run the first, a child process the second, nobody the third. */
const SOURCE = [
  "export function run(what: string): number {",
  '  if (what === "in jest") return 1;',
  "  // a comment between",
  '  if (what === "in a child") return 2;',
  "",
  "  return 3;",
  "}",
];

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "coverage-")));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** As jest leaves it: the statement of line 2 was run, those of lines 4 and 6 were not. */
function writeJestReport(): void {
  const path = join(root, "packages/core/src/run.ts");
  const at = (line: number) => ({ start: { line, column: 2 }, end: { line, column: 30 } });
  const coverage = {
    path,
    statementMap: { 0: at(2), 1: at(4), 2: at(6) },
    s: { 0: 1, 1: 0, 2: 0 },
    fnMap: {},
    f: {},
    branchMap: {},
    b: {},
  };
  write("reports/jest/coverage-final.json", JSON.stringify({ [path]: coverage }));
}

function runChild(): void {
  const options = { module: ModuleKind.CommonJS, sourceMap: true };
  const built = transpileModule(SOURCE.join("\n"), { compilerOptions: options, fileName: "run.ts" });
  write("packages/core/src/run.ts", SOURCE.join("\n"));
  write("packages/core/dist/run.js", built.outputText);
  write("packages/core/dist/run.js.map", (built.sourceMapText ?? "").replace('"run.ts"', '"../src/run.ts"'));
  const child = spawnSync(
    process.execPath,
    ["-e", `require(${JSON.stringify(join(root, "packages/core/dist/run.js"))}).run("in a child")`],
    { env: { ...process.env, NODE_V8_COVERAGE: join(root, "reports/children") } },
  );
  expect(child.status).toBe(0);
}

function gate() {
  return spawnSync(
    process.execPath,
    [require.resolve("ts-node/dist/bin.js"), join(ROOT, "scripts/coverage.ts"), join(root, "reports"), root],
    { encoding: "utf8" },
  );
}

test("a line counts as covered where a child process ran it, and only there", () => {
  writeJestReport();
  runChild();
  const { stdout, status, stderr } = gate();
  expect(stderr).toBe("");
  expect(stdout).toContain("core          66.7 % of 3 lines\n  packages/core/src/run.ts: 6\n");
  expect(stdout).toContain("below 90 %");
  expect(status).toBe(1);
}, 30_000);

test("without child processes, jest's own lines stand", () => {
  writeJestReport();
  expect(gate().stdout).toContain("core          33.3 % of 3 lines\n  packages/core/src/run.ts: 4, 6\n");
}, 30_000);

test.each([
  ["nothing of it", ""],
  ["a piece of it", '{"result":[{"scriptId":"1","url":"file:///x'],
])(
  "a process that was killed while it wrote its report, and wrote %s, takes nothing from the others",
  (_, torn) => {
    writeJestReport();
    runChild();
    write("reports/children/torn.json", torn);
    const { stdout, stderr } = gate();
    expect(stderr).toBe("");
    expect(stdout).toContain("core          66.7 % of 3 lines");
  },
  30_000,
);

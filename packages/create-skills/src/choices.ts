import type { ModuleType, TestRunner } from "./create";

/** Known to work together; a test installs and runs them. */
const VERSIONS = {
  "@anthropic-ai/sdk": "^1.14.0",
  "@jest/globals": "^30.5.2",
  "@types/node": "^20.19.25",
  jest: "^30.5.2",
  "ts-jest": "^29.4.15",
  tsx: "^4.23.15",
  // The newest that ts-jest takes.
  typescript: "~6.0.3",
  vitest: "^4.1.12",
};

/** All packages of this project are released under one version. */
const { version } = require("../package.json") as { version: string };

const TEST_PACKAGES: { [tests in TestRunner]: (keyof typeof VERSIONS)[] } = {
  vitest: ["vitest"],
  jest: ["@jest/globals", "jest", "ts-jest"],
};

export function packageJson(name: string, type: ModuleType, tests: TestRunner): string {
  const known = (names: (keyof typeof VERSIONS)[]) => names.map((each) => [each, VERSIONS[each]]);
  const own = (names: string[]) => names.map((each) => [`@skills/${each}`, `^${version}`]);
  const sorted = (entries: string[][]): unknown =>
    Object.fromEntries(entries.sort(([one = ""], [other = ""]) => one.localeCompare(other)));
  const json = {
    name,
    version: "0.1.0",
    private: true,
    type,
    scripts: {
      start: "tsx src/main.ts",
      test: testCommand(type, tests),
      check: "tsc && skills check",
      build: "tsc -p tsconfig.build.json && skills build -p tsconfig.build.json",
      serve: "node dist/main.js",
    },
    dependencies: sorted([...known(["@anthropic-ai/sdk"]), ...own(["core", "runner"])]),
    devDependencies: sorted([
      ...own(["cli", "compiler", "testing"]),
      ...known(["@types/node", "tsx", "typescript", ...TEST_PACKAGES[tests]]),
    ]),
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}

function testCommand(type: ModuleType, tests: TestRunner): string {
  if (tests === "vitest") return "vitest run";
  return type === "module" ? "node --experimental-vm-modules node_modules/jest/bin/jest.js" : "jest";
}

const SLOW_FIRST_TEST =
  "// The first test of all reads the project's types, which takes some seconds; what was read is kept.";

/** The files that only one kind of project has: by their names, their texts. */
export function runnerFiles(type: ModuleType, tests: TestRunner): [string, string][] {
  if (tests === "vitest")
    return [["vitest.config.mjs", `${SLOW_FIRST_TEST}\nexport default { test: { testTimeout: 30_000 } };\n`]];
  const isModule = type === "module";
  const config = [
    `${isModule ? "export default" : "module.exports ="} {`,
    '  preset: "@skills/testing",',
    ...(isModule ? ['  extensionsToTreatAsEsm: [".ts"],'] : []),
    `  transform: { "\\\\.ts$": ["ts-jest", ${isModule ? "{ useESM: true }" : "{}"}] },`,
    "  // TypeScript's imports name the files that will be there once it has run.",
    '  moduleNameMapper: { "^(\\\\.{1,2}/.*)\\\\.js$": "$1" },',
    '  testPathIgnorePatterns: ["/node_modules/", "/dist/"],',
    `  ${SLOW_FIRST_TEST}`,
    "  testTimeout: 30_000,",
    "};",
  ];
  return [["jest.config.js", `${config.join("\n")}\n`]];
}

/** @jest-config-loader-options {"transpileOnly": true} */
import type { Config } from "jest";
import { existsSync, readdirSync } from "node:fs";

/** The folder that a run leaves its reports in: results, coverage, coverage of child processes. None: no reports. */
const reports = process.env.SKILLS_TEST_REPORTS;

const packages = ["packages", "apps"]
  .flatMap((group) => readdirSync(`${__dirname}/${group}`).map((name) => `${group}/${name}`))
  .filter((folder) => existsSync(`${__dirname}/${folder}/test/tsconfig.json`));

/** `SKILLS_SEED` repeats the same random cases: CI judges a change, and new cases are found where people work. */
const seeded = process.env.SKILLS_SEED && { "^fast-check$": "<rootDir>/scripts/jest/seeded-fast-check.js" };

/** One project of tests: `roots` and not `rootDir` narrows it, so that coverage patterns mean one thing everywhere. */
const project = (displayName: string, root: string, tsconfig: string) => ({
  displayName,
  rootDir: __dirname,
  roots: [`<rootDir>/${root}`],
  testEnvironment: `<rootDir>/scripts/jest/environment.js`,
  testEnvironmentOptions: { customExportConditions: ["@skills/source", "node", "node-addons"] },
  testMatch: ["**/*.test.ts"],
  ...(seeded && { moduleNameMapper: seeded }),
  testPathIgnorePatterns: ["/node_modules/", "/dist/", "/fixtures/"],
  transform: { "\\.ts$": ["ts-jest", { tsconfig: `<rootDir>/${root}/${tsconfig}` }] as [string, object] },
});

const config: Config = {
  // A test that is the first to use a class compiles its project, which takes its time on a busy machine.
  testTimeout: 60_000,
  globalSetup: `${__dirname}/scripts/build-for-tests.cjs`,
  projects: [
    ...packages.map((folder) => project(folder.split("/")[1] ?? folder, folder, "test/tsconfig.json")),
    project("docs", "docs", "examples/tsconfig.json"),
    project("house", "scripts", "tsconfig.json"),
  ],
  ...(reports && {
    reporters: ["default", ["<rootDir>/scripts/jest/results-reporter.js", { folder: reports }]],
    collectCoverage: true,
    collectCoverageFrom: ["packages/*/src/**/*.ts"],
    coverageDirectory: `${reports}/jest`,
    coverageReporters: ["json"],
  }),
};

export default config;

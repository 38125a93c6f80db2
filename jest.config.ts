/** @jest-config-loader-options {"transpileOnly": true} */
import type { Config } from "jest";

/** The folder that a run leaves `results.json` in. */
const results = process.env.SKILLS_TEST_RESULTS;

/** The folder for coverage, also of child processes: to measure it takes half as long again. */
const coverage = process.env.SKILLS_COVERAGE;

/** `SKILLS_SEED` repeats the same random cases: CI judges a change, and new cases are found where people work. */
const seeded = process.env.SKILLS_SEED && { "^fast-check$": "<rootDir>/scripts/jest/seeded-fast-check.js" };

/** Most of the time of a file of tests would go into loading the compiler. */
const sharedTypeScript = { "^typescript$": "<rootDir>/scripts/jest/typescript.js" };

/** One project for all packages: with one each, a source that several packages test would be compiled for each anew. */
const config: Config = {
  // Jest would leave a core to whoever watches.
  maxWorkers: "100%",
  roots: ["packages", "apps", "docs", "scripts"].map((folder) => `<rootDir>/${folder}`),
  // These have installs of their own.
  modulePathIgnorePatterns: ["<rootDir>/apps/bench/", "<rootDir>/docs/peers/", "<rootDir>/scripts/proofs/"],
  testMatch: ["**/*.test.ts"],
  testPathIgnorePatterns: ["/node_modules/", "/dist/", "/fixtures/", "/template/"],
  testEnvironment: "<rootDir>/scripts/jest/environment.js",
  testEnvironmentOptions: { customExportConditions: ["@skills/source", "node", "node-addons"] },
  transform: { "\\.ts$": ["ts-jest", { tsconfig: "<rootDir>/tsconfig.base.json" }] },
  moduleNameMapper: { ...sharedTypeScript, ...seeded },
  // A test that is the first to use a class compiles its project, which takes its time on a busy machine.
  testTimeout: 60_000,
  globalSetup: "<rootDir>/scripts/build-for-tests.cjs",
  ...(results && {
    reporters: ["default", ["<rootDir>/scripts/jest/results-reporter.js", { folder: results }]],
  }),
  ...(coverage && {
    collectCoverage: true,
    collectCoverageFrom: ["packages/*/src/**/*.ts"],
    coverageDirectory: `${coverage}/jest`,
    coverageReporters: ["json"],
  }),
};

export default config;

/** @jest-config-loader-options {"transpileOnly": true} */
import type { Config } from "jest";
import { readdirSync } from "node:fs";

const folders = ["packages", "apps"].flatMap((group) =>
  readdirSync(`${__dirname}/${group}`).map((name) => `${group}/${name}`),
);

const config: Config = {
  projects: folders.map((folder) => ({
    displayName: folder.split("/")[1],
    rootDir: `${__dirname}/${folder}`,
    testEnvironment: "node",
    testEnvironmentOptions: { customExportConditions: ["@skills/source", "node", "node-addons"] },
    testMatch: ["<rootDir>/test/**/*.test.ts"],
    transform: { "\\.ts$": ["ts-jest", { tsconfig: `${__dirname}/${folder}/test/tsconfig.json` }] },
  })),
};

export default config;

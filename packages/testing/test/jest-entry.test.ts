import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const FIXTURE = join(__dirname, "fixtures/jest-entry");
const CONFIG = {
  rootDir: FIXTURE,
  setupFilesAfterEnv: [join(__dirname, "../src/jest.ts")],
  testEnvironmentOptions: { customExportConditions: ["@skills/source", "node", "node-addons"] },
  transform: {
    "\\.ts$": [
      require.resolve("ts-jest"),
      { tsconfig: join(__dirname, "tsconfig.json"), diagnostics: false },
    ],
  },
};

interface Report {
  testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[];
}

describe("with the jest entry", () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [require.resolve("jest/bin/jest"), "--json", "-i", "--ci", "--config", JSON.stringify(CONFIG)],
    { cwd: FIXTURE, encoding: "utf8", timeout: 60_000 },
  );
  const results = (JSON.parse(stdout || "{}") as Partial<Report>).testResults?.[0]?.assertionResults ?? [];

  it("each test passes or fails as its title says, and the run ends by itself", () => {
    expect([results.length, stderr.includes("did not exit")]).toEqual([12, false]);
    expect(results.map(({ title, status }) => `${title.slice(0, 4)} ${status}`)).toEqual(
      results.map(({ title }) => (title.startsWith("pass") ? "pass passed" : "fail failed")),
    );
  });

  it("a failure says what it was", () => {
    const failures = results.flatMap(({ failureMessages }) => failureMessages);
    expect(failures).toEqual([
      expect.stringContaining("No request asked for step 1 (text: 'Never.')"),
      expect.stringContaining("breaks the rule at-least-one-message"),
      expect.stringContaining("a test opened a connection to 192.0.2.1:80"),
      expect.stringContaining("+ user       Never mind."),
      expect.stringContaining("the test's own error"),
      expect.stringContaining("No request asked for step 1 (text: 'Never.')"),
    ]);
    // Each shows a line of the test.
    expect(
      failures.map((text) => text.split("\n").some((line) => /^ +at .*checks\.test\.js:/.test(line))),
    ).toEqual(failures.map(() => true));
  });
});

test("the preset is that entry", () => {
  const preset: unknown = JSON.parse(readFileSync(join(__dirname, "../jest-preset.json"), "utf8"));
  expect(preset).toEqual({ setupFilesAfterEnv: ["@skills/testing/jest"] });
});

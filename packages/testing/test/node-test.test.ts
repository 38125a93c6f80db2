import { spawnSync } from "node:child_process";
import { join } from "node:path";

test("under node's own test runner, each test passes or fails as its title says", () => {
  const { stdout } = spawnSync(
    process.execPath,
    [
      "--conditions=@skills/source",
      `--require=${require.resolve("ts-node/register/transpile-only")}`,
      "--test-reporter=tap",
      join(__dirname, "fixtures/node-test/agent.test.ts"),
    ],
    {
      encoding: "utf8",
      timeout: 60_000,
      env: { PATH: process.env.PATH, TS_NODE_PROJECT: join(__dirname, "tsconfig.json") },
    },
  );
  const results = stdout.match(/^(?:not )?ok \d+ - \w+/gm);
  expect(results).toEqual(["ok 1 - passes", "ok 2 - passes", "not ok 3 - fails"]);
  expect(stdout).toContain("No request asked for step 1 (text: 'Never.')");
});

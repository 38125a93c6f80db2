/**
 * Under vitest, each test passes or fails as its title says: the matchers through `expect.extend`, and the entry for jest
 * as a setup file with `globals: true`. Build first (`pnpm build`), then, in this folder: `npm install && npm run vitest`.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { stdout, stderr } = spawnSync(
  process.execPath,
  [here("node_modules/vitest/vitest.mjs"), "run", "--root", here("vitest"), "--reporter=json"],
  { encoding: "utf8", timeout: 60_000, env: { ...process.env, CI: "true" } },
);
const { testResults } = JSON.parse(stdout.slice(stdout.indexOf("{")) || assert.fail(stderr));
const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
for (const { title, status, failureMessages } of tests) {
  assert.equal(
    status,
    title.startsWith("passes") ? "passed" : "failed",
    `${title}\n${failureMessages.join("\n")}`,
  );
  console.log(`as it says: ${title}`);
}
assert.equal(tests.length, 7);
const messages = tests.flatMap(({ failureMessages }) => failureMessages).join("\n");
assert.match(messages, /No request asked for step 3 \(text: 'Never\.'\) at .*plain\.test\.mjs:\d+/);
assert.match(messages, /No request asked for step 3 \(text: 'Never\.'\) at .*entry\.test\.mjs:\d+/);
assert.match(messages, /a test opened a connection to 192\.0\.2\.1:80/);

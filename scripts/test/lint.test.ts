import { spawnSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(__dirname, "../..");

/** The rules that the repository's own configuration finds broken, were this the text of a package's entry. */
function brokenRules(text: string): string[] {
  const eslint = spawnSync(
    process.execPath,
    [
      join(ROOT, "node_modules/eslint/bin/eslint.js"),
      ...["--stdin", "--stdin-filename", "packages/core/src/index.ts", "--format", "json"],
      // A program of that package alone, with the text that is given in place of the file.
      ...["--parser-options", "project:packages/core/tsconfig.json,disallowAutomaticSingleRunInference:true"],
    ],
    { cwd: ROOT, input: text, encoding: "utf8" },
  );
  const [{ messages }] = JSON.parse(eslint.stdout) as [{ messages: { ruleId: string }[] }];
  return messages.map(({ ruleId }) => ruleId);
}

test("the configuration holds directions, and forbids what hides errors or names", () => {
  const text = [
    'export { a } from "@skills/runner";',
    'export * from "./errors";',
    "export default 1;",
    "export const b: any = 1;",
    "export const c = (code: string): unknown => eval(code) as unknown;",
    "async function d(): Promise<void> {}",
    "d();",
  ];
  expect(brokenRules(text.join("\n")).sort()).toEqual(
    [
      "house/dependency-directions",
      "no-restricted-syntax",
      "no-restricted-exports",
      "@typescript-eslint/no-explicit-any",
      "no-eval",
      "@typescript-eslint/no-empty-function",
      "@typescript-eslint/no-floating-promises",
    ].sort(),
  );
}, 30_000);

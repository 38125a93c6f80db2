import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { problemsOfSecurity } from "../docs/security";

test("every threat of SECURITY.md names tests that exist", () => {
  expect(problemsOfSecurity(join(__dirname, "../.."))).toEqual([]);
});

describe("the check itself", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "security-"));
    mkdirSync(join(root, "test"));
    writeFileSync(join(root, "test/keys.test.ts"), 'test("refuses keys", () => {});');
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  const problems = (...lines: string[]): string[] => {
    writeFileSync(join(root, "SECURITY.md"), ["# Security", "", ...lines].join("\n"));
    return problemsOfSecurity(root);
  };

  test("finds a name over several lines, and reads no further than the item", () => {
    expect(
      problems("- **Keys.** Refused.", '  [keys](test/keys.test.ts): "refuses', '  keys".', "", 'A "quote".'),
    ).toEqual([]);
  });

  test.each([
    ["no test at all", ["- **Keys.** Refused."], "SECURITY.md:3: no test holds this"],
    [
      "a file that is not there",
      ['- **Keys.** [keys](test/gone.test.ts): "refuses keys"'],
      "SECURITY.md:3: test/gone.test.ts does not exist",
    ],
    [
      "a file alone",
      ["- **Keys.** [keys](test/keys.test.ts)"],
      "SECURITY.md:3: no test of test/keys.test.ts is named",
    ],
    [
      "a name that is not there",
      ['- **Keys.** [keys](test/keys.test.ts): "refuses locks"'],
      'SECURITY.md:3: test/keys.test.ts has no test "refuses locks"',
    ],
  ])("misses %s", (_, lines, problem) => {
    expect(problems(...lines)).toEqual([problem]);
  });
});

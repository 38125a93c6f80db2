import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { errorIndex, INDEX, problemsOfErrors } from "../docs/errors";

const ROOT = join(__dirname, "../..");

test("every code that a package throws has a page, and every page a code", () => {
  expect(problemsOfErrors(ROOT)).toEqual([]);
});

test("the index of the errors lists every page", () => {
  expect(readFileSync(join(ROOT, INDEX), "utf8")).toBe(errorIndex(ROOT));
});

describe("the check itself", () => {
  let root: string;
  const GOOD =
    "# S101: A tool is not a method\n\nText.\n\n## How it comes about\n\nSo.\n\n## The way out\n\nThus.\n";

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "errors-"));
    write("packages/core/src/a.ts", 'throw new SkillsError("S101", "no");');
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  test("is content with a page of every part", () => {
    write("docs/errors/S101.md", GOOD);
    expect(problemsOfErrors(root)).toEqual([]);
    expect(errorIndex(root)).toContain("- [S101](S101.md): A tool is not a method");
  });

  test("misses a page, and names the file that throws", () => {
    expect(problemsOfErrors(root)).toEqual([
      "packages/core/src/a.ts: S101 has no page: write docs/errors/S101.md",
    ]);
  });

  test("finds a page that nothing throws any more, without title and sections", () => {
    write("docs/errors/S101.md", GOOD);
    write("docs/errors/S102.md", "# Old\n");
    expect(problemsOfErrors(root)).toEqual([
      "docs/errors/S102.md: nothing throws S102: delete the page",
      'docs/errors/S102.md:1: the first line is not "# S102: what is wrong"',
      'docs/errors/S102.md: there is no section "## How it comes about"',
      'docs/errors/S102.md: there is no section "## The way out"',
    ]);
  });
});

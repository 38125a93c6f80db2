import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pagesOf, problemsOf, synced } from "../docs/check";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "docs-"));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(path: string, ...lines: string[]): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), lines.join("\n") + "\n");
}

function problems(...page: string[]): string[] {
  write("README.md", ...page);
  return problemsOf(root, "README.md");
}

const EXAMPLE = [
  "test('adds', () => {",
  "  // #region sum",
  "  const sum = add(1, 2);",
  "",
  "  if (sum !== 3) {",
  "    // eslint-disable-next-line no-console",
  "    console.log(sum);",
  "  }",
  "  // #endregion",
  "});",
];
const SHOWN = ["const sum = add(1, 2);", "", "if (sum !== 3) {", "  console.log(sum);", "}"];
const FROM = "<!-- from docs/examples/sum.test.ts#sum -->";

describe("a fence of code", () => {
  beforeEach(() => {
    write("docs/examples/sum.test.ts", ...EXAMPLE);
  });

  test("is right where it equals its region, dedented", () => {
    expect(problems("# Sum", "", FROM, "", "```ts", ...SHOWN, "```")).toEqual([]);
  });

  test("is wrong where it differs, and is told how to mend it", () => {
    expect(problems("# Sum", FROM, "```ts", "const sum = 4;", "```")).toEqual([
      "README.md:3: differs from docs/examples/sum.test.ts#sum: run `pnpm run docs:sync`",
    ]);
  });

  test("is rewritten from its source, and its neighbours are left alone", () => {
    write("README.md", "a", FROM, "```ts", "old", "```", "b", FROM, "```ts", "```", "c");
    expect(synced(root, "README.md").split("\n")).toEqual([
      "a",
      FROM,
      "```ts",
      ...SHOWN,
      "```",
      "b",
      FROM,
      "```ts",
      ...SHOWN,
      "```",
      "c",
      "",
    ]);
  });

  test("must say where it comes from", () => {
    expect(problems("```ts", "a", "```")).toEqual([
      "README.md:1: the fence does not say where it comes from: put `<!-- from docs/examples/FILE#REGION -->` above it",
    ]);
  });

  test("must name its language", () => {
    expect(problems(FROM, "```", "a", "```")).toEqual([
      expect.stringContaining("README.md:2: the fence names no language"),
    ]);
  });

  test("must come from a file and a region that exist", () => {
    expect(problems("<!-- from docs/examples/gone.ts#sum -->", "```ts", "```")).toEqual([
      "README.md:2: docs/examples/gone.ts does not exist",
    ]);
    expect(problems("<!-- from docs/examples/sum.test.ts#total -->", "```ts", "```")).toEqual([
      'README.md:2: docs/examples/sum.test.ts has no "#region total"; it has: sum',
    ]);
  });

  test("may come from a file that a test imports, not from one that no test reaches", () => {
    write("docs/examples/lonely.ts", "export const a = 1;");
    write("docs/examples/add.ts", 'export * from "./plus";');
    write("docs/examples/plus.ts", "export const plus = 1;");
    write("docs/examples/add.test.ts", 'import { plus } from "./add";');
    expect(problems("<!-- from docs/examples/plus.ts -->", "```ts", "export const plus = 1;", "```")).toEqual(
      [],
    );
    expect(problems("<!-- from docs/examples/lonely.ts -->", "```ts", "export const a = 1;", "```")).toEqual([
      expect.stringContaining("README.md:2: no test runs docs/examples/lonely.ts"),
    ]);
  });
});

test("a fence of output comes from a file that a test names", () => {
  write("docs/examples/out.txt", "hello");
  const page = ["<!-- from docs/examples/out.txt -->", "```text", "hello", "```"];
  expect(problems(...page)).toEqual([expect.stringContaining("no test runs docs/examples/out.txt")]);
  write("docs/examples/out.test.ts", 'readFileSync("out.txt")');
  expect(problems(...page)).toEqual([]);
});

test("a region keeps the text of the regions inside it, and ends with its own mark", () => {
  write(
    "docs/examples/a.test.ts",
    "// #region a",
    "1;",
    "// #region b",
    "2;",
    "// #endregion",
    "3;",
    "// #endregion",
    "4;",
  );
  expect(problems("<!-- from docs/examples/a.test.ts#a -->", "```ts", "1;", "2;", "3;", "```")).toEqual([]);
  expect(problems("<!-- from docs/examples/a.test.ts#b -->", "```ts", "2;", "```")).toEqual([]);
});

test("a region that does not end is an error", () => {
  write("docs/examples/a.test.ts", "// #region a", "1;");
  expect(problems("<!-- from docs/examples/a.test.ts#a -->", "```ts", "1;", "```")).toEqual([
    'README.md:2: docs/examples/a.test.ts does not end "#region a" with "#endregion"',
  ]);
});

describe("a fence of commands", () => {
  test("holds commands that a file of CI is known to run", () => {
    write("docs/commands.json", '{"npm start": ".ci/run", "npm install us": {"notRun": "not published"}}');
    write(".ci/run", "npm start");
    expect(problems("```sh", "npm start   # the desk", "# by hand", "npm install us", "```")).toEqual([]);
    write(".ci/run", "nothing");
    expect(problems("```sh", "npm start", "```")).toEqual([
      "README.md:1: docs/commands.json says that .ci/run runs `npm start`, but it does not",
    ]);
  });

  test("is wrong where a command is unknown", () => {
    expect(problems("", "```sh", "rm -rf x", "```")).toEqual([
      "README.md:2: nothing is known to run `rm -rf x`: add it to docs/commands.json",
    ]);
  });
});

test("the pages are the top ones, the guide, and the packages' own", () => {
  for (const page of [
    "README.md",
    "docs/a/b.md",
    "docs/node_modules/x.md",
    "packages/core/README.md",
    "other/x.md",
  ]) {
    write(page, "# Title");
  }
  expect(pagesOf(root)).toEqual(["README.md", "docs/a/b.md", "packages/core/README.md"]);
});

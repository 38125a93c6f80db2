import { create, CreateError, type CreateOptions } from "create-skills";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "create-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const read = (file: string) => readFileSync(join(folder, "desk", file), "utf8");
const manifest = () =>
  JSON.parse(read("package.json")) as {
    name: string;
    type: string;
    devDependencies: object;
    scripts: object;
  };

test("a project has a class, its agent, its test, and what runs them", () => {
  const files = create(join(folder, "desk"));
  expect(files).toEqual([
    ".gitignore",
    "README.md",
    "package.json",
    "src/agent.ts",
    "src/main.ts",
    "src/orders.ts",
    "test/agent.test.ts",
    "tsconfig.build.json",
    "tsconfig.json",
    "vitest.config.mjs",
  ]);
  expect(manifest()).toMatchObject({ name: "desk", type: "module", scripts: { test: "vitest run" } });
  expect(read("test/agent.test.ts")).toContain('from "vitest"');
});

test.each<[CreateOptions, string]>([
  [{ tests: "jest", type: "commonjs" }, "module.exports = {"],
  [{ tests: "jest", type: "module" }, "export default {"],
])("with %p it has jest's configuration", (options, start) => {
  create(join(folder, "desk"), options);
  expect(read("jest.config.js").startsWith(start)).toBe(true);
  expect(Object.keys(manifest().devDependencies)).toEqual(expect.arrayContaining(["jest", "ts-jest"]));
  expect(manifest().type).toBe(options.type);
  expect(read("test/agent.test.ts")).toContain('from "@jest/globals"');
});

test("nothing is left of what stands for a choice", () => {
  for (const file of create(join(folder, "desk"))) expect(read(file)).not.toContain("{{");
});

test("its packages of this project are of the version that made it", () => {
  create(join(folder, "desk"));
  const { version } = JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8")) as {
    version: string;
  };
  expect(manifest()).toMatchObject({
    dependencies: { "@skills/core": `^${version}` },
    devDependencies: { "@skills/testing": `^${version}` },
  });
});

test("an empty folder is taken, with or without a repository in it", () => {
  mkdirSync(join(folder, "desk/.git"), { recursive: true });
  expect(create(join(folder, "desk"))).toContain("package.json");
});

test("a folder that holds something is left as it is", () => {
  mkdirSync(join(folder, "desk"));
  writeFileSync(join(folder, "desk/notes.txt"), "mine");
  expect(() => create(join(folder, "desk"))).toThrow(/^S254: .* is not empty: it has notes\.txt\n {2}help: /);
  expect(read("notes.txt")).toBe("mine");
});

test("a file in the folder's place, and a name that no package can have, are told", () => {
  writeFileSync(join(folder, "desk"), "mine");
  expect(() => create(join(folder, "desk"))).toThrow("is a file");
  expect(() => create(join(folder, ".hidden"))).toThrow(CreateError);
  expect(() => create(join(folder, "ein Tisch"))).toThrow("cannot be the name of a package");
});

describe("npm create skills", () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(__dirname, "../dist/bin.js"), ...args], {
      cwd: folder,
      encoding: "utf8",
    });

  test("says what to do next", () => {
    const { stdout, status } = run("desk", "--tests", "jest");
    expect(status).toBe(0);
    expect(stdout).toContain("cd desk\n  npm install\n  npm test");
    expect(read("jest.config.js")).not.toBe("");
  });

  test.each([
    [[], "name one folder"],
    [["one", "two"], "name one folder"],
    [["desk", "--type", "amd"], "--type amd is none of module, commonjs"],
    [["desk", "--what"], "Unknown option '--what'"],
  ])("refuses %p in a line, with its usage", (args, why) => {
    const { stderr, status } = run(...args);
    expect(status).toBe(1);
    expect(stderr).toContain(`S254: ${why}`);
    expect(stderr).toContain("help: npm create skills <folder>");
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

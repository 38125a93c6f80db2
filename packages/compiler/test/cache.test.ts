import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, askAtOnce, lightProject, LIGHT_TSCONFIG, skill, valueSchema } from "./support/ask";
import type { TempProject } from "./support/project";

const CACHE = "node_modules/.cache/skills";
// Real processes, which share the machine with other tests.
jest.setTimeout(60_000);

const projects: TempProject[] = [];

function project(files: { [path: string]: string | object }): TempProject {
  const made = lightProject(files);
  projects.push(made);
  return made;
}

afterAll(() => {
  for (const made of projects) made.remove();
});

function entryFile(of: TempProject): string {
  const name = readdirSync(of.path(CACHE)).find((file) => file !== "index.json" && file.endsWith(".json"));
  return of.path(`${CACHE}/${name ?? "none"}`);
}

/** When the cached result was made: another time means another compile. */
function madeAt(of: TempProject): unknown {
  return (JSON.parse(readFileSync(entryFile(of), "utf8")) as { inputs: { recordedAt: number } }).inputs
    .recordedAt;
}

test("one compile answers for all tool files of a project, in later processes too, without TypeScript there", () => {
  const made = project({ "src/a.ts": skill("A", "string"), "src/deep/b.ts": skill("B", "number") });

  const first = ask(made.path("src/a.ts"));
  const time = madeAt(made);
  const second = ask(made.path("src/deep/b.ts"));

  expect(first).toMatchObject({
    root: made.root,
    source: made.path("src/a.ts"),
    diagnostics: [],
    loadedTypeScript: false,
  });
  expect(first.manifest.skills.map(({ class: name, file }) => [name, file])).toEqual([
    ["A", "src/a.ts"],
    ["B", "src/deep/b.ts"],
  ]);
  expect(second.manifest).toEqual(first.manifest);
  expect(second.loadedTypeScript).toBe(false);
  expect(madeAt(made)).toBe(time);
});

describe("a change is seen by the next process", () => {
  const made = project({
    "package.json": { name: "project", type: "commonjs" },
    "tsconfig.base.json": { compilerOptions: { paths: { "#shape": ["./shapes/one.ts"] } } },
    "tsconfig.json": { extends: "./tsconfig.base.json", ...LIGHT_TSCONFIG },
    "shapes/one.ts": "export type Shape = 1;",
    "shapes/two.ts": "export type Shape = 2;",
    "src/globals.d.ts": "interface Ambient { first: string }",
    "src/own.ts": skill("Own", "string"),
    "src/mapped.ts": skill("Mapped", "Shape", 'import type { Shape } from "#shape";'),
    "src/ambient.ts": skill("UsesAmbient", "Ambient"),
    "src/dependent.ts": skill("Dependent", "Thing", 'import type { Thing } from "later";'),
  });
  const own = made.path("src/own.ts");

  test("of nothing but times is no change", () => {
    ask(own);
    const time = madeAt(made);
    for (const file of ["src/own.ts", "src/globals.d.ts", "tsconfig.base.json"])
      utimesSync(made.path(file), 1, 2);
    ask(own);
    expect(madeAt(made)).toBe(time);
  });

  test("of the class's own file", () => {
    made.write("src/own.ts", skill("Own", "number"));
    expect(valueSchema(ask(own), "Own")).toEqual({ type: "number" });
  });

  test("of a tsconfig that the project's extends", () => {
    expect(valueSchema(ask(own), "Mapped")).toEqual({ type: "number", const: 1 });
    made.write("tsconfig.base.json", { compilerOptions: { paths: { "#shape": ["./shapes/two.ts"] } } });
    expect(valueSchema(ask(own), "Mapped")).toEqual({ type: "number", const: 2 });
  });

  test("of an ambient type", () => {
    made.write("src/globals.d.ts", "interface Ambient { second: string }");
    expect(valueSchema(ask(own), "UsesAmbient")).toMatchObject({ required: ["second"] });
  });

  test("by a file that is added to an included folder", () => {
    made.write("src/more/added.d.ts", "interface Ambient { third: string }");
    expect(valueSchema(ask(own), "UsesAmbient")).toHaveProperty("properties.third");
  });

  test("by a dependency that was missing and is installed", () => {
    expect(ask(own).diagnostics.map(({ code, class: name }) => [code, name])).toEqual([
      ["S202", "Dependent"],
    ]);
    made.write("node_modules/later/package.json", { name: "later", types: "index.d.ts" });
    made.write("node_modules/later/index.d.ts", "export type Thing = string;");
    const answer = ask(own);
    expect(answer.diagnostics).toEqual([]);
    expect(valueSchema(answer, "Dependent")).toEqual({ type: "string" });
  });

  test("by a package that is linked to another place", () => {
    made.write("store/v2/package.json", { name: "later", types: "index.d.ts" });
    made.write("store/v2/index.d.ts", "export type Thing = boolean;");
    rmSync(made.path("node_modules/later"), { recursive: true });
    symlinkSync(made.path("store/v2"), made.path("node_modules/later"));
    expect(valueSchema(ask(own), "Dependent")).toEqual({ type: "boolean" });
  });

  test("by a nearer tsconfig.json", () => {
    made.write("src/tsconfig.json", { compilerOptions: LIGHT_TSCONFIG.compilerOptions, files: ["own.ts"] });
    expect(ask(own).root).toBe(made.path("src"));
  });
});

describe("what is in the cache", () => {
  const made = project({ "src/a.ts": skill("A", "string") });
  const file = made.path("src/a.ts");
  const spoilers: [string, () => void][] = [
    ["an index that is no JSON", () => made.write(`${CACHE}/index.json`, "{")],
    ["an index of another form", () => made.write(`${CACHE}/index.json`, ["x"])],
    [
      "an index that points out of the folder",
      () => made.write(`${CACHE}/index.json`, { [file]: "../../../x.json" }),
    ],
    [
      "an entry that was cut",
      () => made.write(entryName(), readFileSync(entryFile(made), "utf8").slice(0, 100)),
    ],
    ["an entry of another form", () => made.write(entryName(), { stamp: "x", manifest: null })],
    [
      "another compiler's entry",
      () => {
        const entry = JSON.parse(readFileSync(entryFile(made), "utf8")) as {
          stamp: string;
          manifest: object;
        };
        made.write(entryName(), {
          ...entry,
          stamp: "another",
          manifest: { version: 1, skills: [], functions: [] },
        });
      },
    ],
  ];
  const entryName = () => entryFile(made).slice(made.root.length + 1);

  beforeAll(() => {
    ask(file);
  });

  test.each(spoilers)("is not trusted: %s", (_, spoil) => {
    spoil();
    expect(valueSchema(ask(file), "A")).toEqual({ type: "string" });
  });
});

test("a cache folder that cannot be made is replaced by one of the system's", () => {
  const made = project({ "src/a.ts": skill("A", "string"), "node_modules/.cache": "a file" });
  const temporary = mkdtempSync(join(tmpdir(), "skills-tmp-"));
  try {
    expect(valueSchema(ask(made.path("src/a.ts"), { TMPDIR: temporary }), "A")).toEqual({ type: "string" });
    expect(readdirSync(temporary).filter((name) => name.startsWith("skills-"))).toHaveLength(1);
    expect(statSync(made.path("node_modules/.cache")).isFile()).toBe(true);
  } finally {
    rmSync(temporary, { recursive: true });
  }
});

test("of processes that ask at once, one compiles; loaders of theirs are not loaded there", async () => {
  const made = project({ "src/a.ts": skill("A", "string") });
  const coverage = made.path("coverage");
  const loader = made.write("loader.cjs", "if (process.argv[1]?.endsWith('worker.js')) process.exit(3);");
  const answers = await askAtOnce(made.path("src/a.ts"), 3, {
    NODE_V8_COVERAGE: coverage,
    NODE_OPTIONS: `--require ${loader}`,
  });
  for (const answer of answers) expect(valueSchema(answer, "A")).toEqual({ type: "string" });
  // One report for each process: three that asked, one that compiled.
  expect(readdirSync(coverage)).toHaveLength(4);
});

test("a lock that a dead process left is taken over", () => {
  const made = project({ "src/a.ts": skill("A", "string") });
  made.write(`${CACHE}/lock/owner`, "999999999");
  expect(valueSchema(ask(made.path("src/a.ts")), "A")).toEqual({ type: "string" });
  expect(readdirSync(made.path(CACHE))).not.toContain("lock");
});

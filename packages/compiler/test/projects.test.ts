import { compile } from "@skills/compiler";
import { skill } from "./support/ask";
import { TempProject, TSCONFIG } from "./support/project";

const projects: TempProject[] = [];

function project(files: { [path: string]: string | object }): TempProject {
  const made = new TempProject(files);
  projects.push(made);
  return made;
}

afterAll(() => {
  for (const made of projects) made.remove();
});

const names = ({ manifest }: ReturnType<typeof compile>) => manifest.skills.map(({ class: name }) => name);

test("a project is named by its tsconfig.json or the folder of it", () => {
  const made = project({ "a.ts": skill("A", "string"), "b.ts": skill("B", "string") });
  expect(names(compile({ project: made.root }))).toEqual(["A", "B"]);
  expect(compile({ project: made.path("tsconfig.json") })).toEqual(compile({ project: made.root }));
});

test("only the asked files are described", () => {
  const made = project({ "a.ts": skill("A", "string"), "b.ts": skill("B", "string") });
  expect(names(compile({ project: made.root, files: [made.path("b.ts")] }))).toEqual(["B"]);
  expect(names(compile({ files: [made.path("b.ts")] }))).toEqual(["B"]);
});

test("a solution stands for the projects that it references", () => {
  const made = project({
    "tsconfig.json": { files: [], references: [{ path: "./one" }, { path: "./two/tsconfig.build.json" }] },
    "one/tsconfig.json": TSCONFIG,
    "one/a.ts": skill("A", "string"),
    "two/tsconfig.build.json": TSCONFIG,
    "two/b.ts": skill("B", "string"),
  });
  const { manifest } = compile({ project: made.root });
  expect(manifest.skills.map(({ class: name, file }) => [name, file])).toEqual([
    ["A", "one/a.ts"],
    ["B", "two/b.ts"],
  ]);
});

test("sources that the listed ones import are described too, those of other packages are not", () => {
  const made = project({
    "tsconfig.json": { ...TSCONFIG, include: undefined, files: ["main.ts"] },
    "main.ts": 'import "./tools"; import "dependency";',
    "tools.ts": skill("Own", "string"),
    "node_modules/dependency/package.json": { name: "dependency", main: "index.ts", types: "index.ts" },
    "node_modules/dependency/index.ts": skill("Foreign", "string"),
  });
  expect(names(compile({ project: made.root }))).toEqual(["Own"]);
});

test("the same sources give the same manifest, byte for byte", () => {
  const made = project({ "a.ts": skill("A", "{ a: 'x' | 'y'; b: Date }") });
  expect(JSON.stringify(compile({ project: made.root }))).toBe(
    JSON.stringify(compile({ project: made.root })),
  );
});

describe("what is wrong with a project is a diagnostic", () => {
  test("a missing tsconfig.json", () => {
    expect(compile({ project: "/no/such/folder" })).toMatchObject({
      manifest: { skills: [] },
      diagnostics: [{ code: "S212", severity: "error" }],
    });
    const made = project({ "inner/a.ts": skill("A", "string") });
    const [problem] = compile({ project: made.path("inner") }).diagnostics;
    expect(problem?.file).toMatch(/inner\/tsconfig\.json$/);
  });

  test("a tsconfig.json that does not parse, or extends what is not there", () => {
    const made = project({
      "tsconfig.json": '{ "compilerOptions": { "strict": tru',
      "a.ts": skill("A", "string"),
    });
    const { diagnostics } = compile({ project: made.root });
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual(
      diagnostics.map(() => ["S212", "tsconfig.json"]),
    );
    expect(diagnostics).not.toEqual([]);
    const other = project({
      "tsconfig.json": { ...TSCONFIG, extends: "./none.json" },
      "a.ts": skill("A", "string"),
    });
    expect(compile({ project: other.root }).diagnostics[0]).toMatchObject({ code: "S212" });
  });

  test("strictNullChecks that are off: the schema has null all the same", () => {
    const loose = { ...TSCONFIG, compilerOptions: { ...TSCONFIG.compilerOptions, strict: false } };
    const made = project({ "tsconfig.json": loose, "a.ts": skill("A", "string | null") });
    const { manifest, diagnostics } = compile({ project: made.root });
    expect(diagnostics).toMatchObject([{ code: "S213", severity: "warning", file: "tsconfig.json" }]);
    expect(manifest.skills[0]?.tools[0]?.inputSchema.properties).toEqual({
      value: { type: ["string", "null"] },
    });
  });

  test("decorators of the standard, which run time refuses", () => {
    const { experimentalDecorators: _, ...compilerOptions } = TSCONFIG.compilerOptions;
    const config = { ...TSCONFIG, compilerOptions };
    const made = project({ "tsconfig.json": config, "a.ts": skill("A", "string") });
    expect(compile({ project: made.root })).toMatchObject({
      manifest: { skills: [{ class: "A" }] },
      diagnostics: [{ code: "S101", severity: "warning", file: "tsconfig.json" }],
    });
    const without = project({ "tsconfig.json": config, "a.ts": "export class A {}" });
    expect(compile({ project: without.root }).diagnostics).toEqual([]);
  });

  test("a source that does not parse: the others are described", () => {
    const made = project({ "a.ts": skill("A", "string"), "b.ts": `${skill("B", "string")} class {{{` });
    const result = compile({ project: made.root });
    expect(names(result)).toEqual(["A"]);
    expect(result.diagnostics).toMatchObject([{ code: "S211", severity: "error", file: "b.ts" }]);
  });

  test("types that do not check are no hindrance to those that can be described", () => {
    const made = project({ "a.ts": `${skill("A", "string")} const wrong: number = "text";` });
    expect(compile({ project: made.root })).toMatchObject({
      manifest: { skills: [{ class: "A" }] },
      diagnostics: [],
    });
  });
});

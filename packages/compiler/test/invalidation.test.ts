import { appendFileSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { stillHolds, type Inputs } from "../src/delivery/inputs";
import { AskedProject } from "../src/delivery/asked-project";
import { LIGHT_TSCONFIG, skill, valueSchema } from "./support/ask";
import { lightProjects } from "./support/projects";

const made = lightProjects()({
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
  "notes.txt": "nobody reads this",
});
const own = made.path("src/own.ts");
const compileNow = () => new AskedProject(own).entry("stamp");

/** As it is found by a later process, when the clock no longer leaves doubt about times. */
function recorded(): Inputs {
  return { ...compileNow().inputs, recordedAt: Date.now() + 60_000 };
}

describe("a result holds", () => {
  test("where nothing changed, while the clock leaves doubt and when it does not", () => {
    expect(stillHolds(compileNow().inputs)).toBe(true);
    expect(stillHolds(recorded())).toBe(true);
  });

  test("where only times changed", () => {
    const inputs = recorded();
    for (const file of ["src/own.ts", "src/globals.d.ts", "tsconfig.base.json"])
      utimesSync(made.path(file), 1, 2);
    expect(stillHolds(inputs)).toBe(true);
  });

  test("where a file changed that it did not come from", () => {
    const inputs = recorded();
    appendFileSync(made.path("notes.txt"), "!");
    made.write("other/unrelated.ts", "export {};");
    expect(stillHolds(inputs)).toBe(true);
  });
});

test("a change of equal length so soon after the recording that its time tells nothing is seen", () => {
  made.write("src/own.ts", skill("Own", "string"));
  const { inputs } = compileNow();
  const { atime, mtime } = statSync(own);
  made.write("src/own.ts", readFileSync(own, "utf8").replace("string", "strinG"));
  utimesSync(own, atime, mtime);
  expect(stillHolds(inputs)).toBe(false);
  made.write("src/own.ts", skill("Own", "string"));
});

describe("a result no longer holds, and the next compile sees it, after a change", () => {
  /** Each change is made to what the ones before left. */
  const changes: [what: string, change: () => void, name: string, schema: object][] = [
    [
      "of the class's own file",
      () => made.write("src/own.ts", skill("Own", "number")),
      "Own",
      { type: "number" },
    ],
    [
      "of a tsconfig that the project's extends",
      () =>
        made.write("tsconfig.base.json", { compilerOptions: { paths: { "#shape": ["./shapes/two.ts"] } } }),
      "Mapped",
      { type: "number", const: 2 },
    ],
    [
      "of an ambient type",
      () => made.write("src/globals.d.ts", "interface Ambient { second: string }"),
      "UsesAmbient",
      { required: ["second"] },
    ],
    [
      "by a file that is added to an included folder",
      () => made.write("src/more/added.d.ts", "interface Ambient { third: string }"),
      "UsesAmbient",
      { properties: { third: { type: "string" } } },
    ],
    [
      "by a file that is renamed",
      () => {
        renameSync(made.path("src/more/added.d.ts"), made.path("src/more/renamed.d.ts"));
        made.write("src/more/renamed.d.ts", "interface Ambient { fourth: string }");
      },
      "UsesAmbient",
      { properties: { fourth: { type: "string" } } },
    ],
    [
      "by a dependency that was missing and is installed",
      () => {
        made.write("node_modules/later/package.json", {
          name: "later",
          types: "index.d.ts",
          version: "1.0.0",
        });
        made.write("node_modules/later/index.d.ts", "export type Thing = string;");
      },
      "Dependent",
      { type: "string" },
    ],
    [
      "by a package of another version in the same place",
      () => {
        made.write("node_modules/later/package.json", {
          name: "later",
          types: "index.d.ts",
          version: "1.0.1",
        });
        made.write("node_modules/later/index.d.ts", "export type Thing = number;");
      },
      "Dependent",
      { type: "number" },
    ],
    [
      "by another installation of a package, as its manager recorded it",
      () => {
        made.write("node_modules/later/index.d.ts", "export type Thing = null;");
        made.write("node_modules/.package-lock.json", { packages: { later: {} } });
      },
      "Dependent",
      { type: "null" },
    ],
    [
      "by a file that is added to a package's folder, as patches leave one",
      () => {
        made.write("node_modules/later/index.d.ts", "export type Thing = 5;");
        made.write("node_modules/later/.patch-package.json", {});
      },
      "Dependent",
      { const: 5 },
    ],
    [
      "by a package that is linked to another place",
      () => {
        made.write("store/v2/package.json", { name: "later", types: "index.d.ts", version: "1.0.1" });
        made.write("store/v2/index.d.ts", "export type Thing = boolean;");
        rmSync(made.path("node_modules/later"), { recursive: true });
        symlinkSync(made.path("store/v2"), made.path("node_modules/later"));
      },
      "Dependent",
      { type: "boolean" },
    ],
  ];

  test.each(changes)("%s", (_, change, name, schema) => {
    const inputs = recorded();
    expect(stillHolds(inputs)).toBe(true);
    change();
    expect(stillHolds(inputs)).toBe(false);
    expect(valueSchema(compileNow(), name)).toMatchObject(schema);
  });

  test("by a nearer tsconfig.json", () => {
    const inputs = recorded();
    made.write("src/tsconfig.json", { compilerOptions: LIGHT_TSCONFIG.compilerOptions, files: ["own.ts"] });
    expect(stillHolds(inputs)).toBe(false);
    expect(compileNow().root).toBe(made.path("src"));
  });
});

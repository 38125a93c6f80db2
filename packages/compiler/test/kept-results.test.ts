import { readFileSync } from "node:fs";
import type { Manifest } from "@skills/core";
import { Compilation } from "../src/compilation";
import { KeptProjects } from "../src/program/kept-results";
import { Projects } from "../src/program/project";
import { Recorder } from "../src/program/recorder";
import { LIGHT_TSCONFIG, skill, valueSchema } from "./support/ask";
import { lightProjects } from "./support/projects";

const made = lightProjects()({
  "tsconfig.base.json": { compilerOptions: { paths: { "#shape": ["./shapes/one.ts"] } } },
  "tsconfig.json": { extends: "./tsconfig.base.json", ...LIGHT_TSCONFIG },
  "shapes/one.ts": "export type Shape = 1;",
  "shapes/two.ts": "export type Shape = 2;",
  "node_modules/base/package.json": { name: "base", version: "1.0.0", types: "index.d.ts" },
  "node_modules/base/index.d.ts": "export declare class Base { inherited(value: string): void; }",
  "src/globals.d.ts": "interface Ambient { first: string }",
  "src/far.ts": "export interface Far { value: string }",
  "src/near.ts": 'import type { Far } from "./far"; export interface Near { far: Far; more?: number }',
  "src/grown.ts": "export interface Grown { own: string }",
  "src/augments.ts": 'declare module "./grown" { interface Grown { added?: 1 } } export {};',
  "src/own.ts": skill("Own", "string"),
  "src/deep.ts": skill("Deep", "Near", 'import type { Near } from "./near";'),
  "src/grows.ts": skill("Grows", "Grown", 'import type { Grown } from "./grown";'),
  "src/mapped.ts": skill("Mapped", "Shape", 'import type { Shape } from "#shape";'),
  "src/ambient.ts": skill("UsesAmbient", "Ambient"),
  "src/missing.ts": skill("Missing", "Later", 'import type { Later } from "./later";'),
  "src/inner.ts": "export interface Inner { value: string }",
  "src/outer.d.ts": 'type Outer = import("./inner").Inner;',
  "src/outer-skill.ts": skill("UsesOuter", "Outer"),
  "src/umd.d.ts": "export as namespace Umd; export interface Point { x: string }",
  "src/umd-skill.ts": skill("UsesUmd", "Umd.Point"),
  "src/derived.ts": 'import { Base } from "base"; export class Derived extends Base {}',
});

const kept = new KeptProjects();

interface Compiled {
  manifest: Manifest;
  /** Files that the recorder says the result came from. */
  files: string[];
}

function compiled(results?: KeptProjects): Compiled {
  const recorder = new Recorder();
  const project = new Projects(recorder).read(made.path("tsconfig.json"));
  const { manifest } = new Compilation(project, recorder, results?.of(project)).result();
  return {
    manifest,
    files: recorder
      .inputs()
      .files.map(([path]) => path)
      .sort(),
  };
}

const skillOf = ({ manifest }: Compiled, name: string) =>
  manifest.skills.find((found) => found.class === name);

test("where nothing changed, every result is used again, and still says what it came from", () => {
  const [first, second] = [compiled(kept), compiled(kept)];
  expect(second).toEqual(first);
  for (const [at, each] of second.manifest.skills.entries()) expect(each).toBe(first.manifest.skills[at]);
});

/** Each change is made to what the ones before left. */
const changes: [what: string, change: () => void, changed: string[], name: string, schema: object][] = [
  [
    "its own source",
    () => made.write("src/own.ts", skill("Own", "boolean")),
    ["Own"],
    "Own",
    { type: "boolean" },
  ],
  [
    "a type two imports away",
    () => made.write("src/far.ts", "export interface Far { value: number }"),
    ["Deep"],
    "Deep",
    { properties: { far: { properties: { value: { type: "number" } } } } },
  ],
  [
    "another module that adds to an imported type",
    () =>
      made.write("src/augments.ts", 'declare module "./grown" { interface Grown { added?: 2 } } export {};'),
    ["Own", "Deep", "Mapped", "UsesAmbient"],
    "Grows",
    { properties: { added: { const: 2 } } },
  ],
  [
    "an ambient declaration",
    () => made.write("src/globals.d.ts", "interface Ambient { second: string }"),
    ["Own", "Deep", "Mapped", "UsesAmbient"],
    "UsesAmbient",
    { required: ["second"] },
  ],
  [
    "a file with global declarations that is added",
    () => made.write("src/more.ts", "export {}; declare global { interface Ambient { third: string } }"),
    ["Own", "Deep", "Mapped", "UsesAmbient"],
    "UsesAmbient",
    { required: ["second", "third"] },
  ],
  [
    "a module whose type a global declaration takes",
    () => made.write("src/inner.ts", "export interface Inner { value: number }"),
    ["UsesOuter", "UsesAmbient"],
    "UsesOuter",
    { properties: { value: { type: "number" } } },
  ],
  [
    "a module that is a global namespace, too",
    () => made.write("src/umd.d.ts", "export as namespace Umd; export interface Point { x: number }"),
    ["UsesUmd", "UsesAmbient"],
    "UsesUmd",
    { properties: { x: { type: "number" } } },
  ],
  [
    "an extended tsconfig",
    () => made.write("tsconfig.base.json", { compilerOptions: { paths: { "#shape": ["./shapes/two.ts"] } } }),
    ["Own", "Deep", "Mapped", "UsesAmbient"],
    "Mapped",
    { const: 2 },
  ],
  [
    "an import that is found now",
    () => made.write("src/later.ts", "export type Later = 5;"),
    ["Missing"],
    "Missing",
    { const: 5 },
  ],
  [
    "an import that another file answers now",
    () => {
      made.write("src/later.ts", "export type Later = 6;");
      made.write("src/later/index.ts", "export type Later = 7;");
    },
    ["Missing"],
    "Missing",
    { const: 6 },
  ],
];

test.each(changes)("a result is made anew after a change of %s", (_, change, changed, name, schema) => {
  const before = compiled(kept);
  change();
  const after = compiled(kept);
  expect(valueSchema(after, name)).toMatchObject(schema);
  expect(after).toEqual(compiled());
  const remade = after.manifest.skills.filter((each) => each !== skillOf(before, each.class));
  expect(remade.map((each) => each.class)).toEqual(expect.arrayContaining(changed));
  // What nothing connects with the change is used again.
  if (changed.length === 1) expect(remade.map((each) => each.class)).toEqual(changed);
});

test("a result is made anew after a change of the JavaScript beside declarations", () => {
  expect(skillOf(compiled(kept), "Derived")).toBeUndefined();
  made.write(
    "node_modules/base/index.js",
    `const core = require("@skills/core");
     class Base { inherited() {} }
     __decorate([(0, core.Tool)()], Base.prototype, "inherited", null);`,
  );
  expect(skillOf(compiled(kept), "Derived")).toMatchObject({ tools: [{ method: "inherited" }] });
});

test("what a used result was read from is recorded as that of a new one is", () => {
  expect(compiled(kept).files).toEqual(compiled().files);
  expect(compiled(kept).files).toContain(made.path("package.json"));
  expect(readFileSync(made.path("package.json"), "utf8")).toContain("project");
});

import { readFileSync } from "node:fs";
import { compileFunction } from "node:vm";
import ts from "typescript";
import { compile } from "@skills/compiler";
import * as core from "@skills/core";
import { TempProject, TSCONFIG } from "./support/project";

/** Ways to write a parameter that is of a class: of some, TypeScript emits the class. */
const WAYS = [
  "pet: Pet",
  "pet?: Pet",
  "pet: Pet = new Pet()",
  "pet = new Pet()",
  "pet: (Pet)",
  "pet: Pet | Pet",
  "pet: Pet | never",
  "pet: Pet | null",
  "pet?: Pet | undefined",
  "pet: (Pet | null)",
  "pet: Alias",
  "pet: NonNullable<Pet>",
  "pet: Pet & {}",
  "pet: Page<Pet>",
  "pet: Page<Pet> | null",
  "pet: Shape",
  "pet: Made",
  "pet: Made | null",
  "pet: Expression",
  "pet: Listed.Inner",
  "pet: Short",
  "pet: models.Pet",
  "pet: models.Again",
  "pet: Unnamed",
  "pet: ByType",
  "pet: Erased",
  "pet: ErasedFarther",
  "pet: erased.Pet",
  'pet: import("./models").Pet',
  "pet: Subject",
  "pet: this",
] as const;

/** Methods with more than a list of parameters, by what stands before their body. */
const METHODS = [
  "m<T extends Pet>(pet: T)",
  "m(this: Subject, pet: Pet)",
  "m(this: Subject, pet: Pet | null)",
  "m(pet: Pet): void; @Tool() m(pet: Pet, text?: string)",
  "m(pet: Pet): void; m(pet: Pet, text: string): void; @Tool() m(pet: Pet, text?: string)",
] as const;

const SUBJECTS = [...WAYS.map((way) => `m(${way})`), ...METHODS];

const FILES = {
  "models.ts": `
    export class Pet { name!: string }
    export { Pet as Again };
    export default class { name!: string }
  `,
  "more.ts":
    'export type { Pet as ErasedFarther } from "./models"; export { type Pet as ByType } from "./models";',
  "subject.ts": `
    import { Tool } from "@skills/core";
    import { Pet } from "./models";
    import * as models from "./models";
    import Unnamed from "./models";
    import type { Pet as Erased } from "./models";
    import type * as erased from "./models";
    import { ErasedFarther, ByType } from "./more";
    type Alias = Pet;
    class Page<T> { item!: T }
    abstract class Shape { side!: number }
    function make() { return class Made { name!: string } }
    const Made = make();
    type Made = InstanceType<typeof Made>;
    const Expression = class { name!: string };
    type Expression = InstanceType<typeof Expression>;
    namespace Listed { export class Inner { name!: string } }
    import Short = Listed.Inner;
    ${SUBJECTS.map((signature, index) => {
      const tool = signature.includes("@Tool()") ? signature : `@Tool() ${signature}`;
      const name = `Subject${String(index)}`;
      return `export class ${name} { text!: string; ${tool.replaceAll("Subject", name)} {} }`;
    }).join("\n")}
  `,
};

/** What TypeScript emits for the first parameter of each class's method, by the class: a name, or nothing at all. */
function emittedBy(project: TempProject): Map<string, string | undefined> {
  const config = JSON.parse(readFileSync(project.path("tsconfig.json"), "utf8")) as object;
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, project.root);
  const outputs = new Map<string, string>();
  ts.createProgram(fileNames, { ...options, module: ts.ModuleKind.CommonJS }).emit(undefined, (file, text) =>
    outputs.set(file, text),
  );
  const first = new Map<string, string | undefined>();
  const reflect = {
    metadata: (key: string, types: { name: string }[]) => (target: object) => {
      if (key === "design:paramtypes") first.set(target.constructor.name, types[0]?.name);
    },
  };
  const load = (name: string): unknown => {
    if (name === "@skills/core") return core;
    const exports = {};
    const code = outputs.get(project.path(`${name.replace("./", "")}.js`)) ?? "";
    const run = compileFunction(code, ["require", "exports", "Reflect"]) as (...given: unknown[]) => void;
    run(load, exports, reflect);
    return exports;
  };
  load("./subject");
  return first;
}

describe.each([{ strict: true }, { strict: false }])("where strict is $strict", ({ strict }) => {
  const project = new TempProject({
    ...FILES,
    "tsconfig.json": { ...TSCONFIG, compilerOptions: { ...TSCONFIG.compilerOptions, strict } },
  });
  const { diagnostics } = compile({ project: project.root });
  const emitted = emittedBy(project);
  project.remove();

  test.each(SUBJECTS.map((signature, index) => ({ signature, name: `Subject${String(index)}` })))(
    "$signature is refused at build exactly where TypeScript leaves no class",
    ({ name }) => {
      expect(emitted.has(name)).toBe(true);
      const isLost = [undefined, "Object", "Function"].includes(emitted.get(name));
      const refused = diagnostics.filter((problem) => problem.class === name && problem.code === "S108");
      expect(refused).toHaveLength(isLost ? 1 : 0);
    },
  );
});

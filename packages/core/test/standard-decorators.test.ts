import { transpileModule, ModuleKind, ScriptTarget } from "typescript";
import * as core from "@skills/core";

/** Runs a snippet as TypeScript compiles it without `experimentalDecorators`. */
function run(source: string): void {
  const { outputText } = transpileModule(source, {
    compilerOptions: { target: ScriptTarget.ES2022, module: ModuleKind.CommonJS },
  });
  const load = new Function("require", "exports", outputText) as (require: unknown, exports: object) => void;
  load(() => core, {});
}

const CLASS = (before: string, member: string) =>
  `import { Skill, Tool, Param } from "@skills/core"; ${before} class Weather { ${member} }`;

test.each([
  ["@Tool() on a method", CLASS("", "@Tool() get() {}"), '@Tool on method "get"'],
  ["@Tool without parentheses", CLASS("", "@Tool get() {}"), '@Tool on method "get"'],
  ["@Tool on a static method", CLASS("", "@Tool() static get() {}"), '@Tool on method "get"'],
  ["@Tool on a field", CLASS("", "@Tool() get = 1"), '@Tool on field "get"'],
  ["@Skill on a class", CLASS("@Skill()", ""), '@Skill on class "Weather"'],
])("standard decorator mode has a code of its own: %s", (_, source, what) => {
  expect(() => {
    run(source);
  }).toThrow(new RegExp(`^S101: ${what.replaceAll(/[()]/g, "\\$&")} was compiled as a standard decorator`));
});

test("the error says which settings to change", () => {
  expect(() => {
    run(CLASS("", "@Tool() get() {}"));
  }).toThrow('set "experimentalDecorators": true and "emitDecoratorMetadata": true in tsconfig.json');
});

test("the same source runs with experimentalDecorators", () => {
  const { outputText } = transpileModule(CLASS("@Skill()", "@Tool() get() {}"), {
    compilerOptions: {
      target: ScriptTarget.ES2022,
      module: ModuleKind.CommonJS,
      experimentalDecorators: true,
    },
  });
  const load = new Function("require", "exports", outputText) as (require: unknown, exports: object) => void;
  expect(() => {
    load(() => core, {});
  }).not.toThrow();
});

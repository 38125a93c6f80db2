import * as core from "@skills/core";
import { runSource } from "./support/run-source";

/** Runs a snippet as TypeScript compiles it without `experimentalDecorators`. */
function run(source: string): void {
  runSource(source, {}, { "@skills/core": core });
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
  expect(() =>
    runSource(
      CLASS("@Skill()", "@Tool() get() {}"),
      { experimentalDecorators: true },
      { "@skills/core": core },
    ),
  ).not.toThrow();
});

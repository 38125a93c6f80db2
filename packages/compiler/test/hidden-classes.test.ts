import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { lightProjects } from "./support/projects";

const project = lightProjects();

/** More than the tree of hidden classes below `{}` has room for. */
const NAMES = 1700;

/** Builds a project, then says whether two new objects of one shape still have one hidden class. */
const SCRIPT = `
  const { Builder } = require(${JSON.stringify(join(__dirname, "../dist/build/index.js"))});
  const { diagnostics, tools } = new Builder().build({ project: process.argv[1] });
  const made = () => { const object = {}; object.neverSeenBefore = 1; return object; };
  process.stdout.write(JSON.stringify({ diagnostics, tools, shared: %HaveSameMap(made(), made()) }));
`;

test("the names of thousands of types, properties and parameters leave V8 room for the shapes of others", () => {
  const numbers = Array.from({ length: NAMES }, (_, at) => String(at));
  const types = numbers.map(
    (n) => `interface Type${n} { property${n}: Date; kind: { class${n}: "a" } | { item${n}: "b" } }`,
  );
  const methods = numbers.map(
    (n) => `@Tool() tool${n}(parameter${n}: Type${n}, { field${n} }: { field${n}: Type${n} }) {}`,
  );
  const { root } = project({
    "src/many.ts": `import { Tool } from "@skills/core";
      ${types.join("\n")}
      export class Many { ${methods.join("\n")} }`,
  });
  const { stdout, stderr } = spawnSync(process.execPath, ["--allow-natives-syntax", "-e", SCRIPT, root], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({ diagnostics: [], tools: NAMES, shared: true });
});

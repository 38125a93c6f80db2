import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

const DIST = resolve(__dirname, "../dist/index.js");

/** Runs a script in a process of its own, on the built package, and gives back what it prints as JSON. */
function run(script: string): unknown {
  const text = execFileSync(process.execPath, ["-e", script.replaceAll("CORE", JSON.stringify(DIST))], {
    encoding: "utf8",
    cwd: resolve(__dirname, ".."),
  });
  return JSON.parse(text);
}

const LOADED = `console.log(JSON.stringify(Object.keys(require.cache)
  .map((file) => /node_modules[\\\\/](?!\\.pnpm)((?:@[^\\\\/]+[\\\\/])?[^\\\\/]+)(?!.*node_modules)/.exec(file)?.[1])
  .filter((name, index, all) => name && all.indexOf(name) === index).sort()))`;

test("requiring the package loads nothing that may be needed later", () => {
  expect(run(`require(CORE); ${LOADED}`)).toEqual(["fastest-levenshtein", "reflect-metadata"]);
});

test("ajv is loaded with the first input, and nothing else that is not needed", () => {
  const loaded = run(`
    const { BasicToolSet } = require(CORE);
    const set = new BasicToolSet();
    set.addTool({ name: "a", inputSchema: { type: "object" }, run: () => 1 });
    set.runTool({ type: "tool_use", id: "1", name: "a", input: {} }).then(() => { ${LOADED} });`) as string[];
  expect(loaded).toContain("ajv");
  for (const later of [
    "class-validator",
    "class-transformer",
    "typescript",
    "@anthropic-ai/sdk",
    "@opentelemetry/api",
  ])
    expect(loaded).not.toContain(later);
});

test("its errors can be had without the rest, and are the same", () => {
  const errors = "require.resolve(CORE).replace('index.js', 'errors.js')";
  expect(run(`require(${errors}); console.log(Object.keys(require.cache).length)`)).toBe(1);
  expect(run(`console.log(require(${errors}).SkillsError === require(CORE).SkillsError)`)).toBe(true);
});

test("reflect-metadata is brought by the package itself", () => {
  expect(run(`require(CORE); console.log(typeof Reflect.getMetadata === "function")`)).toBe(true);
});

test("import and require share one instance", () => {
  const same = run(`
    import(CORE).then((esm) => {
      const cjs = require(CORE);
      console.log(JSON.stringify(esm.ToolSet === cjs.ToolSet && Object.keys(cjs).every((name) => name in esm)));
    });`);
  expect(same).toBe(true);
});

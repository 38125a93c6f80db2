import { rmSync } from "node:fs";
import { Project } from "./support/project";
import { skills, spawned } from "./support/run";

/** A class with what validators have: patterns, formats, unions, recursion, dates told from other kinds. */
const SOURCE = `import { BasicToolSet, Tool, type ObjectSchema } from "@skills/core";

interface Tree { name: string; kids: Tree[] }
type Payment = { kind: "card"; number: string } | { kind: "cash"; amount: number };

export class Orders {
  /**
   * Find an order.
   * @param id @pattern ^A[\\d\\-]+$
   * @param email @format email
   * @param note @maxLength 5
   */
  @Tool()
  find(id: string, email: string, pay: Payment, tree: Tree, note = "none", on?: Date | number): string {
    return [id, email, pay.kind, tree.kids.length, note, on instanceof Date ? on.getUTCFullYear() : on].join(" ");
  }
}

const AMOUNT = { type: "number", exclusiveMinimum: 0, description: "In cents" };
const refund: ObjectSchema = {
  type: "object",
  properties: { amount: AMOUNT, to: { anyOf: [{ type: "string", format: "email" }, { type: "null" }] } },
  required: ["amount"],
};

export class Refunds {
  @Tool({ inputSchema: { ...refund, additionalProperties: false } })
  refund(amount: number): string { return "refunded " + String(amount); }
}

/** Double a number. */
export function double(n: number): number { return n * 2; }
export const set = new BasicToolSet();
set.addTool(double);
set.addTool({ name: "parts", inputSchema: refund, run: (input) => JSON.stringify(input) });
`;

const RUN = `const { toolSet } = require("@skills/core");
const { Orders, Refunds, set } = require("./dist/orders.js");
const good = { id: "A1-2", email: "a@b.co", pay: { kind: "cash", amount: 1 }, tree: { name: "t", kids: [{ name: "k", kids: [] }] } };
const call = (set, name, input) => set.runTool({ type: "tool_use", id: "toolu_1", name, input });
const isThere = (name) => { try { require.resolve(name); return true; } catch { return false; } };
(async () => {
  const orders = toolSet(new Orders());
  const refunds = toolSet(new Refunds());
  const values = [
    (await call(orders, "find", { ...good, on: "2024-05-06T00:00:00Z" })).value,
    (await call(set, "double", { n: 21 })).value,
    (await call(refunds, "refund", { amount: 5 })).value,
    (await call(set, "parts", { amount: 5, to: null })).value,
  ];
  const bad = { ...good, id: "B", note: "too long", pay: { kind: "card", amount: 1 }, tree: { nme: "t", kids: [{ name: 1, kids: [] }] } };
  const issuesOf = (set, name, input) => call(set, name, input).then(() => [], (error) => error.issues);
  const issues = await issuesOf(orders, "find", bad);
  for (const [given, name] of [[refunds, "refund"], [set, "parts"]])
    issues.push(...await issuesOf(given, name, { amount: 0, to: "nobody", of: 1 }));
  const loaded = Object.keys(require.cache).filter((file) => /node_modules.typescript|packages.compiler|ajv.dist.(?:core|compile.index|2020)/.test(file));
  console.log(JSON.stringify({ values, issues, loaded, there: ["typescript", "@skills/compiler"].filter(isThere) }));
})();
`;

const FIND_ISSUES = ["id", "note", "pay.amount", "pay.number", "tree.kids[0].name", "tree.name", "tree.nme"];
const REFUND_ISSUES = ["amount", "amount", "of", "to", "to"];

test("what skills build wrote serves production: no TypeScript, no compiler, no code made from strings", async () => {
  const project = new Project({
    "src/orders.ts": SOURCE,
    "run.js": RUN,
    // They are there, and nothing of them can be loaded: not even from a folder further up.
    "node_modules/typescript/package.json": { name: "typescript", exports: {} },
    "node_modules/@skills/compiler/package.json": { name: "@skills/compiler", exports: {} },
  });
  project.compile();
  expect(await skills("build", "-p", project.root)).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(/dist\/skills\.manifest\.json .*\n.*\n3 tools, built in/),
  });

  const flags = ["--disallow-code-generation-from-strings", "run.js"];
  const production = spawned(project.root, flags, { NODE_ENV: "production" });
  expect(production).toMatchObject({ code: 0, err: "" });
  const { values, issues, loaded, there } = JSON.parse(production.out);
  expect({ values, loaded, there }).toEqual({
    values: ["A1-2 a@b.co cash 1 none 2024", 42, "refunded 5", '{"amount":5,"to":null}'],
    loaded: [],
    there: [],
  });
  expect((issues as { path: string }[]).map(({ path }) => path).sort()).toEqual(
    [...FIND_ISSUES, ...REFUND_ISSUES].sort(),
  );

  // With source maps on, stacks show src, and the manifest stands in dist.
  const mapped = spawned(project.root, ["--enable-source-maps", ...flags], { NODE_ENV: "production" });
  expect(mapped).toEqual(production);

  // Without the validators ajv compiles, and the issues are the same, word for word.
  rmSync(project.path("dist/skills.validators.cjs"));
  const compiled = spawned(project.root, ["run.js"], { NODE_ENV: "production" });
  expect(JSON.parse(compiled.out).issues).toEqual(issues);
  expect(JSON.parse(compiled.out).loaded).not.toEqual([]);

  // And where the manifest is stale, it is not served.
  project.write("src/orders.ts", SOURCE.replace("maxLength 5", "maxLength 6"));
  const stale = spawned(project.root, ["run.js"], { NODE_ENV: "production" });
  expect(stale.code).toBe(1);
  expect(stale.err).toContain("S116");
  expect(stale.err).toContain("run `skills build`");
});

test("a schema that is known at run time only is told by build and check; one that is no schema stops the build", async () => {
  const tool = (schema: string): string => `import { Tool } from "@skills/core";
const made = () => ({ type: "object" }) as const;
export class A {
  @Tool({ inputSchema: ${schema} })
  a(): void {}
}`;
  const project = new Project({ "src/a.ts": tool("made()") });
  for (const command of ["build", "check"]) {
    const { code, out } = await skills(command, "-p", project.root);
    expect({ command, code }).toEqual({ command, code: 0 });
    expect(out).toContain("src/a.ts:4 - warning S220: this inputSchema is known at run time only");
  }
  project.write("src/a.ts", tool('{ type: "object", properties: { id: { type: "strong" } } } as never'));
  for (const command of ["build", "check"]) {
    const { code, out } = await skills(command, "-p", project.root);
    expect({ command, code }).toEqual({ command, code: 1 });
    expect(out).toContain("src/a.ts:4 - error S114: a schema cannot be used");
  }
});

/** Two classes of the same methods, one of which has a name that stays. */
const SHORTENED = `import { Skill, Tool } from "@skills/core";
const NAME = "orders";
@Skill({ name: NAME })
export class Orders {
  /** Find an order. */
  @Tool() find(id: string): string { return "order " + id; }
}
export class Refunds {
  /** Find a refund. */
  @Tool() find(id: string): string { return "refund " + id; }
}
`;

test("a class whose name a bundler shortened is found by the name that @Skill gives it; another is told so", async () => {
  const project = new Project({
    "src/tools.ts": SHORTENED,
    "run.js": `const { readFileSync, writeFileSync } = require("node:fs");
const { toolSet, useManifest } = require("@skills/core");
const shortened = readFileSync("dist/tools.js", "utf8").replace(/\\bOrders\\b/g, "a").replace(/\\bRefunds\\b/g, "b");
writeFileSync("bundle/tools.js", shortened);
useManifest(JSON.parse(readFileSync("dist/skills.manifest.json", "utf8")));
const { a, b } = require("./bundle/tools.js");
console.log(toolSet(new a()).toolsSchema[0].description);
toolSet(new b());
`,
    "bundle/package.json": {},
    "node_modules/@skills/compiler/package.json": { name: "@skills/compiler", exports: {} },
  });
  project.compile();
  expect(await skills("build", "-p", project.root)).toMatchObject({ code: 0, err: "" });
  const { code, out, err } = spawned(project.root, ["run.js"], { NODE_ENV: "production" });
  expect({ code, out }).toEqual({ code: 1, out: "Find an order.\n" });
  expect(err).toContain("S109: nothing describes parameter 0 of b.find");
  expect(err).toMatch(/has these tools as Refunds of src\/tools\.ts, and no b: a bundler shortened the name/);
});

/** One function in two sets, two of one name, two without. */
const FUNCTIONS = `import { BasicToolSet } from "@skills/core";
export const [first, second] = [new BasicToolSet(), new BasicToolSet()];
/** Double a number. */
function double(n: number): number { return n * 2; }
/** Scale a number. */
function scale(n: number, by: number): number { return n * by; }
first.addTool(double);
second.addTool(double);
first.addTool(scale);
first.addTool((a: string) => a, { name: "text" });
first.addTool((b: boolean) => b, { name: "truth" });
`;

const OTHER = `import { BasicToolSet } from "@skills/core";
/** Scale a text. */
export function scale(text: string): string { return text + text; }
export const own = new BasicToolSet();
own.addTool(scale);
`;

test("functions that are given twice, that share a name or that have none are found in a built manifest", async () => {
  const project = new Project({
    "src/tools.ts": FUNCTIONS,
    "src/other.ts": OTHER,
    "run.js": `const { first, second } = require("./dist/tools.js");
const { own } = require("./dist/other.js");
const inputs = (set) => set.toolsSchema.map(({ name, input_schema }) => [name, Object.keys(input_schema.properties)]);
console.log(JSON.stringify([first, second, own].map(inputs)));
`,
    "node_modules/@skills/compiler/package.json": { name: "@skills/compiler", exports: {} },
  });
  project.compile();
  expect(await skills("build", "-p", project.root)).toMatchObject({ code: 0, err: "" });
  const { out, err } = spawned(project.root, ["run.js"], { NODE_ENV: "production" });
  expect(err).toBe("");
  expect(JSON.parse(out)).toEqual([
    [
      ["double", ["n"]],
      ["scale", ["n", "by"]],
      ["text", ["a"]],
      ["truth", ["b"]],
    ],
    [["double", ["n"]]],
    [["scale", ["text"]]],
  ]);

  // Without a source map nothing tells the lines.
  rmSync(project.path("dist/tools.js.map"));
  const unmapped = spawned(project.root, ["run.js"], { NODE_ENV: "production" });
  expect(unmapped.err).toContain("S113: the built manifest does not tell which function this is");
});

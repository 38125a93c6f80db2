import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { Project } from "./support/project";
import { BIN, spawned } from "./support/run";

const TSC = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");

/** A class with what validators have: patterns, formats, unions, recursion, dates told from other kinds. */
const SOURCE = `import { BasicToolSet, Tool } from "@skills/core";

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

/** Double a number. */
export function double(n: number): number { return n * 2; }
export const set = new BasicToolSet();
set.addTool(double);
`;

const RUN = `const { toolSet } = require("@skills/core");
const { Orders, set } = require("./dist/orders.js");
const good = { id: "A1-2", email: "a@b.co", pay: { kind: "cash", amount: 1 }, tree: { name: "t", kids: [{ name: "k", kids: [] }] } };
const call = (set, name, input) => set.runTool({ type: "tool_use", id: "toolu_1", name, input });
const isThere = (name) => { try { require.resolve(name); return true; } catch { return false; } };
(async () => {
  const orders = toolSet(new Orders());
  const values = [
    (await call(orders, "find", { ...good, on: "2024-05-06T00:00:00Z" })).value,
    (await call(set, "double", { n: 21 })).value,
  ];
  const bad = { ...good, id: "B", note: "too long", pay: { kind: "card", amount: 1 }, tree: { nme: "t", kids: [{ name: 1, kids: [] }] } };
  const issues = await call(orders, "find", bad).then(() => [], (error) => error.issues);
  const loaded = Object.keys(require.cache).filter((file) => /node_modules.typescript|packages.compiler|ajv.dist.(?:core|compile.index|2020)/.test(file));
  console.log(JSON.stringify({ values, issues, loaded, there: ["typescript", "@skills/compiler"].filter(isThere) }));
})();
`;

const FIND_ISSUES = ["id", "note", "pay.amount", "pay.number", "tree.kids[0].name", "tree.name", "tree.nme"];

test("what skills build wrote serves production: no TypeScript, no compiler, no code made from strings", () => {
  const project = new Project({
    "src/orders.ts": SOURCE,
    "run.js": RUN,
    // They are there, and nothing of them can be loaded: not even from a folder further up.
    "node_modules/typescript/package.json": { name: "typescript", exports: {} },
    "node_modules/@skills/compiler/package.json": { name: "@skills/compiler", exports: {} },
  });
  expect(spawned(project.root, [TSC])).toMatchObject({ code: 0, out: "" });
  expect(spawned(project.root, [BIN, "build"])).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(/^dist\/skills\.manifest\.json .*\n.*\n2 tools, built in/),
  });

  const flags = ["--disallow-code-generation-from-strings", "run.js"];
  const production = spawned(project.root, flags, { NODE_ENV: "production" });
  expect(production).toMatchObject({ code: 0, err: "" });
  const { values, issues, loaded, there } = JSON.parse(production.out);
  expect({ values, loaded, there }).toEqual({
    values: ["A1-2 a@b.co cash 1 none 2024", 42],
    loaded: [],
    there: [],
  });
  expect((issues as { path: string }[]).map(({ path }) => path).sort()).toEqual(FIND_ISSUES);

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

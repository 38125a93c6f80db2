// The check of one input, and nothing else: the validator that `skills build` writes from a class, beside the code that
// ajv writes from the same schema, and typia's from the same types. Before anything is timed, all give one verdict on
// each of many inputs.
import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Builder } from "@skills/compiler/build";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import ts from "typescript";
import { measure } from "./measure.mjs";
import { input, inputSchema } from "./order.mjs";

const require = createRequire(import.meta.url);
const FILES = {
  "package.json": JSON.stringify({ name: "orders", private: true }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      strict: true,
      target: "es2022",
      module: "node20",
      types: [],
      rootDir: "src",
      outDir: "dist",
      experimentalDecorators: true,
      skipLibCheck: true,
    },
    include: ["src"],
  }),
  "src/desk.ts": `import { Tool, type Int } from "@skills/core";
export class Desk {
  /**
   * Place an order.
   * @param id @pattern ^A\\d+$
   * @param name @minLength 1
   * @param age @minimum 0
   */
  @Tool() place(
    id: string, name: string, age: Int, email: string, active: boolean, role: "buyer" | "seller" | "clerk",
    score: number, tags: string[], items: { sku: string; quantity: Int }[],
  ): void {}
}`,
  "src/typia.ts": `import typia, { tags } from "typia";
type Int = number & tags.Type<"int64">;
interface Order {
  id: string & tags.Pattern<"^A\\\\d+$">; name: string & tags.MinLength<1>; age: Int & tags.Minimum<0>;
  email: string; active: boolean; role: "buyer" | "seller" | "clerk"; score: number; tags: string[];
  items: { sku: string; quantity: Int }[];
}
export const validate = typia.createValidateEquals<Order>();
export const equals = typia.createEquals<Order>();`,
};

/** Each breaks one rule of the schema, at one place. */
const REFUSED = [
  ...Object.keys(input)
    .map((name) => ({ ...input, [name]: undefined }))
    .map((each) => JSON.parse(JSON.stringify(each))),
  { ...input, more: 1 },
  { ...input, id: "B17" },
  { ...input, name: "" },
  { ...input, age: -1 },
  { ...input, age: 1.5 },
  { ...input, active: "true" },
  { ...input, role: "owner" },
  { ...input, score: null },
  { ...input, tags: ["new", 1] },
  { ...input, items: {} },
  { ...input, items: [...input.items, { sku: "KE-002" }] },
  { ...input, items: [{ sku: "KE-001", quantity: 2, price: 1 }] },
  { ...input, items: [{ sku: "KE-001", quantity: "2" }] },
  [],
  null,
];

export async function validate() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "skills-validate-")));
  try {
    writeProject(folder);
    const { validate: typiaValidate, equals } = emittedByTypia(folder);
    const subjects = {
      "bare ajv, standalone": writtenByAjv(folder),
      "@skills/compiler: skills build": writtenByBuild(folder),
      "typia createValidateEquals": (value) => typiaValidate(value).success,
      "typia createEquals: says no reason": equals,
    };
    for (const [name, fits] of Object.entries(subjects)) {
      assert.equal(fits(input), true, name);
      for (const value of REFUSED) assert.equal(fits(value), false, `${name}: ${JSON.stringify(value)}`);
    }
    const loops = Object.entries(subjects).map(([name, fits]) => [
      name,
      (n) => {
        for (let i = 0; i < n; i++) if (!fits(input)) throw new Error("refused");
      },
    ]);
    return {
      title: "Validation of nine fields",
      unit: "validation",
      rows: await measure(Object.fromEntries(loops), { rounds: 45, n: 100_000 }),
      notes: [`Verdicts agree on 1 input that fits and ${REFUSED.length} that do not.`],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeProject(folder) {
  for (const made of ["src", "node_modules/@skills"]) mkdirSync(join(folder, made), { recursive: true });
  for (const name of ["@skills/core", "ajv", "typia"])
    symlinkSync(
      fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url)),
      join(folder, "node_modules", name),
    );
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(folder, path), text);
}

function writtenByBuild(folder) {
  const { diagnostics } = new Builder().build({ project: folder });
  assert.deepEqual(diagnostics, []);
  const { skills } = JSON.parse(readFileSync(join(folder, "dist/skills.manifest.json"), "utf8"));
  // The class says what the hand-written schema says: the others are made from that one.
  assert.deepEqual(skills[0].tools[0].inputSchema, inputSchema);
  const validators = require(join(folder, "dist/skills.validators.cjs"));
  const byKey = validators(require, (pattern, flags) => new RegExp(pattern, flags));
  // Types stand before the tool that takes them.
  return Object.values(byKey).at(-1)();
}

function writtenByAjv(folder) {
  const ajv = new Ajv2020({ code: { source: true } });
  const file = join(folder, "ajv.cjs");
  writeFileSync(file, standalone.default(ajv, ajv.compile(inputSchema)));
  return require(file);
}

function emittedByTypia(folder) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} };
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(join(folder, "tsconfig.json"), {}, host);
  const program = ts.createProgram({ rootNames: fileNames, options });
  const problems = [];
  const transformer = require("typia/lib/transform").default(
    program,
    {},
    { addDiagnostic: (problem) => problems.push(problem) },
  );
  program.emit(undefined, undefined, undefined, false, { before: [transformer] });
  assert.deepEqual(problems, []);
  return require(join(folder, "dist/typia.js"));
}

// node packages/compiler/stages/delivery.mjs [WORD…]: packs core and compiler, installs them like a user does, outside
// of this repository, and holds that one skill has the same schema by every way that packages/create-skills/stages/
// projects.mjs does not go: runners of tests, ts-node, declarations alone, the compiler over two releases of TypeScript.
// With words, only the ways whose name has one of them: `ts-node`, `jest`, `"5.9 and 6.0"`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import ts from "typescript";
import { must, packed, PNPM, repository, run, scratchFolder } from "../../../scripts/packed.mjs";

const scratch = scratchFolder("delivery");

const TOOLS = {
  "@jest/globals": "30.5.2",
  "@swc/core": "1.16.22",
  "@swc/jest": "0.2.39",
  "@types/node": "20.19.25",
  jest: "30.5.2",
  "reflect-metadata": "0.2.2",
  "ts-jest": "29.4.15",
  "ts-node": "10.9.2",
};

const COMPILER_OPTIONS = {
  strict: true,
  target: "es2022",
  module: "node20",
  lib: ["es2022"],
  types: ["node"],
  rootDir: "src",
  outDir: "dist",
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: true,
};

const DESK = `import { Tool, toolSet } from "@skills/core";
export interface Parcel { weight: number; to: { street: string } | null }
export class Desk {
  /**
   * Ship a parcel.
   * @param speed how fast
   */
  @Tool() ship(parcel: Parcel, speed: "slow" | "fast" = "slow", ...tags: string[]): string {
    return [String(parcel.weight), speed, ...tags].join(" ");
  }
}
export const schema = () => JSON.stringify(toolSet(new Desk()).toolsSchema[0]?.input_schema);
`;
const MAIN = 'import { schema } from "./desk";\nconsole.log("SCHEMA " + schema());\n';
const TEST = `import { test } from "@jest/globals";
import { schema } from "./desk";
test("schema", () => { process.stderr.write("SCHEMA " + schema() + "\\n"); });
`;

/** @param withDefault declarations have no defaults */
const expected = (withDefault) => ({
  type: "object",
  properties: {
    parcel: {
      type: "object",
      properties: {
        weight: { type: "number" },
        to: {
          anyOf: [
            {
              type: "object",
              properties: { street: { type: "string" } },
              required: ["street"],
              additionalProperties: false,
            },
            { type: "null" },
          ],
        },
      },
      required: ["weight", "to"],
      additionalProperties: false,
    },
    speed: {
      type: "string",
      enum: ["slow", "fast"],
      description: "how fast",
      ...(withDefault ? { default: "slow" } : {}),
    },
    tags: { type: "array", items: { type: "string" } },
  },
  required: ["parcel"],
  additionalProperties: false,
});

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** A user's project with a TypeScript of their own. */
async function project(name, typescript, tools) {
  const folder = join(scratch, name);
  mkdirSync(join(folder, "src"), { recursive: true });
  const write = (file, content) =>
    writeFileSync(join(folder, file), typeof content === "string" ? content : JSON.stringify(content));
  const given = { "@types/node": TOOLS["@types/node"], "reflect-metadata": TOOLS["reflect-metadata"] };
  write("package.json", {
    name,
    private: true,
    dependencies: { ...tarballs, ...given, ...tools, typescript },
  });
  write("pnpm-workspace.yaml", `overrides: ${JSON.stringify(tarballs)}\n`);
  write("tsconfig.json", { compilerOptions: COMPILER_OPTIONS, include: ["src"] });
  write("src/desk.ts", DESK);
  write("src/main.ts", MAIN);
  write("src/desk.test.ts", tools.jest ? TEST : "export {};\n");
  const began = performance.now();
  await must(PNPM, ["install", "--prefer-offline", "--config.strict-dep-builds=false"], folder);
  console.log(`     ${name}: installed (${seconds(began)})`);
  return { folder, write, bin: (tool) => join(folder, "node_modules/.bin", tool) };
}

const words = process.argv.slice(2);
const isWanted = (what) => words.length === 0 || words.some((word) => what.includes(word));
let right = 0;
let wrong = 0;

function tell(isRight, what, detail) {
  if (isRight) right += 1;
  else wrong += 1;
  console.log(`${isRight ? "ok  " : "FAIL"} ${what}${isRight ? "" : `\n${detail}`}`);
}

/** One way to run the skill, in a fresh state: what it prints is the schema. */
async function proves(what, folder, command, args, { withDefault = true, env = {} } = {}) {
  // What compiled for the way before may still write there.
  rmSync(join(folder, "node_modules/.cache/skills"), { recursive: true, force: true, maxRetries: 10 });
  const began = performance.now();
  const { output } = await run(command, args, folder, env);
  const printed = /SCHEMA (.*)/.exec(output)?.[1];
  tell(printed === JSON.stringify(expected(withDefault)), `${what} (${seconds(began)})`, printed ?? output);
}

/** Compiled by the project's own TypeScript. */
const COMPILED = [
  [
    "compiled, with maps",
    async (what, { folder, bin }) => {
      await must(bin("tsc"), ["-p", folder, "--sourceMap"], folder);
      await proves(what, folder, process.execPath, ["dist/main.js"]);
    },
  ],
  [
    "compiled, with declarations only",
    async (what, { folder, bin }) => {
      await must(bin("tsc"), ["-p", folder, "--declaration", "--outDir", "published"], folder);
      await proves(what, folder, process.execPath, ["published/main.js"], { withDefault: false });
    },
  ],
];

/** The manifest of every kind of type that the tests know, by the TypeScript that the compiler finds in a project. */
async function kindsBy({ folder, write }) {
  const source = readFileSync(join(repository, "packages/compiler/test/kinds.ts"), "utf8");
  const options = { module: ts.ModuleKind.CommonJS };
  write("kinds.cjs", ts.transpileModule(source, { compilerOptions: options }).outputText);
  const { DECLARATIONS, KINDS } = createRequire(import.meta.url)(join(folder, "kinds.cjs"));
  const methods = KINDS.map(({ type }, index) => `@Tool() kind${index}(x: ${type}): ${type} { throw x; }`);
  mkdirSync(join(folder, "kinds"));
  write("kinds/tsconfig.json", { compilerOptions: { ...COMPILER_OPTIONS, rootDir: ".", noEmit: true } });
  write(
    "kinds/kinds.ts",
    `import { Tool, type Int } from "@skills/core"; ${DECLARATIONS}\nexport class Kinds { ${methods.join("\n")} }`,
  );
  const script = 'console.log(JSON.stringify(require("@skills/compiler").compile({ project: "kinds" })))';
  const version =
    'console.log(require(require.resolve("typescript", { paths: [require.resolve("@skills/compiler")] })).version)';
  return {
    version: (await run(process.execPath, ["-e", version], folder)).output.trim(),
    result: (await run(process.execPath, ["-e", script], folder)).output.trim(),
    tools: KINDS.length,
  };
}

/** Whether two releases of TypeScript give the same, byte for byte. */
function agree(one, other) {
  const same = one.result === other.result && one.version !== other.version;
  const all = JSON.parse(one.result).manifest.skills[0].tools.length === one.tools;
  tell(
    same && all,
    `the compiler over TypeScript ${one.version} and ${other.version}: ${one.tools} kinds`,
    "the manifests differ",
  );
}

function runners() {
  const jest = (name, transform) => [
    `jest: ${name}`,
    async (what, { folder, write, bin }) => {
      write(`jest.${name}.json`, {
        rootDir: "src",
        testEnvironment: "node",
        transform: { "\\.ts$": transform },
      });
      await proves(what, folder, bin("jest"), ["-c", `jest.${name}.json`, "--no-cache", "-w", "1"]);
    },
  ];
  const runner = (name, tool, ...args) => [
    name,
    (what, { folder, bin }) => proves(what, folder, bin(tool), [...args, "src/main.ts"]),
  ];
  return [
    jest("ts-jest", ["ts-jest", { tsconfig: { ...COMPILER_OPTIONS, module: "commonjs" } }]),
    jest("ts-jest-isolatedModules", [
      "ts-jest",
      { tsconfig: { ...COMPILER_OPTIONS, module: "commonjs", isolatedModules: true } },
    ]),
    jest("swc", [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: "es2022",
        },
        module: { type: "commonjs" },
      },
    ]),
    runner("ts-node", "ts-node"),
    runner("ts-node without type checks", "ts-node", "--transpile-only"),
  ];
}

const KINDS = "the compiler over TypeScript 5.9 and 6.0";

const wanted = [...runners(), ...COMPILED].filter(([what]) => isWanted(what));
const wantsKinds = isWanted(KINDS);
const tarballs = await packed(["core", "compiler"], scratch);

/** The ways of a project follow each other, as they share its folder. */
async function waysAndKinds() {
  const made = await project("ts-5", "5.9.3", TOOLS);
  for (const [what, prove] of wanted) await prove(what, made);
  return wantsKinds ? kindsBy(made) : undefined;
}

const [five, six] = await Promise.all([
  waysAndKinds(),
  wantsKinds ? project("ts-6", "~6.0.3", {}).then(kindsBy) : undefined,
]);
if (five && six) agree(five, six);

console.log(`${right} ways give the schema, ${wrong} do not`);
process.exit(wrong === 0 && right > 0 ? 0 : 1);

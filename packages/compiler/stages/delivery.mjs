// node packages/compiler/stages/delivery.mjs [WORD…]: packs core and compiler, installs them like a user does, outside
// of this repository, and holds that one skill has the same schema however its TypeScript is run or compiled. With
// words, only the ways whose name has one of them: `tsx`, `production`, `"TypeScript 7"`.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const repository = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const scratch = mkdtempSync(join(tmpdir(), "skills-delivery-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

const TOOLS = {
  "@jest/globals": "30.5.2",
  "@swc/core": "1.16.22",
  "@swc/jest": "0.2.39",
  "@types/node": "20.19.25",
  jest: "30.5.2",
  "reflect-metadata": "0.2.2",
  "ts-jest": "29.4.15",
  "ts-node": "10.9.2",
  tsx: "4.23.15",
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

/** As many processes at once as cores take part: the ways of one project follow each other, projects do not wait. */
const AT_ONCE = 2;
let running = 0;
const waiting = [];

async function run(command, args, cwd, env = {}) {
  const plain = { ...process.env, ...env };
  // What this stage runs under is no business of a user's processes.
  for (const name of ["NODE_OPTIONS", "NODE_V8_COVERAGE", "NODE_ENV"]) if (!(name in env)) delete plain[name];
  if (running === AT_ONCE) await new Promise((resolve) => waiting.push(resolve));
  else running += 1;
  const began = performance.now();
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(command, args, { cwd, env: plain, stdio: ["ignore", "pipe", "pipe"] });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text) => (output += text));
      child.once("error", reject);
      child.once("close", (status) => {
        resolve({ status, output, seconds: ((performance.now() - began) / 1000).toFixed(1) });
      });
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function must(command, args, cwd) {
  const { status, output, seconds } = await run(command, args, cwd);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}\n${output}`);
  return seconds;
}

async function pack(name) {
  const from = join(repository, "packages", name);
  await must("npx", ["-y", "pnpm@10.34.9", "pack", "--pack-destination", scratch], from);
  const file = readdirSync(scratch).find((each) => each.startsWith(`skills-${name}-`));
  return `file:${join(scratch, file)}`;
}

/** A user's project with a TypeScript of their own. */
async function project(name, typescript, dependencies = {}) {
  const folder = join(scratch, name);
  mkdirSync(join(folder, "src"), { recursive: true });
  const write = (file, content) =>
    writeFileSync(join(folder, file), typeof content === "string" ? content : JSON.stringify(content));
  write("package.json", {
    name,
    private: true,
    dependencies: {
      "@skills/core": core,
      "@skills/compiler": compiler,
      "@types/node": TOOLS["@types/node"],
      "reflect-metadata": TOOLS["reflect-metadata"],
      typescript,
      ...dependencies,
    },
    overrides: { "@skills/core": core },
  });
  write("tsconfig.json", { compilerOptions: COMPILER_OPTIONS, include: ["src"] });
  write("src/desk.ts", DESK);
  write("src/main.ts", MAIN);
  write("src/desk.test.ts", dependencies.jest ? TEST : "export {};\n");
  const install = ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  console.log(`     ${name}: installed (${await must("npm", install, folder)} s)`);
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
  rmSync(join(folder, "node_modules/.cache/skills"), { recursive: true, force: true });
  const { output, seconds } = await run(command, args, folder, env);
  const printed = /SCHEMA (.*)/.exec(output)?.[1];
  tell(printed === JSON.stringify(expected(withDefault)), `${what} (${seconds} s)`, printed ?? output);
}

/** Compiled by a project's own TypeScript. */
function compiledWays(label) {
  const production =
    'process.exit(new (require("@skills/compiler/build").Builder)().build().outputs.length === 2 ? 0 : 1)';
  return [
    [
      `${label}: compiled, with maps`,
      async (what, { folder, bin }) => {
        await must(bin("tsc"), ["-p", folder, "--sourceMap"], folder);
        await proves(what, folder, process.execPath, ["dist/main.js"]);
        rmSync(join(folder, "dist"), { recursive: true });
      },
    ],
    [
      `${label}: compiled, with declarations only`,
      async (what, { folder, bin }) => {
        await must(bin("tsc"), ["-p", folder, "--declaration", "--outDir", "published"], folder);
        await proves(what, folder, process.execPath, ["published/main.js"], { withDefault: false });
      },
    ],
    [
      `${label}: built, in production`,
      async (what, { folder, bin }) => {
        await must(bin("tsc"), ["-p", folder], folder);
        await must(process.execPath, ["-e", production], folder);
        await proves(what, folder, process.execPath, ["dist/main.js"], { env: { NODE_ENV: "production" } });
      },
    ],
  ];
}

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
    runner("tsx", "tsx"),
    runner("ts-node", "ts-node"),
    runner("ts-node without type checks", "ts-node", "--transpile-only"),
  ];
}

const KINDS = "the compiler over TypeScript 5.9 and 6.0";

/** The ways of one project, one after the other, as they share its folder; @returns its kinds where they are wanted. */
async function lane(name, typescript, ways, { tools = {}, hasKinds = false } = {}) {
  const wanted = ways.filter(([what]) => isWanted(what));
  const wantsKinds = hasKinds && isWanted(KINDS);
  if (wanted.length === 0 && !wantsKinds) return undefined;
  const made = await project(name, typescript, tools);
  for (const [what, prove] of wanted) await prove(what, made);
  return wantsKinds ? kindsBy(made) : undefined;
}

const [core, compiler] = await Promise.all([pack("core"), pack("compiler")]);
const [five, six] = await Promise.all([
  lane("ts-5", "5.9.3", [...runners(), ...compiledWays("TypeScript 5.9")], { tools: TOOLS, hasKinds: true }),
  lane("ts-6", "~6.0.3", compiledWays("TypeScript 6.0"), { hasKinds: true }),
  lane("ts-7", "~7.0.2", compiledWays("TypeScript 7.0")),
]);
if (five && six) agree(five, six);

console.log(`${right} ways give the schema, ${wrong} do not`);
process.exit(wrong === 0 && right > 0 ? 0 : 1);

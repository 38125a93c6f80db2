// node packages/compiler/stages/delivery.mjs: packs core and compiler, installs them like a user does, outside of
// this repository, and holds that one skill has the same schema however its TypeScript is run or compiled.
import { spawnSync } from "node:child_process";
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

function run(command, args, cwd, env = {}) {
  const plain = { ...process.env, ...env };
  // What this stage runs under is no business of a user's processes.
  for (const name of ["NODE_OPTIONS", "NODE_V8_COVERAGE", "NODE_ENV"]) if (!(name in env)) delete plain[name];
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8", env: plain });
  if (error) throw error;
  return { status, output: `${stdout}\n${stderr}` };
}

function must(command, args, cwd) {
  const { status, output } = run(command, args, cwd);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}\n${output}`);
}

function pack(name) {
  must(
    "npx",
    ["-y", "pnpm@10.34.9", "pack", "--pack-destination", scratch],
    join(repository, "packages", name),
  );
  const file = readdirSync(scratch).find((each) => each.startsWith(`skills-${name}-`));
  return `file:${join(scratch, file)}`;
}

const core = pack("core");
const compiler = pack("compiler");

/** A user's project with a TypeScript of their own. */
function project(name, typescript, dependencies = {}) {
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
  must("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"], folder);
  return { folder, write, bin: (tool) => join(folder, "node_modules/.bin", tool) };
}

let failures = 0;

/** One way to run the skill, in a fresh state: what it prints is the schema. */
function proves(what, folder, command, args, { withDefault = true, env = {} } = {}) {
  rmSync(join(folder, "node_modules/.cache/skills"), { recursive: true, force: true });
  const began = performance.now();
  const { output } = run(command, args, folder, env);
  const printed = /SCHEMA (.*)/.exec(output)?.[1];
  const isRight = printed === JSON.stringify(expected(withDefault));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${isRight ? "ok  " : "FAIL"} ${what} (${seconds} s)`);
  if (isRight) return;
  failures += 1;
  console.log(printed === undefined ? output : `  ${printed}`);
}

function compiledWays(label, { folder, bin }) {
  must(bin("tsc"), ["-p", folder, "--sourceMap"], folder);
  proves(`${label}: compiled, with maps`, folder, process.execPath, ["dist/main.js"]);
  rmSync(join(folder, "dist"), { recursive: true });
  must(bin("tsc"), ["-p", folder, "--declaration", "--outDir", "published"], folder);
  proves(`${label}: compiled, with declarations only`, folder, process.execPath, ["published/main.js"], {
    withDefault: false,
  });
  must(bin("tsc"), ["-p", folder], folder);
  const build =
    'process.exit(new (require("@skills/compiler/build").Builder)().build().outputs.length === 2 ? 0 : 1)';
  must(process.execPath, ["-e", build], folder);
  proves(`${label}: built, in production`, folder, process.execPath, ["dist/main.js"], {
    env: { NODE_ENV: "production" },
  });
}

/** The manifest of every kind of type that the tests know, by the TypeScript that the compiler finds in a project. */
function kindsBy({ folder, write }) {
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
    version: run(process.execPath, ["-e", version], folder).output.trim(),
    result: run(process.execPath, ["-e", script], folder).output.trim(),
    tools: KINDS.length,
  };
}

/** Whether two releases of TypeScript give the same, byte for byte. */
function agree(one, other) {
  const same = one.result === other.result && one.version !== other.version;
  const all = JSON.parse(one.result).manifest.skills[0].tools.length === one.tools;
  console.log(
    `${same && all ? "ok  " : "FAIL"} the compiler over TypeScript ${one.version} and ${other.version}: ${one.tools} kinds`,
  );
  if (!same || !all) failures += 1;
}

function runners() {
  const made = project("runners", "5.9.3", TOOLS);
  const { folder, write, bin } = made;
  const jest = (name, transform) => {
    write(`jest.${name}.json`, {
      rootDir: "src",
      testEnvironment: "node",
      transform: { "\\.ts$": transform },
    });
    proves(`jest: ${name}`, folder, bin("jest"), ["-c", `jest.${name}.json`, "--no-cache", "-w", "1"]);
  };
  jest("ts-jest", ["ts-jest", { tsconfig: { ...COMPILER_OPTIONS, module: "commonjs" } }]);
  jest("ts-jest-isolatedModules", [
    "ts-jest",
    { tsconfig: { ...COMPILER_OPTIONS, module: "commonjs", isolatedModules: true } },
  ]);
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
  ]);
  proves("tsx", folder, bin("tsx"), ["src/main.ts"]);
  proves("ts-node", folder, bin("ts-node"), ["src/main.ts"]);
  proves("ts-node without type checks", folder, bin("ts-node"), ["--transpile-only", "src/main.ts"]);
  return made;
}

const [five, six, seven] = [runners(), project("ts-6", "~6.0.3"), project("ts-7", "~7.0.2")];
compiledWays("TypeScript 5.9", five);
compiledWays("TypeScript 6.0", six);
compiledWays("TypeScript 7.0", seven);
agree(kindsBy(five), kindsBy(six));

console.log(failures === 0 ? "every way gives the schema" : `${failures} ways do not give the schema`);
process.exit(failures === 0 ? 0 : 1);

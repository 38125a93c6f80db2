import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import type { OnDemandResult } from "@skills/compiler/on-demand";
import { TempProject } from "./project";

const ON_DEMAND = join(__dirname, "../../dist/on-demand.js");

const SCRIPT = `
  const { manifestForFile } = require(${JSON.stringify(ON_DEMAND)});
  const result = manifestForFile(process.argv[1], process.argv[2]);
  const loaded = Object.keys(require.cache).some((file) => /[\\\\/]typescript[\\\\/]lib[\\\\/]/.test(file));
  process.stdout.write(JSON.stringify({ ...result, loadedTypeScript: loaded }));
`;

export type Answer = OnDemandResult & { loadedTypeScript: boolean };

const IN_TURN = `
  const { manifestForFile } = require(${JSON.stringify(ON_DEMAND)});
  process.stdout.write(JSON.stringify(process.argv.slice(1).map((file) => manifestForFile(file))));
`;

/**
 * Asks for a file's manifest in a process of its own, as a test worker or a development server does.
 *
 * @param name of a class that is wanted from the project's other files, too
 */
export function ask(file: string, env: NodeJS.ProcessEnv = {}, name: string[] = []): Answer {
  return resultOf(SCRIPT, [file, ...name], env) as Answer;
}

const FROM_NOWHERE = `process.chdir(process.argv[2]); require("node:fs").rmdirSync(process.argv[2]); ${SCRIPT.replace("process.argv[2]", "undefined")}`;

/** Asks from a folder that is removed before. */
export function askFrom(folder: string, file: string): Answer {
  return resultOf(FROM_NOWHERE, [file, folder]) as Answer;
}

/** Asks for several files in one process, each after the answer before. */
export function askInTurn(files: string[]): OnDemandResult[] {
  return resultOf(IN_TURN, files) as OnDemandResult[];
}

function resultOf(script: string, args: string[], env: NodeJS.ProcessEnv = {}): unknown {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", script, ...args], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

export function askAtOnce(file: string, count: number, env: NodeJS.ProcessEnv): Promise<Answer[]> {
  return Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Answer>((resolve, reject) => {
          const child = spawn(process.execPath, ["-e", SCRIPT, file], { env: { ...process.env, ...env } });
          let output = "";
          child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
          child.once("error", reject);
          child.once("close", () => {
            resolve(JSON.parse(output) as Answer);
          });
        }),
    ),
  );
}

/** Little to parse, so that each compile is short. */
export const LIGHT_TSCONFIG = {
  compilerOptions: {
    strict: true,
    target: "es2022",
    lib: ["es5"],
    module: "node20",
    types: [],
    experimentalDecorators: true,
  },
  include: ["src"],
};

/** Core's declarations, as far as a source here names them: its real ones bring those of its dependencies along. */
const LIGHT_CORE = {
  "node_modules/@skills/core/package.json": { name: "@skills/core", types: "index.d.ts" },
  "node_modules/@skills/core/index.d.ts": "export declare function Tool(): MethodDecorator;",
};

export function lightProject(files: { [path: string]: string | object }): TempProject {
  return new TempProject({ "tsconfig.json": LIGHT_TSCONFIG, ...LIGHT_CORE, ...files }, {});
}

/** A skill whose only tool takes a value of this type. */
export function skill(name: string, type: string, imports = ""): string {
  return `import { Tool } from "@skills/core"; ${imports}
export class ${name} { @Tool() tool(value: ${type}) {} }`;
}

/** The schema of that value. */
export function valueSchema(answer: Pick<OnDemandResult, "manifest">, name: string): unknown {
  return answer.manifest.skills.find((found) => found.class === name)?.tools[0]?.inputSchema.properties
    ?.value;
}

import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { main } from "../../src";

// Each command compiles a project, and some are processes of their own.
jest.setTimeout(60_000);

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** A command in this process, as on a pipe. */
export async function skills(...argv: string[]): Promise<Ran> {
  return skillsOn({ colour: false, isWatched: false, stdin: "" }, ...argv);
}

/** A command in this process, before somebody who sees colours, or who types. */
export async function skillsOn(
  { colour, isWatched, stdin }: { colour: boolean; isWatched: boolean; stdin: string },
  ...argv: string[]
): Promise<Ran> {
  let [out, err] = ["", ""];
  const code = await main(argv, {
    out: (text) => (out += text),
    err: (text) => (err += text),
    colour,
    isWatched,
    stdin: () => stdin,
  });
  return { code, out, err };
}

export const BIN = join(__dirname, "../../dist/bin.js");

/** The built command, or any script, in a process of its own. */
export function spawned(cwd: string, argv: string[], env: { [name: string]: string } = {}): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd,
    encoding: "utf8",
    // Package managers put a path there that finds more than the project has.
    env: { ...process.env, NODE_PATH: "", NODE_ENV: "development", ...env },
  });
  return { code: status, out: stdout, err: stderr };
}

const MANY = `const { main } = require(process.argv[1]);
(async () => {
  const all = [];
  for (const argv of JSON.parse(process.argv[2])) {
    const ran = { code: 0, out: "", err: "" };
    ran.code = await main(argv, { out: (text) => (ran.out += text), err: (text) => (ran.err += text) });
    all.push(ran);
  }
  process.stdout.write(JSON.stringify(all));
})();`;

/** Commands one after the other in one process of their own, since to start each takes longer than to run it. */
export function spawnedTogether(cwd: string, ...argvs: string[][]): Ran[] {
  const { out, err } = spawned(cwd, ["-e", MANY, join(dirname(BIN), "main.js"), JSON.stringify(argvs)]);
  expect(err).toBe("");
  return JSON.parse(out) as Ran[];
}

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { packageJson, runnerFiles } from "./choices";

export type ModuleType = "module" | "commonjs";
export type TestRunner = "vitest" | "jest";

export interface CreateOptions {
  /** What the project's files are: ECMAScript modules, the default, or CommonJS. */
  type?: ModuleType;
  /** What runs its tests. Default vitest. */
  tests?: TestRunner;
}

/** What cannot be made, and the way out. */
export class CreateError extends Error {
  override readonly name = "CreateError";
  readonly code = "S254";

  constructor(
    readonly plainMessage: string,
    readonly help: string,
  ) {
    super(`S254: ${plainMessage}\n  help: ${help}`);
  }
}

const TEMPLATE = join(__dirname, "../template");

/** npm would take `.gitignore` in a package for one of its own. */
const RENAMED: { [file: string]: string } = { gitignore: ".gitignore" };

/**
 * Writes a project that can be installed, tested and run: a class of tools, its agent, and the agent's test.
 *
 * @param folder may be there already, and be empty
 * @returns the files that were written, by their paths in the folder
 * @throws CreateError where the folder holds something, or its name cannot be a package's
 */
export function create(folder: string, { type = "module", tests = "vitest" }: CreateOptions = {}): string[] {
  const root = resolve(folder);
  const name = packageName(root);
  checkEmpty(root, folder);
  const texts = new Map([
    ["package.json", packageJson(name, type, tests)],
    ...filesBelow(TEMPLATE).map((file): [string, string] => [
      RENAMED[file] ?? file,
      readFileSync(join(TEMPLATE, file), "utf8").replaceAll("{{testLibrary}}", LIBRARY[tests]),
    ]),
    ...runnerFiles(type, tests),
  ]);
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    // Nothing that came there meanwhile is overwritten.
    writeFileSync(join(root, file), text, { flag: "wx" });
  }
  return [...texts.keys()].sort();
}

const LIBRARY: { [tests in TestRunner]: string } = { vitest: "vitest", jest: "@jest/globals" };

function packageName(root: string): string {
  const name = basename(root).toLowerCase();
  if (/^[a-z0-9~-][a-z0-9._~-]*$/.test(name) && name.length <= 214) return name;
  throw new CreateError(
    `the folder's name, ${JSON.stringify(basename(root))}, cannot be the name of a package`,
    "use letters, digits, - and _, and begin with a letter or digit",
  );
}

function checkEmpty(root: string, folder: string): void {
  if (!existsSync(root)) return;
  if (!statSync(root).isDirectory())
    throw new CreateError(`${folder} is a file`, "name a folder that is not there, or is empty");
  const [first] = readdirSync(root).filter((file) => file !== ".git");
  if (first !== undefined)
    throw new CreateError(
      `${folder} is not empty: it has ${first}`,
      "name a folder that is not there, or is empty",
    );
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    );
}

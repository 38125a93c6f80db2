import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { preProcessFile } from "typescript";
import { filesIn } from "../files";
import { regionOf } from "./regions";

/** Projects that a test copies whole and gives to other programs: no file of them is imported, and all are used. */
const HANDED_OVER = ["docs/peers/bundlers/", "docs/peers/next/", "docs/examples/fixtures/monorepo/"];

/** Where fences may come from: files that the tests run (those of docs/peers too), and nothing else. */
export class Sources {
  private ran?: { code: Set<string>; tests: string };

  constructor(private readonly root: string) {}

  /**
   * The text of `path` or `path#region` (paths from the repository's root), without the end of its last line.
   * @throws Error where there is no such file or region, or where no test runs the file
   */
  textOf(source: string): string {
    const [path = "", region] = source.split("#");
    const file = join(this.root, path);
    if (!existsSync(file)) throw new Error(`${path} does not exist`);
    if (!this.isRun(path)) {
      throw new Error(
        `no test runs ${path}: name it in a test of docs/examples (code by an import, other files by their name)`,
      );
    }
    const text = readFileSync(file, "utf8");
    if (region === undefined) return text.trimEnd();
    try {
      return regionOf(text, region);
    } catch (error) {
      throw new Error(`${path} ${(error as Error).message}`, { cause: error });
    }
  }

  private isRun(path: string): boolean {
    this.ran ??= this.readTests();
    if (HANDED_OVER.some((folder) => path.startsWith(folder))) return true;
    return /\.[cm]?tsx?$/.test(path) ? this.ran.code.has(path) : this.ran.tests.includes(basename(path));
  }

  private readTests(): { code: Set<string>; tests: string } {
    const tests = ["docs/examples", "docs/peers/src", "scripts/test", "apps"].flatMap((folder) =>
      filesIn(this.root, folder, ".test.ts"),
    );
    const code = new Set<string>();
    const follow = (file: string): void => {
      if (code.has(relative(this.root, file))) return;
      code.add(relative(this.root, file));
      for (const { fileName } of preProcessFile(readFileSync(file, "utf8")).importedFiles) {
        const target = resolve(dirname(file), `${fileName.replace(/\.js$/, "")}.ts`);
        if (fileName.startsWith(".") && existsSync(target)) follow(target);
      }
    };
    for (const test of tests) follow(join(this.root, test));
    return { code, tests: tests.map((test) => readFileSync(join(this.root, test), "utf8")).join("\n") };
  }
}

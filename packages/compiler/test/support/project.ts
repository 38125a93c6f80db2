import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const REPOSITORY = join(__dirname, "../../../..");

/** What every project of the tests may import. */
const PACKAGES: { [name: string]: string } = {
  "@skills/core": join(REPOSITORY, "packages/core"),
  "@types/node": join(REPOSITORY, "node_modules/@types/node"),
  "class-transformer": join(REPOSITORY, "node_modules/class-transformer"),
  "class-validator": join(REPOSITORY, "node_modules/class-validator"),
};

/** Little to parse beside the project's own files, so that each compile is short. */
export const TSCONFIG = {
  compilerOptions: {
    strict: true,
    target: "es2022",
    lib: ["es2022"],
    module: "node20",
    types: [],
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: true,
  },
  include: ["**/*.ts"],
};

/** For projects that name what the platform gives: `Buffer`, `URL`, `AbortSignal`. */
export const WITH_NODE = {
  ...TSCONFIG,
  compilerOptions: { ...TSCONFIG.compilerOptions, types: ["node"] },
};

/** A user's project in a folder of its own. */
export class TempProject {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "skills-compiler-")));

  constructor(files: { [path: string]: string | object }, packages = PACKAGES) {
    for (const [name, target] of Object.entries(packages)) {
      const link = this.path(`node_modules/${name}`);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(target, link);
    }
    this.write("package.json", { name: "project" });
    this.write("tsconfig.json", TSCONFIG);
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  path(relative: string): string {
    return join(this.root, relative);
  }

  write(path: string, content: string | object): string {
    const file = this.path(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  }

  remove(): void {
    // What compiles for the cache may still write there.
    rmSync(this.root, { recursive: true, force: true, maxRetries: 10 });
  }
}

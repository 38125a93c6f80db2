import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";

const REPOSITORY = join(__dirname, "../../../..");

const LINKED: { [name: string]: string } = {
  "@skills/core": "packages/core",
  "@types/node": "node_modules/@types/node",
};

/** Little to parse beside the project's own files, so that each compile is short. */
export const TSCONFIG = {
  compilerOptions: {
    strict: true,
    target: "es2022",
    lib: ["es2022"],
    module: "commonjs",
    outDir: "dist",
    types: [],
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: true,
  },
  include: ["src"],
};

const made: Project[] = [];

/** A user's project in a folder of its own; gone after the tests. */
export class Project {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "skills-cli-")));

  /** @param links packages that it has installed: names, and folders in this repository */
  constructor(files: { [path: string]: string | object }, links: { [name: string]: string } = {}) {
    made.push(this);
    for (const [name, target] of Object.entries({ ...LINKED, ...links })) {
      const link = this.path(`node_modules/${name}`);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(REPOSITORY, target), link);
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

  read(path: string): string {
    return readFileSync(this.path(path), "utf8");
  }

  /** Writes what `tsc --sourceMap` writes. */
  compile(): void {
    const { config } = ts.readConfigFile(this.path("tsconfig.json"), ts.sys.readFile) as { config: object };
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, this.root);
    const { diagnostics } = ts.createProgram(fileNames, { ...options, sourceMap: true }).emit();
    expect(diagnostics).toEqual([]);
  }
}

afterAll(() => {
  for (const { root } of made) rmSync(root, { recursive: true, force: true });
});

/** A class with one tool that looks an order up. */
export const ORDERS = `import { Tool } from "@skills/core";

export class Orders {
  /**
   * Find an order.
   * @param id The order's number
   */
  @Tool()
  find(id: string, deep: boolean = false): string {
    return \`\${id} \${String(deep)}\`;
  }
}
`;

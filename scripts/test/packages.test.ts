import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(__dirname, "../..");
const PACKAGES = readdirSync(join(ROOT, "packages"));

function json(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Record<string, unknown>;
}

describe.each(PACKAGES)("%s", (name) => {
  const manifest = json(`packages/${name}/package.json`);

  test("says what npm shows and needs", () => {
    expect(manifest).toMatchObject({
      // npm looks for `npm create skills` by that name, outside of any scope.
      name: name === "create-skills" ? name : `@skills/${name}`,
      version: json("lerna.json").version,
      description: expect.stringMatching(/^.{20,}[^.]$/),
      license: "MIT",
      type: "commonjs",
      engines: json("package.json").engines,
      publishConfig: { access: "public" },
    });
    expect(manifest).not.toHaveProperty("private");
  });

  test("has one entry: its sources for the workspace, its types, its build", () => {
    expect(manifest).toMatchObject({
      main: "./dist/index.js",
      types: "./dist/index.d.ts",
      exports: {
        ".": { "@skills/source": "./src/index.ts", types: "./dist/index.d.ts", default: "./dist/index.js" },
        "./package.json": "./package.json",
      },
      sideEffects: false,
    });
    // Conditions are tried in the order they are written in.
    expect(Object.keys((manifest.exports as Record<string, object>)["."] ?? {})).toEqual([
      "@skills/source",
      "types",
      "default",
    ]);
    expect(existsSync(join(ROOT, `packages/${name}/src/index.ts`))).toBe(true);
  });

  test("packs its build, and the sources that source maps and the source condition lead to", () => {
    expect(manifest.files).toEqual(expect.arrayContaining(["dist", "!dist/.tsbuildinfo", "src"]));
  });

  test("depends on other packages of the workspace by range, so that fixed versions are written in when packed", () => {
    const dependencies = { ...(manifest.dependencies as object), ...(manifest.peerDependencies as object) };
    for (const [dependency, range] of Object.entries(dependencies)) {
      if (dependency.startsWith("@skills/")) expect([dependency, range]).toEqual([dependency, "workspace:^"]);
    }
  });

  test("pins its list of exports", () => {
    expect(existsSync(join(ROOT, `packages/${name}/test/exports.test.ts`))).toBe(true);
  });

  test("has a row in the table of dependency directions that its package.json agrees with", () => {
    const row = json("scripts/lint/dependency-directions.json")[name] as { uses: string[] } | undefined;
    const uses = Object.keys(manifest.dependencies ?? {})
      .filter((dependency) => dependency.startsWith("@skills/"))
      .map((dependency) => dependency.slice("@skills/".length));
    expect(row?.uses).toEqual(expect.arrayContaining(uses));
  });

  test("is built by `tsc -b`", () => {
    expect(json("tsconfig.json").references).toContainEqual({ path: `packages/${name}` });
  });
});

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ROOT = join(__dirname, "../..");
const TSC = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");
const SKILLS = join(ROOT, "packages/cli/dist/bin.js");

/** docs/examples/fixtures/monorepo, linked together as a package manager does. */
const repository = realpathSync(mkdtempSync(join(tmpdir(), "monorepo-")));
const ORDERS = join(repository, "packages/orders");
const DESK = join(repository, "apps/desk");

beforeAll(() => {
  cpSync(join(__dirname, "fixtures/monorepo"), repository, { recursive: true });
  mkdirSync(join(repository, "node_modules/@shop"), { recursive: true });
  symlinkSync(ORDERS, join(repository, "node_modules/@shop/orders"));
  symlinkSync(join(ROOT, "docs/node_modules/@skills"), join(repository, "node_modules/@skills"));
  symlinkSync(join(ROOT, "node_modules/@types"), join(repository, "node_modules/@types"));
});
afterAll(() => {
  rmSync(repository, { recursive: true });
});

function run(cwd: string, argv: string[], env: object = {}): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout;
}

const TOOLS = '[["greet",["name"]],["findOrder",["id"]]]\n';

test("tools of two packages: each has its own manifest, and an app needs nobody's sources", () => {
  // In the order of their dependencies, as `pnpm --recursive run build` does: "tsc && skills build".
  for (const folder of [ORDERS, DESK]) {
    run(folder, [TSC]);
    run(folder, [SKILLS, "build"]);
  }
  for (const folder of [ORDERS, DESK]) rmSync(join(folder, "src"), { recursive: true });
  expect(run(DESK, ["dist/main.js"], { NODE_ENV: "production" })).toBe(TOOLS);
});

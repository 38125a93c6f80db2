import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { main } from "@skills/cli";

/** A copy of docs/examples/cli, with its packages installed. */
const project = realpathSync(mkdtempSync(join(tmpdir(), "skills-docs-cli-")));
const before = process.cwd();

beforeAll(() => {
  cpSync(join(__dirname, "cli"), project, { recursive: true });
  symlinkSync(join(__dirname, "../node_modules"), join(project, "node_modules"));
  process.chdir(project);
});

afterAll(() => {
  process.chdir(before);
  rmSync(project, { recursive: true });
});

/** Runs a command as it stands on the page. */
async function run(command: string): Promise<{ code: number; out: string }> {
  const argv = command
    .replace(/^npx skills /, "")
    .match(/'[^']*'|\S+/g)
    ?.map((word) => word.replace(/^'|'$/g, ""));
  let out = "";
  const print = (text: string) => (out += text);
  const code = await main(argv ?? [], {
    out: print,
    err: print,
    colour: false,
    isWatched: false,
    stdin: () => "",
  });
  return { code, out };
}

const page = (name: string) => readFileSync(join(__dirname, "cli", name), "utf8");

function change(from: string, to: string): void {
  const file = join(project, "src/orders.ts");
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
}

test("the tools of a project, and what they cost", async () => {
  expect(await run("npx skills list")).toEqual({ code: 0, out: page("list.txt") });
});

test("a build for production", async () => {
  const { code, out } = await run("npx skills build");
  expect(code).toBe(0);
  expect(out).toMatch(
    /^dist\/skills\.manifest\.json .*\ndist\/skills\.validators\.cjs .*\n2 tools, built in/,
  );
});

test("what a review should see", async () => {
  expect((await run("npx skills check --against tools.json --update")).code).toBe(0);
  change('"packed" | "sent"', '"packed" | "sent" | "lost"');
  change("findOrder(id: string)", "findOrder(id: string, email?: string)");
  const workflow = readFileSync(join(__dirname, "pull-request.yml"), "utf8");
  const commands = [...workflow.matchAll(/- run: (npx .*)/g)].map(([, command]) => command ?? "");
  expect(commands).toEqual(["npx skills check --against tools.json"]);
  expect(await run(commands[0] ?? "")).toEqual({ code: 1, out: page("changes.txt") });
});

test("a problem, with its place and its way out", async () => {
  change('uses: ["quote"]', "uses: []");
  expect(await run("npx skills check")).toEqual({ code: 1, out: page("check.txt") });
});

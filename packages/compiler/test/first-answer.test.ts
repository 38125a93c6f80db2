import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { AskedProject } from "../src/delivery/asked-project";
import { bytesOf, EntryFile } from "../src/delivery/entry-file";
import { underLock } from "../src/delivery/lock";
import { ask, askAtOnce, askFrom, askInTurn, skill, valueSchema } from "./support/ask";
import type { TempProject } from "./support/project";
import { lightProjects } from "./support/projects";

const CACHE = "node_modules/.cache/skills";
const ASKING = `${CACHE}/asking.lock`;
const COMPILING = `${CACHE}/compiling.lock`;
// Real processes, which share the machine with other tests.
jest.setTimeout(60_000);

const project = lightProjects();

/** Types that take so long to work out that whoever has the first answer sees the compile still going on. */
const LENGTHS = Array.from({ length: 4 }, (_, at) => 600 + at);
const LONG = `import { Tool } from "@skills/core";
type Count<N, Counted extends 0[] = []> = Counted["length"] extends N ? N : Count<N, [...Counted, 0]>;
export class Long { ${LENGTHS.map((length) => `@Tool() t${String(length)}(value: Count<${String(length)}>) {}`).join(" ")} }`;

const made = () =>
  project({ "src/a.ts": skill("A", "string"), "src/b.ts": skill("B", "symbol"), "src/long.ts": LONG });

/** The bytes of an entry, but for times, which folders above the project change, too. */
function timeless(content: Buffer): string {
  return content
    .toString()
    .replace(/\b\d{13}(?:\.\d+)?\b/g, "TIME")
    .replace(/^\d+/, "");
}

function cached(of: TempProject): Buffer {
  const name = readdirSync(of.path(CACHE)).find((file) => file.endsWith(".entry"));
  return readFileSync(of.path(`${CACHE}/${name ?? "none"}`));
}

/** Zero where nobody has the lock. */
function ownerOf(of: TempProject, lock: string): number {
  try {
    return parseInt(readFileSync(of.path(`${lock}/owner`), "utf8"));
  } catch {
    return 0;
  }
}

/** The process that compiles: before it has the lock, the one that asks looks whether that is free. */
async function workerIn(of: TempProject): Promise<number> {
  for (;;) {
    const [asks, compiles] = [ownerOf(of, ASKING), ownerOf(of, COMPILING)];
    if (asks > 0 && compiles > 0 && asks !== compiles) return compiles;
    await sleep(1);
  }
}

async function compiled(of: TempProject): Promise<void> {
  while (existsSync(of.path(COMPILING))) await sleep(10);
}

test("the first answer comes before the rest, which is cached as if compiled at once", async () => {
  const of = made();
  const first = ask(of.path("src/a.ts"));
  expect(existsSync(of.path(COMPILING))).toBe(true);
  expect(valueSchema(first, "A")).toEqual({ type: "string" });

  await compiled(of);
  const whole = new AskedProject(of.path("src/a.ts")).entry(EntryFile.of(cached(of)).head.stamp);
  expect(timeless(cached(of))).toBe(timeless(bytesOf(whole)));
  expect(ask(of.path("src/a.ts"))).toEqual(first);
  expect(readdirSync(of.path(CACHE))).toHaveLength(2);
});

test("the answers after it wait for the rest, and say what is wrong with other files", async () => {
  const of = made();
  const [a, long, b] = askInTurn(["a", "long", "b"].map((name) => of.path(`src/${name}.ts`)));
  expect(a).toMatchObject({ manifest: { skills: [{ class: "A" }] }, diagnostics: [] });
  expect(long?.manifest.skills[0]?.tools).toHaveLength(LENGTHS.length);
  expect(b?.diagnostics).toMatchObject([{ code: "S201", class: "B", file: "src/b.ts" }]);
  expect(existsSync(of.path(COMPILING))).toBe(false);
});

test.each<[string, string[]]>([
  ["a name may stand in any file", ["Long"]],
  ["what is wrong with a file without tools may be said of another", []],
])("an answer is complete where %s", (_, name) => {
  const of = project({ "src/a.ts": "export {};", "src/broken.ts": "class {", "src/long.ts": LONG });
  const { manifest, diagnostics } = ask(of.path("src/a.ts"), {}, name);
  expect(manifest.skills.map((found) => found.class)).toEqual(name);
  expect(diagnostics).toMatchObject([{ code: "S211", file: "src/broken.ts" }]);
});

test("where the compile dies after its first answer, the next one that asks compiles", async () => {
  const of = made();
  ask(of.path("src/a.ts"));
  process.kill(ownerOf(of, COMPILING), "SIGKILL");
  expect(ask(of.path("src/long.ts")).manifest.skills[0]?.tools).toHaveLength(LENGTHS.length);
  await compiled(of);
  expect(EntryFile.of(cached(of)).serves.size).toBe(3);
});

test("where it dies before, the answer says so, and the next one that asks compiles", async () => {
  const of = made();
  const asked = askAtOnce(of.path("src/long.ts"), 1, {});
  const worker = await workerIn(of);
  process.kill(worker, "SIGKILL");
  const [answer] = await asked;
  expect(answer?.diagnostics).toMatchObject([
    { code: "S219", severity: "error", message: expect.stringContaining("SIGKILL") as string },
  ]);
  expect(valueSchema(ask(of.path("src/a.ts")), "A")).toEqual({ type: "string" });
});

test("of processes that ask at once, one compiles; a lock of a dead process is taken over; loaders stay out", async () => {
  const of = project({ "src/a.ts": skill("A", "string") });
  for (const lock of ["asking", "compiling"]) of.write(`${CACHE}/${lock}.lock/owner`, "999999999");
  const coverage = of.path("coverage");
  const loader = of.write("loader.cjs", "if (process.argv[1]?.endsWith('worker.js')) process.exit(3);");
  const answers = await askAtOnce(of.path("src/a.ts"), 3, {
    NODE_V8_COVERAGE: coverage,
    NODE_OPTIONS: `--require ${loader}`,
  });
  for (const answer of answers) expect(valueSchema(answer, "A")).toEqual({ type: "string" });
  // Each process leaves a report at its end.
  const reports = readdirSync(coverage).map((name) => readFileSync(`${coverage}/${name}`, "utf8"));
  expect(reports.filter((report) => report.includes("dist/first-answer.js"))).toHaveLength(1);
  expect(readdirSync(of.path(CACHE)).filter((name) => name.endsWith(".lock"))).toEqual([]);
});

test("a lock is free whose owner has ended, but is still listed by the system", () => {
  const of = project({});
  const { pid = 0 } = spawn(process.execPath, ["-e", "0"]);
  mkdirSync(of.path("lock"));
  writeFileSync(of.path("lock/owner"), String(pid));
  // Nothing here waits for the child as long as this process does not come back to its events.
  expect(underLock(of.path("lock"), () => "done")).toBe("done");
});

test("a lock is free whose owner's number another process has by now", () => {
  const of = project({});
  of.write("lock/owner", `${String(process.pid)} 1`);
  expect(underLock(of.path("lock"), () => "done")).toBe("done");
});

test("a lock is free that is older than any compile takes, whoever has it", () => {
  const of = project({});
  of.write("lock/owner", String(process.pid));
  const before = Date.now() / 1000 - 3600;
  utimesSync(of.path("lock"), before, before);
  expect(underLock(of.path("lock"), () => "done")).toBe("done");
});

test("who asks from a folder that is gone has an answer", () => {
  const of = project({ "src/a.ts": skill("A", "string") });
  mkdirSync(of.path("gone"));
  expect(valueSchema(askFrom(of.path("gone"), of.path("src/a.ts")), "A")).toEqual({ type: "string" });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cache } from "../src/delivery/cache";
import { entryFor } from "../src/entry-for";
import { ask, askAtOnce, skill, valueSchema } from "./support/ask";
import type { TempProject } from "./support/project";
import { lightProjects } from "./support/projects";

const CACHE = "node_modules/.cache/skills";
// Real processes, which share the machine with other tests.
jest.setTimeout(60_000);

const project = lightProjects();

function entryFile(of: TempProject): string {
  const name = readdirSync(of.path(CACHE)).find((file) => file !== "index.json" && file.endsWith(".json"));
  return of.path(`${CACHE}/${name ?? "none"}`);
}

function entryIn(of: TempProject): { stamp: string; inputs: { recordedAt: number } } {
  return JSON.parse(readFileSync(entryFile(of), "utf8")) as ReturnType<typeof entryIn>;
}

describe("one compile answers for all tool files of a project", () => {
  const made = project({ "src/a.ts": skill("A", "string"), "src/deep/b.ts": skill("B", "number") });

  test("in later processes too, without TypeScript there", () => {
    const first = ask(made.path("src/a.ts"));
    const time = entryIn(made).inputs.recordedAt;
    const second = ask(made.path("src/deep/b.ts"));

    expect(first).toMatchObject({
      root: made.root,
      source: made.path("src/a.ts"),
      diagnostics: [],
      loadedTypeScript: false,
    });
    expect(first.manifest.skills.map(({ class: name, file }) => [name, file])).toEqual([
      ["A", "src/a.ts"],
      ["B", "src/deep/b.ts"],
    ]);
    expect(second.manifest).toEqual(first.manifest);
    expect(second.loadedTypeScript).toBe(false);
    expect(entryIn(made).inputs.recordedAt).toBe(time);
  });

  test("until a change, which the next process sees; another compiler's entry is not trusted", () => {
    made.write("src/a.ts", skill("A", "boolean"));
    made.write(entryFile(made).slice(made.root.length + 1), { ...entryIn(made), stamp: "another" });
    expect(valueSchema(ask(made.path("src/a.ts")), "A")).toEqual({ type: "boolean" });
    expect(entryIn(made).stamp).not.toBe("another");
  });
});

describe("what is in the cache", () => {
  const made = project({ "src/a.ts": skill("A", "string") });
  const file = made.path("src/a.ts");
  const entry = entryFor(file, "stamp");
  const cache = () => Cache.for(file);
  const nameOfEntry = () => entryFile(made).slice(made.root.length + 1);

  beforeEach(() => {
    rmSync(made.path(CACHE), { recursive: true, force: true });
    cache()?.write(entry);
  });

  test("is read as it was written", () => {
    expect(cache()?.read(file)).toEqual(entry);
  });

  const spoilers: [string, () => void][] = [
    ["an index that is no JSON", () => made.write(`${CACHE}/index.json`, "{")],
    ["an index of another form", () => made.write(`${CACHE}/index.json`, ["x"])],
    [
      "an index that points out of the folder",
      () => {
        made.write("outside.json", entry);
        made.write(`${CACHE}/index.json`, { [file]: "../../../outside.json" });
      },
    ],
    [
      "an entry that was cut",
      () => made.write(nameOfEntry(), readFileSync(entryFile(made), "utf8").slice(0, 100)),
    ],
    ["an entry of another form", () => made.write(nameOfEntry(), { stamp: "x", manifest: null })],
    ["an entry that answers for other files", () => made.write(nameOfEntry(), { ...entry, serves: [] })],
  ];

  test.each(spoilers)("is not trusted: %s", (_, spoil) => {
    spoil();
    expect(cache()?.read(file)).toBeUndefined();
    cache()?.write(entry);
    expect(cache()?.read(file)).toEqual(entry);
  });
});

test("a cache folder that cannot be made is replaced by one of the system's", () => {
  const made = project({ "src/a.ts": skill("A", "string"), "node_modules/.cache": "a file" });
  const temporary = mkdtempSync(join(tmpdir(), "skills-tmp-"));
  try {
    expect(valueSchema(ask(made.path("src/a.ts"), { TMPDIR: temporary }), "A")).toEqual({ type: "string" });
    expect(readdirSync(temporary).filter((name) => name.startsWith("skills-"))).toHaveLength(1);
    expect(statSync(made.path("node_modules/.cache")).isFile()).toBe(true);
  } finally {
    rmSync(temporary, { recursive: true });
  }
});

test("of processes that ask at once, one compiles; a lock of a dead process is taken over; loaders stay out", async () => {
  const made = project({ "src/a.ts": skill("A", "string") });
  made.write(`${CACHE}/lock/owner`, "999999999");
  const coverage = made.path("coverage");
  const loader = made.write("loader.cjs", "if (process.argv[1]?.endsWith('worker.js')) process.exit(3);");
  const answers = await askAtOnce(made.path("src/a.ts"), 3, {
    NODE_V8_COVERAGE: coverage,
    NODE_OPTIONS: `--require ${loader}`,
  });
  for (const answer of answers) expect(valueSchema(answer, "A")).toEqual({ type: "string" });
  // One report for each process: three that asked, one that compiled.
  expect(readdirSync(coverage)).toHaveLength(4);
  expect(readdirSync(made.path(CACHE))).not.toContain("lock");
});

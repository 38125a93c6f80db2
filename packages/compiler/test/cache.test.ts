import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cache } from "../src/delivery/cache";
import type { OnDemandResult } from "@skills/compiler/on-demand";
import { bytesOf, EntryFile } from "../src/delivery/entry-file";
import { AskedProject } from "../src/delivery/asked-project";
import { isInDoubt } from "../src/delivery/inputs";
import { ask, skill, valueSchema } from "./support/ask";
import type { TempProject } from "./support/project";
import { lightProjects } from "./support/projects";

const CACHE = "node_modules/.cache/skills";
// Real processes, which share the machine with other tests.
jest.setTimeout(60_000);

const project = lightProjects();

function entryFile(of: TempProject): string {
  const name = readdirSync(of.path(CACHE)).find((file) => file.endsWith(".entry"));
  return of.path(`${CACHE}/${name ?? "none"}`);
}

const headIn = (of: TempProject) => EntryFile.at(entryFile(of)).head;
const classesIn = ({ manifest }: Pick<OnDemandResult, "manifest">) =>
  manifest.skills.map(({ class: name, file }) => [name, file]);

describe("one compile answers for all tool files of a project", () => {
  const made = project({ "src/a.ts": skill("A", "string"), "src/deep/b.ts": skill("B", "number") });

  test("in later processes too, without TypeScript there", () => {
    const first = ask(made.path("src/a.ts"));
    const time = headIn(made).inputs.recordedAt;
    const second = ask(made.path("src/deep/b.ts"));

    expect(first).toMatchObject({
      root: made.root,
      source: made.path("src/a.ts"),
      diagnostics: [],
      loadedTypeScript: false,
    });
    expect(classesIn(first)).toEqual([["A", "src/a.ts"]]);
    expect(classesIn(second)).toEqual([["B", "src/deep/b.ts"]]);
    expect(second.loadedTypeScript).toBe(false);
    expect(headIn(made).inputs.recordedAt).toBe(time);
  });

  test("whose sources are read again only as long as their times leave doubt", () => {
    const entry = entryFile(made);
    utimesSync(entry, 1, 1);
    const before = Date.now();
    ask(made.path("src/a.ts"));
    expect(statSync(entry).mtimeMs).toBeGreaterThan(before - 10);
  });

  test("with what a name means in its other files, where that is asked for", () => {
    expect(classesIn(ask(made.path("src/a.ts"), {}, ["B"]))).toEqual([
      ["A", "src/a.ts"],
      ["B", "src/deep/b.ts"],
    ]);
  });

  test("until a change, which the next process sees; another compiler's entry is not trusted", () => {
    made.write("src/a.ts", skill("A", "boolean"));
    writeFileSync(entryFile(made), bytesOf(new AskedProject(made.path("src/a.ts")).entry("another")));
    expect(valueSchema(ask(made.path("src/a.ts")), "A")).toEqual({ type: "boolean" });
    expect(headIn(made).stamp).not.toBe("another");
  });

  test.each<[string, (content: Buffer) => Buffer]>([
    ["cut in the middle of a source's part", (content) => content.subarray(0, content.length - 5)],
    [
      "one that answers for other sources",
      () => bytesOf({ ...new AskedProject(made.path("src/a.ts")).entry(headIn(made).stamp), serves: [] }),
    ],
  ])("an entry is not trusted: %s", (_, spoilt) => {
    writeFileSync(entryFile(made), spoilt(readFileSync(entryFile(made))));
    expect(classesIn(ask(made.path("src/deep/b.ts")))).toEqual([["B", "src/deep/b.ts"]]);
    expect(headIn(made).serves).toHaveLength(2);
  });
});

describe("what is in the cache", () => {
  const made = project({
    "src/a.ts": skill("A", "string"),
    "src/b.ts": skill("B", "symbol"),
    "src/c.ts": "export const none: Nothing = 1;",
  });
  const file = made.path("src/a.ts");
  const entry = new AskedProject(file).entry("stamp");
  const cache = () => Cache.for(file);

  beforeEach(() => {
    rmSync(made.path(CACHE), { recursive: true, force: true });
    cache()?.write(entry, bytesOf(entry));
  });

  test("is found by each source that it answers for, and read as it was written, a source at a time", () => {
    expect(cache()?.fileFor(made.path("src/b.ts"))).toBe(entryFile(made));
    const read = EntryFile.at(entryFile(made));
    const { stamp, root, project: config, serves, inputs } = entry;
    expect(read.head).toMatchObject({ stamp, root, project: config, serves, inputs });
    expect(read.about(file)).toEqual({
      root,
      skills: [entry.manifest.skills[0]],
      functions: [],
      diagnostics: [],
    });
    expect(read.about(file, "B")).toEqual({
      ...entry.manifest,
      version: undefined,
      root,
      diagnostics: entry.diagnostics,
    });
  });

  test("says when it was last found to hold, which is before it was written", () => {
    const [path, { recordedAt }] = [entryFile(made), entry.inputs];
    expect(Math.abs((cache()?.heldAt(path) ?? 0) - recordedAt)).toBeLessThan(2);
    expect(isInDoubt(entry.inputs)).toBe(true);
    const read = EntryFile.at(path);
    cache()?.renew(path, recordedAt + 60_000);
    expect(isInDoubt({ ...entry.inputs, recordedAt: cache()?.heldAt(path) ?? 0 })).toBe(false);
    expect(read.about(file).skills).toHaveLength(1);
  });

  test.each<[string, () => void]>([
    ["an index that is no JSON", () => made.write(`${CACHE}/index.json`, "{")],
    ["an index of another form", () => made.write(`${CACHE}/index.json`, ["x"])],
    [
      "an index that points out of the folder",
      () => made.write(`${CACHE}/index.json`, { [file]: "../../../outside.entry" }),
    ],
  ])("is not found by %s, which is replaced", (_, spoil) => {
    spoil();
    expect(cache()?.fileFor(file)).toBeUndefined();
    cache()?.write(entry, bytesOf(entry));
    expect(cache()?.fileFor(file)).toBe(entryFile(made));
  });

  test.each<[string, (content: Buffer) => Buffer | string]>([
    ["nothing", () => ""],
    ["cut in its head", (content) => content.subarray(0, 100)],
    ["JSON of an earlier version", () => JSON.stringify(entry)],
    ["a head of another form", () => '{"stamp":"x","parts":[]}'.replace(/^/, "24\n")],
    ["a length that no file has", () => "99999999999999\n{}"],
    ["a negative length", () => "-5\n{}"],
  ])("is no entry: %s", (_, spoilt) => {
    writeFileSync(entryFile(made), spoilt(readFileSync(entryFile(made))));
    expect(() => EntryFile.at(entryFile(made))).toThrow();
  });

  test("is not read on where it was replaced by another entry meanwhile", () => {
    const read = EntryFile.at(entryFile(made));
    cache()?.write(entry, bytesOf({ ...entry, stamp: "later" }));
    expect(() => read.about(file)).toThrow("replaced");
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

import { rmSync } from "node:fs";
import ts from "typescript";
import { sourceOf } from "../src/delivery/source-of";
import { AskedProject } from "../src/delivery/asked-project";
import { ask, LIGHT_TSCONFIG, skill, valueSchema } from "./support/ask";
import type { TempProject } from "./support/project";
import { lightProjects } from "./support/projects";

// Real processes, which share the machine with other tests.
jest.setTimeout(60_000);

const project = lightProjects();

const DOCUMENTED = `import { Tool } from "@skills/core";
export class Built {
  /**
   * Says it.
   * @param value what @minLength 2
   */
  @Tool() say(value: string, times = 2): string { return value.repeat(times); }
}`;

/** What `tsc` makes of the project. */
function build(made: TempProject, options: ts.CompilerOptions): void {
  const { options: own } = ts.convertCompilerOptionsFromJson(LIGHT_TSCONFIG.compilerOptions, made.root);
  ts.createProgram([made.path("src/built.ts")], {
    ...own,
    rootDir: made.path("src"),
    outDir: made.path("dist"),
    ...options,
  }).emit();
}

describe("compiled JavaScript comes", () => {
  const made = project({ "src/built.ts": DOCUMENTED, "plain.js": "exports.Plain = class {}" });
  const built = made.path("dist/built.js");

  beforeEach(() => {
    rmSync(made.path("dist"), { recursive: true, force: true });
  });

  test.each<[string, ts.CompilerOptions]>([
    ["from the source that its map names", { sourceMap: true }],
    ["from the source that its inline map names", { inlineSourceMap: true }],
    ["from the source that its map names, under a sourceRoot", { sourceMap: true, sourceRoot: "../src" }],
  ])("%s", (_, options) => {
    build(made, { ...options, declaration: true });
    expect(sourceOf(built)).toEqual({ kind: "source", file: made.path("src/built.ts") });
  });

  test("from the declarations beside it, where there is no source: they are described, and cached", () => {
    build(made, { declaration: true });
    const answer = ask(built);
    expect(answer.source).toBe(made.path("dist/built.d.ts"));
    expect(answer.manifest.skills).toMatchObject([
      {
        class: "Built",
        tools: [
          {
            method: "say",
            description: "Says it.",
            inputSchema: {
              properties: {
                value: { type: "string", description: "what", minLength: 2 },
                times: { type: "number" },
              },
              required: ["value"],
            },
          },
        ],
      },
    ]);
  });

  test("from nowhere without either, which a diagnostic says", () => {
    expect(ask(made.path("plain.js"))).toMatchObject({
      manifest: { skills: [] },
      diagnostics: [{ code: "S216", severity: "error", file: "plain.js" }],
    });
  });
});

describe("a file's project is", () => {
  test("the nearest that lists it, through a solution's references", () => {
    const made = project({
      "tsconfig.json": { files: [], references: [{ path: "./lib" }, { path: "./tsconfig.app.json" }] },
      "lib/tsconfig.json": { ...LIGHT_TSCONFIG, include: ["."] },
      "tsconfig.app.json": LIGHT_TSCONFIG,
      "lib/l.ts": skill("Lib", "string"),
      "src/a.ts": skill("App", "string"),
    });
    const entry = new AskedProject(made.path("src/a.ts")).entry("");
    expect(entry.root).toBe(made.root);
    expect(entry.manifest.skills.map(({ class: name }) => name)).toEqual(["App"]);
    expect(new AskedProject(made.path("lib/l.ts")).entry("").root).toBe(made.path("lib"));
  });

  test("the nearest with the file added, where none lists it", () => {
    const made = project({ "src/a.ts": skill("A", "string"), "scripts/extra.ts": skill("Extra", "string") });
    const entry = new AskedProject(made.path("scripts/extra.ts")).entry("");
    expect(entry.root).toBe(made.root);
    expect(valueSchema(entry, "Extra")).toEqual({ type: "string" });
  });

  test("one of strict defaults, where there is no tsconfig.json", () => {
    const made = project({ "src/a.ts": skill("A", "string | null") });
    rmSync(made.path("tsconfig.json"));
    const entry = new AskedProject(made.path("src/a.ts")).entry("");
    expect(entry.root).toBe(made.path("src"));
    expect(entry.manifest.skills[0]?.file).toBe("a.ts");
    expect(valueSchema(entry, "A")).toEqual({ type: ["string", "null"] });
  });
});

test("a file that does not exist is answered without a crash", () => {
  const made = project({ "src/a.ts": skill("A", "string") });
  const { manifest } = new AskedProject(made.path("src/none.ts")).entry("");
  expect(manifest.skills.map(({ class: name }) => name)).toEqual(["A"]);
});

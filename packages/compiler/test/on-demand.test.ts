import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ask, lightProject, LIGHT_TSCONFIG, skill, valueSchema } from "./support/ask";
import type { TempProject } from "./support/project";

const TSC = join(__dirname, "../../../node_modules/typescript/bin/tsc");
// Real processes, which share the machine with other tests.
jest.setTimeout(60_000);

const projects: TempProject[] = [];

function project(files: { [path: string]: string | object }): TempProject {
  const made = lightProject(files);
  projects.push(made);
  return made;
}

afterAll(() => {
  for (const made of projects) made.remove();
});

const DOCUMENTED = `import { Tool } from "@skills/core";
export class Built {
  /**
   * Says it.
   * @param value what @minLength 2
   */
  @Tool() say(value: string, times = 2): string { return value.repeat(times); }
}`;

function build(made: TempProject, ...options: string[]): void {
  spawnSync(process.execPath, [TSC, "-p", made.root, "--outDir", made.path("dist"), ...options]);
}

describe("compiled JavaScript is described", () => {
  test.each([
    ["from the source that its map names", ["--sourceMap"]],
    ["from the source that its inline map names", ["--inlineSourceMap"]],
  ])("%s", (_, options) => {
    const made = project({ "src/built.ts": DOCUMENTED });
    build(made, ...options);
    const answer = ask(made.path("dist/built.js"));
    expect(answer.source).toBe(made.path("src/built.ts"));
    expect(answer.manifest.skills[0]?.tools[0]).toMatchObject({
      description: "Says it.",
      inputSchema: { properties: { value: { minLength: 2 }, times: { default: 2 } } },
    });
  });

  test("from the declarations beside it, where there is no source", () => {
    const made = project({ "src/built.ts": DOCUMENTED });
    build(made, "--declaration");
    const answer = ask(made.path("dist/built.js"));
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

  test("not at all without either, which a diagnostic says", () => {
    const made = project({ "plain.js": "exports.Plain = class {}" });
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
    const answer = ask(made.path("src/a.ts"));
    expect(answer.root).toBe(made.root);
    expect(answer.manifest.skills.map(({ class: name }) => name)).toEqual(["App"]);
    expect(ask(made.path("lib/l.ts")).root).toBe(made.path("lib"));
  });

  test("the nearest with the file added, where none lists it", () => {
    const made = project({ "src/a.ts": skill("A", "string"), "scripts/extra.ts": skill("Extra", "string") });
    const answer = ask(made.path("scripts/extra.ts"));
    expect(answer.root).toBe(made.root);
    expect(valueSchema(answer, "Extra")).toEqual({ type: "string" });
  });

  test("one of strict defaults, where there is no tsconfig.json", () => {
    const made = project({ "src/a.ts": skill("A", "string | null") });
    rmSync(made.path("tsconfig.json"));
    const answer = ask(made.path("src/a.ts"));
    expect(answer.root).toBe(made.path("src"));
    expect(answer.manifest.skills[0]?.file).toBe("a.ts");
    expect(valueSchema(answer, "A")).toEqual({ type: ["string", "null"] });
  });
});

test("a file that does not exist is answered without a crash", () => {
  const made = project({ "src/a.ts": skill("A", "string") });
  expect(ask(made.path("src/none.ts")).manifest.skills.map(({ class: name }) => name)).toEqual(["A"]);
});

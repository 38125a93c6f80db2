import { readFileSync, rmSync } from "node:fs";
import fc from "fast-check";
import { MANIFEST_FILE, VALIDATORS_FILE } from "@skills/core";
import { Builder } from "../src/build";
import { LIGHT_TSCONFIG } from "./support/ask";
import { lightProjects } from "./support/projects";
import type { TempProject } from "./support/project";

const project = lightProjects();

/** A source with a skill that takes a type of its own, which may hold the type of another file and a global one. */
interface Source {
  type: string;
  takes?: number;
  takesGlobal: boolean;
  /** Its last member is described where it is used, not by an interface. */
  isInferred: boolean;
}

type Edit =
  | { kind: "source"; at: number; source: Source }
  | { kind: "remove"; at: number }
  | { kind: "global"; type: string }
  | { kind: "config"; isExact: boolean };

const FILES = 5;
const at = fc.nat(FILES - 1);
const type = fc.constantFrom(
  "string",
  "number | null",
  '"b" | "a"',
  '"a" | "c" | "b"',
  "string[]",
  "Date",
  "1 | 2",
);
const source = fc.record(
  { type, takes: at, takesGlobal: fc.boolean(), isInferred: fc.boolean() },
  { requiredKeys: ["type", "takesGlobal", "isInferred"] },
);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("source" as const), at, source }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("global" as const), type }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("config" as const), isExact: fc.boolean() }) },
);

function textOf(number: number, { type, takes, takesGlobal, isInferred }: Source): string {
  const other = takes === undefined || takes === number ? undefined : takes;
  const imported =
    other === undefined ? "" : `import type { Type${String(other)} } from "./file${String(other)}";`;
  const members = [
    `own: ${type}`,
    ...(other === undefined ? [] : [`other?: Type${String(other)}`]),
    ...(takesGlobal ? ["all?: Everywhere"] : []),
  ].join("; ");
  const name = `Type${String(number)}`;
  const declared = isInferred
    ? `export type ${name} = { [Key in keyof Inner]: Inner[Key] }; interface Inner { ${members} }`
    : `export interface ${name} { ${members} }`;
  return `import { Tool } from "@skills/core"; ${imported} ${declared}
export class Skill${String(number)} { @Tool() take(value: ${name}, again?: ${name}): ${name}["own"][] { return []; } }`;
}

function apply(made: TempProject, edit: Edit): void {
  if (edit.kind === "source") made.write(`src/file${String(edit.at)}.ts`, textOf(edit.at, edit.source));
  else if (edit.kind === "remove") rmSync(made.path(`src/file${String(edit.at)}.ts`), { force: true });
  else if (edit.kind === "global")
    made.write("src/globals.d.ts", `interface Everywhere { here: ${edit.type} }`);
  else made.write("tsconfig.base.json", { compilerOptions: { exactOptionalPropertyTypes: edit.isExact } });
}

function outputs(made: TempProject): string[] {
  return [MANIFEST_FILE, VALIDATORS_FILE].map((file) => {
    try {
      return readFileSync(made.path(`dist/${file}`), "utf8");
    } catch {
      return "none";
    }
  });
}

test("after any edits, a watcher writes byte for byte what a first build writes", () => {
  fc.assert(
    fc.property(
      fc.array(source, { minLength: FILES, maxLength: FILES }),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      (sources, edits) => {
        const made = project({
          "tsconfig.base.json": {},
          "tsconfig.json": {
            extends: "./tsconfig.base.json",
            ...LIGHT_TSCONFIG,
            compilerOptions: { ...LIGHT_TSCONFIG.compilerOptions, outDir: "dist" },
          },
          "src/globals.d.ts": "interface Everywhere { here: string }",
        });
        for (const [number, each] of sources.entries())
          apply(made, { kind: "source", at: number, source: each });
        const watcher = new Builder(true);
        watcher.build({ project: made.root });
        for (const each of edits) {
          apply(made, each);
          const { diagnostics } = watcher.build({ project: made.root });
          const watched = outputs(made);
          const hasErrors = diagnostics.some(({ severity }) => severity === "error");
          if (!hasErrors) rmSync(made.path("dist"), { recursive: true, force: true });
          rmSync(made.path("node_modules/.cache"), { recursive: true, force: true });
          const first = new Builder().build({ project: made.root });
          expect(diagnostics).toEqual(first.diagnostics);
          expect(watched).toEqual(outputs(made));
        }
        made.remove();
      },
    ),
    { numRuns: 15 },
  );
});

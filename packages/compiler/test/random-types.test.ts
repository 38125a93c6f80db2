import fc from "fast-check";
import ts from "typescript";
import { Compiled, skillClass } from "./support/compiled";
import { compile } from "@skills/compiler";
import { TempProject, TSCONFIG } from "./support/project";
import { randomCase, type RandomCase, type Sample } from "./support/random-types";
import { validator } from "./support/validate";

const COUNT = 400;
const SEED = Number(process.env.SKILLS_SEED ?? Date.now() % 2 ** 31);

/** Every case in one program: each type as a tool's parameter, each value as a constant of the type, on a line. */
class Batch {
  readonly cases = fc.sample(randomCase, { numRuns: COUNT, seed: SEED });
  private readonly lines: string[] = [];
  /** Line by line, the values of each case. */
  private readonly lineOf: number[][] = [];
  readonly tools: Compiled;
  private readonly refused: ReadonlySet<number>;

  constructor() {
    this.cases.forEach((each, index) => {
      this.lines.push(`export namespace N${String(index)} {`, ...each.declarations);
      this.lines.push(`export type T = ${each.type};`);
      this.lineOf.push([...each.fits, ...each.changed].map((value) => this.constant(value)));
      this.lines.push("}");
    });
    const methods = this.cases.map(
      (_, index) => `@Tool() tool${String(index)}(@Param({ type: () => Object }) x: N${String(index)}.T) {}`,
    );
    const namespaces = this.cases.map((_, index) => `N${String(index)}`).join(", ");
    const project = new TempProject({
      "values.ts": this.lines.join("\n"),
      "subject.ts": skillClass(methods.join("\n"), `import { ${namespaces} } from "./values";`),
    });
    try {
      const { manifest, diagnostics } = compile({ project: project.root });
      this.tools = new Compiled(manifest, diagnostics);
      this.refused = refusedLines(project);
    } finally {
      project.remove();
    }
  }

  /** The values of each case, and whether the checker lets them be of its type. */
  verdicts(index: number): { value: Sample; isAssignable: boolean }[] {
    const { fits, changed } = this.cases[index] as RandomCase;
    return [...fits, ...changed].map((value, place) => ({
      value,
      isAssignable: !this.refused.has(this.lineOf[index]?.[place] ?? -1),
    }));
  }

  describe(index: number, value: Sample): string {
    const { declarations, type } = this.cases[index] as RandomCase;
    const tool = this.tools.tool(`tool${String(index)}`);
    const schema = JSON.stringify(tool.inputSchema.properties?.x);
    return [`seed ${String(SEED)}`, ...declarations, `let x: ${type} = ${value.text};`, schema].join("\n");
  }

  private constant({ text }: Sample): number {
    return this.lines.push(`const v${String(this.lines.length)}: T = ${text};`) - 1;
  }
}

function refusedLines(project: TempProject): Set<number> {
  const file = project.path("values.ts");
  const { options } = ts.parseJsonConfigFileContent(TSCONFIG, ts.sys, project.root);
  const program = ts.createProgram([file], options);
  const source = program.getSourceFile(file);
  const problems = source ? program.getSemanticDiagnostics(source) : [];
  return new Set(problems.map(({ start = 0 }) => source?.getLineAndCharacterOfPosition(start).line ?? -1));
}

const batch = new Batch();

test("types that nobody thought of are described, every one", () => {
  // Nothing names the classes among them, which a warning says.
  expect(batch.tools.diagnostics.filter(({ code }) => code !== "S215")).toEqual([]);
});

test("values that were made to fit are assignable: the cases are what they are meant to be", () => {
  const strangers = batch.cases.flatMap(({ fits, type }, index) =>
    batch
      .verdicts(index)
      .slice(0, fits.length)
      .filter(({ isAssignable }) => !isAssignable)
      .map(({ value }) => `${type} = ${value.text}`),
  );
  expect(strangers).toEqual([]);
});

test("the schema accepts a value exactly where the checker lets it be of the type", () => {
  const counts = { accepted: 0, refused: 0 };
  const wrong: string[] = [];
  for (const index of batch.cases.keys()) {
    const accepts = validator(batch.tools.tool(`tool${String(index)}`).inputSchema);
    for (const { value, isAssignable } of batch.verdicts(index)) {
      counts[isAssignable ? "accepted" : "refused"] += 1;
      if (accepts({ x: value.json }) !== isAssignable) wrong.push(batch.describe(index, value));
    }
  }
  expect(wrong).toEqual([]);
  // Both kinds of case are there in numbers.
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(COUNT);
});

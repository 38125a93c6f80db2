import ts from "typescript";
import { secondOpinion } from "@skills/compiler";
import { disagreements } from "../src/second-opinion/compare";
import { secondOpinionOver } from "../src/second-opinion/generator";
import { DECLARATIONS, KINDS } from "./kinds";
import { skillClass } from "./support/compiled";
import { TempProject, WITH_NODE } from "./support/project";

const LOST_TAGS = "tags of an alias do not reach its uses there";
const LOST_PATTERNS = "index signatures by pattern are not supported there";
const LOST_INDEX = "the value type of an index signature that is mapped or inherited is lost there";
const AS_OBJECT = "the members of the built-in object are described there, not what JSON has of it";
const AS_OBJECT_BRAND = "the mark beside the primitive is described there as data";
const CRASH = "it ends with an error of its own";

/** Where typescript-json-schema differs from the expected schema of a kind, and why. Every other kind is the same. */
const REASONS: { [type: string]: string } = {
  Int: LOST_TAGS,
  Latitude: LOST_TAGS,
  "Latitude | null": LOST_TAGS,
  "Page<Int>": LOST_TAGS,
  "Either<Int, Latitude>": LOST_TAGS,
  "Page<Int> | Other<Latitude>": LOST_TAGS,
  "Pages<Int, string>": LOST_TAGS,
  "Record<'a', Int>": LOST_TAGS,
  "Array<Latitude>": LOST_TAGS,
  "[first: string, ...rest: Int[]]": LOST_TAGS,
  "'a' | 'b' | (string & {})": CRASH,
  "Readonly<Merged>": CRASH,
  "Unboxed<Page<Merged>>": CRASH,
  "{}": CRASH,
  "readonly Int[]": CRASH,
  "{ [key: `x-${string}`]: number }": LOST_PATTERNS,
  "Record<`x-${string}`, number>": LOST_PATTERNS,
  "Readonly<Record<`x-${string}`, number>>": LOST_PATTERNS,
  "{ [day: `d${string}`]: Date; [end: `e${string}`]: Date; id: string }": LOST_PATTERNS,
  Computed: "an initializer that only the checker can evaluate is taken for its first literal there",
  "Record<string, number>": LOST_INDEX,
  "Record<string, Latitude>": LOST_INDEX,
  Kept: LOST_INDEX,
  Names: AS_OBJECT,
  bigint: AS_OBJECT,
  URL: AS_OBJECT,
  Uint8Array: AS_OBJECT,
  Buffer: AS_OBJECT,
  "Set<Int>": AS_OBJECT,
  "Map<string, Int>": AS_OBJECT,
  "Map<'a' | 'b', number>": AS_OBJECT,
  "`user_${number}`": "a number in a template has digits alone there, or none",
  "Uppercase<string>": "taken for an array there",
  Brand: AS_OBJECT_BRAND,
  Marked: AS_OBJECT_BRAND,
  "{ f?: () => void; b: string; m?(): void }": "an optional function is an object without members there",
};

const projects: TempProject[] = [];
afterAll(() => {
  for (const made of projects) made.remove();
});

function project(files: { [path: string]: string | object }): TempProject {
  const made = new TempProject(files);
  projects.push(made);
  return made;
}

/** What both say of each kind, in one program. */
function opinions(): Map<string, string[]> {
  const aliases = KINDS.map(({ type }, index) => `let value${String(index)}: ${type};`).join("\n");
  const made = project({
    "tsconfig.json": WITH_NODE,
    "kinds.ts": `import type { Int } from "@skills/core"; ${DECLARATIONS} ${aliases}`,
  });
  const { options, fileNames } = ts.parseJsonConfigFileContent(WITH_NODE, ts.sys, made.root);
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const ask = secondOpinionOver(checker);
  const variables = (program.getSourceFile(made.path("kinds.ts"))?.statements ?? []).flatMap((statement) =>
    ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [],
  );
  const found = new Map<string, string[]>();
  for (const { name } of variables) {
    const kind = KINDS[Number(/^value(\d+)$/.exec(name.getText())?.[1])];
    if (kind && ask)
      found.set(kind.type, disagreements({ ...kind.schema }, ask(checker.getTypeAtLocation(name))));
  }
  return found;
}

describe("typescript-json-schema has another schema for a kind of type only for a known reason", () => {
  const found = opinions();

  test.each(KINDS.map(({ type }) => type))("%s", (type) => {
    expect(found.get(type)).toEqual(type in REASONS ? expect.arrayContaining([expect.any(String)]) : []);
  });

  test("and every reason is one of a kind that is tested", () => {
    expect(Object.keys(REASONS).filter((type) => !found.has(type))).toEqual([]);
  });
});

test("a project's parameters are compared, and each difference is placed", () => {
  const made = project({
    "subject.ts": skillClass(
      `
      @Tool() same(text: string, list?: number[], tree: Tree | null = null) {}
      @Tool() differs(
        text: string,
        ids: Set<string>,
      ) {}`,
      "interface Tree { kids: Tree[]; name: string }",
    ),
  });
  const result = secondOpinion(made.root);
  expect(result?.compared).toBe(5);
  expect(result?.diagnostics).toEqual([
    {
      code: "S243",
      severity: "warning",
      file: "subject.ts",
      line: 9,
      class: "Subject",
      method: "differs",
      parameter: "ids",
      message: expect.stringContaining("array became object") as string,
      help: expect.any(String) as string,
    },
  ]);
});

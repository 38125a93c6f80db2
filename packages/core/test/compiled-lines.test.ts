import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { manifestOf, type SkillClass, type ToolSet } from "@skills/core";
import "./support/compiled";

const SOURCE = `
import { BasicToolSet, Tool } from "@skills/core";

interface AndOfThis {
  a: string;
}

export function nameless() {
  const set = new BasicToolSet();
  set.addTool((n: number) => n, { name: "number" });
  set.addTool((text: string) => text, { name: "text" });
  return set;
}

function shared(flag: boolean) {}
export const inOnePlace = () => new BasicToolSet().addTool(shared);
export const inAnother = () => new BasicToolSet().addTool(shared);

export function first() {
  class Local {
    @Tool()
    run(n: number): void {}
  }
  return Local;
}

interface NothingIsLeftOfThis {
  a: string;
  b: string;
}

export function second() {
  class Local {
    @Tool()
    run(text: string): void {}
  }
  return Local;
}

export function third() {
  class Local {
    @Tool()
    run(): void {}
  }
  return Local;
}

export function fourth() {
  class Local {
    /**
     * What no model can give.
     */
    @Tool()
    run(done: () => void): void {}
  }
  return Local;
}

export function above() {
  class Pair {
    @Tool() first(n: number): void {}
    @Tool() second(n: number): void {}
  }
  return Pair;
}

export function below() {
  class Pair {
    @Tool() first(text: string): void {}

    /** Its error stands far below the first decorator. */
    @Tool() second(done: () => void): void {}
  }
  return Pair;
}

export function after() {
  class Pair {
    @Tool() first(flag: boolean): void {}
    @Tool() second(flag: boolean): void {}
  }
  return Pair;
}
`;

/** Below this package's node_modules, so that the compiled file finds the packages that it imports. */
const parent = join(__dirname, "../node_modules/.compiled-lines");
let folder: string;

beforeAll(() => {
  mkdirSync(parent, { recursive: true });
  folder = mkdtempSync(join(parent, "run-"));
  const { outputText, sourceMapText } = ts.transpileModule(SOURCE, {
    fileName: "locals.ts",
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      sourceMap: true,
    },
  });
  writeFileSync(join(folder, "locals.ts"), SOURCE);
  writeFileSync(join(folder, "locals.js"), outputText);
  writeFileSync(join(folder, "locals.js.map"), sourceMapText ?? "");
});

afterAll(() => {
  rmSync(parent, { recursive: true, force: true });
});

test("classes of one name in one compiled file are told apart by the lines of their source", () => {
  const locals = require(join(folder, "locals.js")) as { [name: string]: () => SkillClass };
  const properties = ["first", "second", "third"].map((name) => {
    const [tool] = manifestOf(locals[name]?.() as SkillClass).tools;
    return tool?.inputSchema.properties;
  });
  expect(properties).toEqual([{ n: { type: "number" } }, { text: { type: "string" } }, {}]);
});

test("functions without a name in one compiled file are told apart by the lines of their source", () => {
  const { nameless } = require(join(folder, "locals.js")) as { nameless: () => ToolSet };
  expect(nameless().toolsSchema.map(({ input_schema }) => input_schema.properties)).toEqual([
    { n: { type: "number" } },
    { text: { type: "string" } },
  ]);
});

test("a function may be given in several places of compiled code", () => {
  const { inOnePlace, inAnother } = require(join(folder, "locals.js")) as { [name: string]: () => unknown };
  expect(inOnePlace?.()).toBe(inAnother?.());
});

test("a class that is refused is not taken for another of its name", () => {
  const { fourth } = require(join(folder, "locals.js")) as { [name: string]: () => SkillClass };
  expect(() => manifestOf(fourth?.() as SkillClass)).toThrow(/Local cannot be described: [^]*locals\.ts:\d+/);
});

test("of classes of one name, those above and below one that is refused are described", () => {
  const pairs = require(join(folder, "locals.js")) as { [name: string]: () => SkillClass };
  const typeIn = (made: string) => manifestOf(pairs[made]?.() as SkillClass).tools[1]?.inputSchema.properties;
  expect(typeIn("above")).toEqual({ n: { type: "number" } });
  expect(typeIn("after")).toEqual({ flag: { type: "boolean" } });
  expect(() => typeIn("below")).toThrow(/Pair cannot be described: parameter `done`[^]*locals\.ts:\d+/);
});

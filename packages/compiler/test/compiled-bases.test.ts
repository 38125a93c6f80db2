import ts from "typescript";
import { compiled } from "./support/compiled";

const DECLARATIONS = `
  export declare class Base<T> {
    /** Finds some. @param text What. @minLength 2 */
    find(text: string, at?: T): string;
    helper(callback: () => void): void;
    static count(of: string): number;
    static other(): void;
  }
`;

const CLASS = `class Base { find() {} helper() {} static count() {} static other() {} }`;
const METADATA = `__metadata("design:type", Function), __metadata("design:paramtypes", [String])`;

/** As tsc and SWC write it. */
const decorated = (tool: string, helper = "__decorate") => `
  ${helper}([ ${tool}, ${METADATA} ], Base.prototype, "find", null);
  ${helper}([ ${tool} ], Base, "count", null);
  ${helper}([ (0, other_1.Tool)() ], Base.prototype, "helper", null);
`;

const CHILD = `
  import { Base } from "lib";
  import { Tool } from "@skills/core";
  export class Child extends Base<number> { @Tool() own(a: string) {} }
  export class Grandchild extends Child { override find(text: "a" | "b") { return text; } }
`;

const childOf = (script: string | undefined, extension = "") =>
  compiled({
    "node_modules/lib/package.json": {
      name: "lib",
      version: "1.0.0",
      types: `index.d.${extension}ts`,
      main: `index.${extension}js`,
    },
    [`node_modules/lib/index.d.${extension}ts`]: DECLARATIONS,
    ...(script === undefined ? {} : { [`node_modules/lib/index.${extension}js`]: script }),
    "child.ts": CHILD,
  });

const methods = (result: ReturnType<typeof childOf>, name = "Child") =>
  result.manifest.skills
    .find((skill) => skill.class === name)
    ?.tools.map((tool) => `${tool.static ? "static " : ""}${tool.method}`);

describe("the tools of a base class that is only declared are read off the JavaScript beside it", () => {
  test.each([
    [
      "required",
      `const core_1 = require("@skills/core"); ${CLASS} ${decorated(`(0, core_1.Tool)({ name: "x" })`)}`,
      "",
    ],
    [
      "required through a helper",
      `var core = __importStar(require("@skills/core")); ${CLASS} ${decorated("core.Tool", "_ts_decorate")}`,
      "c",
    ],
    ["imported", `import { Tool as Exposed } from "@skills/core"; ${CLASS} ${decorated("Exposed()")}`, "m"],
    [
      "imported whole",
      `import * as skills from "@skills/core"; ${CLASS} ${decorated("skills.Tool()", "__decorateClass")}`,
      "",
    ],
  ])("where core is %s", (_, script, extension) => {
    const result = childOf(script, extension);
    expect(methods(result)).toEqual(["own", "find", "static count"]);
    expect(result.diagnostics).toEqual([]);
  });

  test("with the types and the docs of the declarations, also where a method is overridden", () => {
    const result = childOf(`const c = require("@skills/core"); ${CLASS} ${decorated("c.Tool()")}`);
    expect(result.tool("Child.find")).toMatchObject({
      description: "Finds some.",
      inputSchema: {
        properties: { text: { type: "string", description: "What.", minLength: 2 }, at: { type: "number" } },
        required: ["text"],
      },
      outputSchema: { type: "string" },
    });
    expect(result.tool("Grandchild.find").inputSchema.properties).toEqual({
      text: { type: "string", enum: ["a", "b"], description: "What.", minLength: 2 },
    });
    expect(result.tool("Child.count").static).toBe(true);
  });
});

test.each([
  ["CommonJS", ts.ModuleKind.CommonJS, ts.ScriptTarget.ES2022],
  ["modules", ts.ModuleKind.ES2022, ts.ScriptTarget.ES2022],
  ["ES5", ts.ModuleKind.CommonJS, ts.ScriptTarget.ES5],
])("what TypeScript emits as %s is read", (_, module, target) => {
  const source = `
    import { Skill, Tool } from "@skills/core";
    @Skill() export class Base<T> {
      static self = Base;
      @Tool({ name: "f" }) find(text: string, at?: T) { return text; }
      helper(callback: () => void) {}
      @Tool() static count(of: string) { return of.length; }
      static other() {}
    }`;
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module, target, experimentalDecorators: true, emitDecoratorMetadata: true },
  });
  expect(methods(childOf(outputText))).toEqual(["own", "find", "static count"]);
});

test.each([
  ["is missing", undefined],
  ["decorates with another package's Tool", `const c = require("other"); ${CLASS} ${decorated("c.Tool()")}`],
  ["does not parse", `require("@skills/core"); class {{{`],
])("nothing is inherited where that JavaScript %s", (_, script) => {
  expect(methods(childOf(script))).toEqual(["own"]);
});

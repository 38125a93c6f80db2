import type { Diagnostic } from "@skills/core";
import { inspect } from "@skills/compiler";
import { TempProject } from "./support/project";

const HEAD = `import { Skill, Tool, ToolContext } from "@skills/core";\n`;

const projects: TempProject[] = [];
afterAll(() => {
  for (const each of projects) each.remove();
});

function found(files: { [path: string]: string | object }): Diagnostic[] {
  const project = new TempProject(files);
  projects.push(project);
  return inspect(project.root).diagnostics;
}

const brief = (diagnostics: Diagnostic[]) =>
  diagnostics.map(({ code, severity, file, line }) => `${file}:${String(line)} ${severity} ${code}`);

test("tools that a class calls and does not name in its uses are found where they are called", () => {
  const diagnostics = found({
    "names.ts": `export const QUOTE = "Shop.Quote"; export const OTHER = "audit";`,
    "desk.ts": `${HEAD}
import { QUOTE, OTHER } from "./names";
@Skill({ uses: ["lookUp", QUOTE] })
export class Desk {
  @Tool() async help(context: ToolContext, id: string): Promise<string> {
    await context.tools.call("lookUp", { id });
    await context.tools.call("Shop__Quote");
    await context.tools.call("refund");
    const { tools } = context;
    tools.schema(OTHER);
    await tools.call(id);
    return id;
  }
}
export class Plain {
  private async inner(context: ToolContext) { return context.tools.call("lookUp"); }
  @Tool() async go(context: ToolContext): Promise<void> { await this.inner(context); }
  @Tool() async otherCall(f: string): Promise<void> { [].map.call([], () => f); }
}
`,
  });
  expect(brief(diagnostics)).toEqual([
    "desk.ts:9 error S230",
    "desk.ts:11 error S230",
    "desk.ts:12 warning S231",
    "desk.ts:17 error S230",
  ]);
  expect(diagnostics[0]).toMatchObject({
    message: "refund is not among the tools that Desk may call: it names lookUp, Shop.Quote (E0012)",
    class: "Desk",
    method: "help",
  });
  expect(diagnostics[1]?.message).toContain("audit is not among");
});

test("a call is found however it was reached", () => {
  const diagnostics = found({
    "desk.ts": `${HEAD}
export class Desk {
  @Tool() async help(context: ToolContext): Promise<void> {
    await context["tools"]["call"]("byElement");
    const { call, schema: look } = context.tools;
    await call("byName");
    look("byAnotherName");
    await (context.tools.call)("inParentheses");
    await context?.tools!.call("withMarks");
  }
}
`,
  });
  expect(brief(diagnostics)).toEqual([5, 7, 8, 9, 10].map((line) => `desk.ts:${String(line)} error S230`));
});

test("a class may call what its base classes name, too", () => {
  const diagnostics = found({
    "desk.ts": `${HEAD}
const uses = [Math.random() > 0.5 ? "lookUp" : "refund"];
@Skill({ uses: ["lookUp"] }) class Base {}
class Between extends Base {}
@Skill({ uses: ["quote"] }) export class Desk extends Between {
  @Tool() async help(context: ToolContext): Promise<void> {
    await context.tools.call("lookUp");
    await context.tools.call("quote");
    await context.tools.call("refund");
  }
}
@Skill({ uses }) class Unknown {}
export class Derived extends Unknown {
  @Tool() async derived(context: ToolContext): Promise<void> { await context.tools.call("lookUp"); }
}
`,
  });
  expect(brief(diagnostics)).toEqual(["desk.ts:10 error S230", "desk.ts:15 warning S231"]);
  expect(diagnostics[0]?.message).toContain("it names quote, lookUp");
});

test("what the API would refuse is found: names, schemas of old drafts, unions at the root, property keys", () => {
  const diagnostics = found({
    "desk.ts": `${HEAD}
export class Desk {
  @Tool({ name: "Shop.Quote" }) fine(a: string): string { return a; }
  @Tool({ name: "über" }) badName(a: string): string { return a; }
  @Tool({ inputSchema: { type: "object", anyOf: [] } }) union(a: string): string { return a; }
  @Tool({ inputSchema: { type: "object", properties: { a: { type: "array", items: [{}] } } } }) old(a: string): string { return a; }
  @Tool({ inputSchema: { type: "object", properties: { "a b": {} } } }) key(a: string): string { return a; }
}
`,
  });
  expect(brief(diagnostics)).toEqual([
    "desk.ts:5 error S240",
    "desk.ts:6 error S240",
    "desk.ts:7 error S240",
    "desk.ts:8 error S240",
  ]);
});

test("what strict: true does not take is found, of one tool and of all together", () => {
  const many = Array.from(
    { length: 21 },
    (_, n) => `@Tool({ wire: { strict: true } }) t${String(n)}(a?: string, b?: string): void {}`,
  );
  const diagnostics = found({
    "many.ts": `${HEAD}
export class Many {
  ${many.join("\n  ")}
}
export class One {
  /** @param n The number @minimum 1 */
  @Tool({ wire: { strict: true } }) limited(n: number): void {}
  @Tool({ wire: { strict: true } }) open(n: { [name: string]: string }): void {}
}
`,
  });
  expect(brief(diagnostics)).toEqual([
    "many.ts:4 warning S242",
    "many.ts:4 warning S242",
    "many.ts:28 error S241",
    "many.ts:29 error S241",
  ]);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "23 strict tools, and one request may have 20",
    "42 optional parameters in strict tools, and one request may have 24",
    "strict: true does not take this schema: minimum",
    "strict: true does not take this schema: an object open to other properties",
  ]);
});

test("a project without a tsconfig.json is a diagnostic", () => {
  expect(brief(inspect("/nowhere").diagnostics)).toEqual([expect.stringMatching(/error S212$/)]);
});

test("functions are offered as they are added", () => {
  const project = new TempProject({
    "sets.ts": `import { BasicToolSet } from "@skills/core";
const set = new BasicToolSet();
/** Adds. */
function add(a: number) {}
set.addTool(add);
set.addTool(add, { name: "Sums.plus", description: "Sums.", wire: { strict: true } });
set.addTool((a: number) => a, { name: "a name" });
`,
  });
  projects.push(project);
  const { tools, diagnostics } = inspect(project.root);
  expect(tools.map(({ name, description, strict, spot }) => [name, description, strict, spot.line])).toEqual([
    ["add", "Adds.", false, 5],
    ["Sums.plus", "Sums.", true, 6],
    ["a name", undefined, false, 7],
  ]);
  expect(brief(diagnostics)).toEqual(["sets.ts:7 error S240"]);
});

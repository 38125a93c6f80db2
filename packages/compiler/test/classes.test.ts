import { compiled } from "./support/compiled";

const result = compiled({
  "base.ts": `
    import { Tool as Exposed, type Int } from "@skills/core";
    export { Exposed };
    export abstract class Base<T, U = string> {
      /**
       * Gets some.
       * @param id Which.
       */
      @Exposed get(id: T, hint?: U): Promise<T[]> { throw new Error(); }
      /**
       * Finds some.
       * @param text What to look for.
       */
      @Exposed() find(text: string): void {}
      @Exposed() static count(of: string): Int { return of.length; }
      abstract run(input: T): void;
      helper(): void {}
    }
  `,
  "child.ts": `
    import { type Int } from "@skills/core";
    import { Base, Exposed as Again } from "./base";
    export class Child extends Base<Int> {
      @Again({ name: "run it" }) run(input: number): void {}
      override find(text: "a" | "b", limit = 10): void {}
    }
    class Grandchild extends Child {}
    export const Expression = class { @Again() inExpression(a: string) {} };
    export function factory() { class Local { @Again() inFunction(a: string) {} } return Local; }
    export function factory2() { class Local { @Again() inFunction(a: number) {} } return Local; }
    class Hidden { @Again() hidden(a: string) {} @Again() private secret(a: string) {} }
    export default class { @Again() inDefault() {} }
    export class Plain { method(a: symbol) {} }
    export class Other { @Foreign() method(a: symbol) {} }
    declare function Foreign(): MethodDecorator;
    type Ctor<T> = new (...args: any[]) => T;
    function Mixed<B extends Ctor<object>>(base: B) { return class extends base { @Again() mixed(a: string) {} }; }
    export class WithMixin extends Mixed(Hidden) { @Again() own() {} }
  `,
});
const methods = (name: string, at = 0) =>
  result.manifest.skills.filter((skill) => skill.class === name)[at]?.tools.map(({ method }) => method);

test("own tools come first, inherited ones after them, statics last", () => {
  expect(methods("Child")).toEqual(["run", "find", "get", "count"]);
  expect(result.tool("Child.count").static).toBe(true);
});

test("inherited generics have their arguments, also by their aliases", () => {
  expect(result.tool("Child.get")).toMatchObject({
    description: "Gets some.",
    inputSchema: {
      properties: { id: { type: "integer", description: "Which." }, hint: { type: "string" } },
      required: ["id"],
    },
    outputSchema: { type: "array", items: { type: "integer" } },
  });
  expect(methods("Grandchild")).toEqual(["run", "find", "get", "count"]);
  expect(result.tool("Grandchild.get")).toEqual(result.tool("Child.get"));
});

test("an overriding method without @Tool stays a tool, with its own signature and the docs it lacks", () => {
  expect(result.tool("Child.find")).toMatchObject({
    description: "Finds some.",
    inputSchema: {
      properties: {
        text: { type: "string", enum: ["a", "b"], description: "What to look for." },
        limit: { type: "number", default: 10 },
      },
      required: ["text"],
    },
  });
});

test("classes are found wherever they are declared", () => {
  expect(methods("Expression")).toEqual(["inExpression"]);
  expect(methods("Hidden")).toEqual(["hidden", "secret"]);
  expect(methods("default")).toEqual(["inDefault"]);
  expect(methods("WithMixin")).toEqual(["own", "mixed", "hidden", "secret"]);
});

test("two classes of one name are told apart by their lines", () => {
  const locals = result.manifest.skills.filter((skill) => skill.class === "Local");
  expect(locals.map(({ tools }) => tools[0]?.inputSchema.properties?.a)).toEqual([
    { type: "string" },
    { type: "number" },
  ]);
  expect(new Set(locals.map(({ line }) => line)).size).toBe(2);
});

test("a class without tools of ours is no skill, whatever its methods take", () => {
  expect(methods("Plain")).toBeUndefined();
  expect(methods("Other")).toBeUndefined();
  expect(result.diagnostics).toEqual([]);
});

test("files are named by their path from the project, with slashes", () => {
  expect(result.manifest.skills.map(({ file }) => file)).toEqual(
    expect.arrayContaining(["base.ts", "child.ts"]),
  );
  expect(JSON.stringify(result.manifest)).not.toMatch(/"\/|skills-compiler-/);
});

import { join } from "node:path";
import ts from "typescript";

/** Members of a class, each with the last line of what the compiler says of it. */
const MEMBERS: [code: string, said: string][] = [
  [
    `@Tool({ descripton: "x" }) misspelt(): void {}`,
    `but 'descripton' does not exist in type 'ToolOptions & { errors?: readonly ErrorClass[] | undefined; }'. Did you mean to write 'description'?`,
  ],
  [
    `@Tool({ timeoutMs: 5 }) misplaced(): void {}`,
    `'timeoutMs' does not exist in type 'ToolOptions & { errors?: readonly ErrorClass[] | undefined; }'.`,
  ],
  [
    `@Tool("refund") named(): void {}`,
    `Type '"refund"' has no properties in common with type 'ToolOptions & { errors?: readonly ErrorClass[] | undefined; }'.`,
  ],
  [
    `@Tool({ errors: [new RefundError()] }) instance(): Result<number, RefundError> { return ok(1); }`,
    `Type 'RefundError' provides no match for the signature 'new (...args: never[]): Error'.`,
  ],
  [
    `@Tool({ errors: [RefundError] }) bare(): number { return 1; }`,
    `Type 'number' is not assignable to type 'Result<unknown, RefundError> | PromiseLike<Result<unknown, RefundError>>'.`,
  ],
  [
    `@Tool({ errors: [] }) none(): number { return 1; }`,
    `Type 'number' is not assignable to type 'Result<unknown, never> | PromiseLike<Result<unknown, never>>'.`,
  ],
  [
    `@Tool({ errors: [RefundError] }) other(): Result<number, Error> { return ok(1); }`,
    `Property 'refund' is missing in type 'Error' but required in type 'RefundError'.`,
  ],
];
const CALLS: [code: string, said: string][] = [
  [
    `void toolSet(new Shop()).call("refnd", "A17");`,
    `Argument of type '"refnd"' is not assignable to parameter of type '"refund" | "shared"'.`,
  ],
  [
    `void toolSet(new Shop()).call("refund", { order: "A17" });`,
    `Argument of type '{ order: string; }' is not assignable to parameter of type 'string'.`,
  ],
  [`void toolSet(new Shop()).call("refund");`, `Expected 2 arguments, but got 1.`],
];

const SOURCE = `
import { ok, Tool, toolSet, type Result, type ToolOptions } from "@skills/core";
class RefundError extends Error { readonly refund = 1; }
const options: ToolOptions = { limits: { timeoutMs: 5 } };
class Shop {
  readonly name = "Shop";
  @Tool({ errors: [RefundError] }) refund(order: string): Result<string, RefundError> { return ok(order); }
  @Tool(options) shared(): void {}
}
export class Mistakes {
${MEMBERS.map(([code]) => code).join("\n")}
}
${CALLS.map(([code]) => code).join("\n")}
`;

/** Each line that the compiler refuses, as often as it does, with the last line of its message. */
function refused(source: string, strict: boolean): [code: string, said: string][] {
  const file = join(__dirname, "written-in-a-test.ts");
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node20,
    customConditions: ["@skills/source"],
    experimentalDecorators: true,
    strict,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  return program.getSemanticDiagnostics(program.getSourceFile(file)).map(({ start = 0, messageText }) => {
    const line = source.slice(0, start).split("\n").length - 1;
    const message = ts.flattenDiagnosticMessageText(messageText, "\n").split("\n").at(-1) ?? "";
    return [source.split("\n")[line] ?? "", message];
  });
}

test("of each mistake the compiler tells once, and in the last line what is wrong", () => {
  expect(refused(SOURCE, true)).toEqual(
    [...MEMBERS, ...CALLS].map(([code, said]) => [code, expect.stringContaining(said) as string]),
  );
});

test("in a project that is not strict, a tool returns what it likes, and one that declares its errors a Result", () => {
  const bare = `@Tool({ errors: [RefundError] }) bare(): number { return 1; }`;
  const source = `
import { ok, Tool, type Result } from "@skills/core";
class RefundError extends Error { readonly refund = 1; }
export class Shop {
@Tool() nothing(): void {}
@Tool() async later() {}
@Tool({ description: "Say it." }) text(): string | null { return null; }
@Tool() *many(): Generator<object> { yield {}; }
@Tool({ errors: [RefundError] }) refund(): Result<string, RefundError> { return ok("A17"); }
${bare}
}`;
  expect(refused(source, false)).toEqual([
    [bare, expect.stringContaining("Type 'number' is not assignable to type 'Result<") as string],
  ]);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { filesIn } from "../files";

const ROOT = join(__dirname, "../..");

/** Where a source makes code from a string: `eval`, `Function`, or a module that does either. */
function codeFromStrings(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (makesCode(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1}: ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function makesCode(node: ts.Node): boolean {
  if (ts.isStringLiteral(node)) return /^(?:node:)?vm$/.test(node.text);
  if (!ts.isIdentifier(node) || ts.isTypeNode(node.parent) || isName(node)) return false;
  return ["eval", "AsyncFunction", "GeneratorFunction"].includes(node.text) || isFunctionConstructor(node);
}

/** `Function(…)` and `new Function(…)`; `x instanceof Function` and `Function.prototype` make nothing. */
function isFunctionConstructor({ text, parent }: ts.Identifier): boolean {
  return text === "Function" && (ts.isCallExpression(parent) || ts.isNewExpression(parent));
}

/** The name of a property or of a declaration: `options.eval` is nobody's `eval`. */
function isName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) &&
      parent.name === node &&
      parent.expression.getText() !== "globalThis") ||
    (ts.isPropertyAssignment(parent) && parent.name === node)
  );
}

test("no package makes code from strings: that is left to ajv", () => {
  const files = filesIn(ROOT, "packages", ".ts").filter((file) => file.split("/")[2] === "src");
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => codeFromStrings(file, readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
});

test.each([
  "eval(text)",
  "const run = eval; run(text);",
  "globalThis.eval(text)",
  "new Function('x', text)",
  "Function(text)()",
  'import { runInNewContext } from "node:vm";',
  'const vm = require("vm");',
])("the check finds %s", (text) => {
  expect(codeFromStrings("a.ts", text)).toHaveLength(1);
});

test.each(["options.eval", "const o = { eval: 1 }", "x instanceof Function", "let f: Function;"])(
  "and lets %s be",
  (text) => {
    expect(codeFromStrings("a.ts", text)).toEqual([]);
  },
);

import ts from "typescript";
import type { Context } from "../context";

/*
 * Declarations do not say which methods are decorated. The JavaScript beside them does, in the one form that all
 * compilers emit for these decorators: `helper([…, Tool(…)], Class.prototype, "method", …)`.
 */

const read = new WeakMap<Context, Map<string, ReadonlySet<string>>>();

/** Whether a method of a declaration file was compiled with `@Tool` on it. False where no JavaScript is beside it. */
export function isCompiledTool(context: Context, method: ts.MethodDeclaration): boolean {
  const { parent } = method;
  const source = method.getSourceFile();
  if (!source.isDeclarationFile || !ts.isClassLike(parent) || !parent.name) return false;
  const name = context.constants.propertyName(method.name);
  const isStatic = (ts.getCombinedModifierFlags(method) & ts.ModifierFlags.Static) !== 0;
  return (
    name !== undefined && toolsBeside(context, source.fileName).has(key(parent.name.text, isStatic, name))
  );
}

function key(className: string, isStatic: boolean, method: string): string {
  return `${className}${isStatic ? "." : "#"}${method}`;
}

function toolsBeside(context: Context, declarations: string): ReadonlySet<string> {
  const files = read.get(context) ?? new Map<string, ReadonlySet<string>>();
  read.set(context, files);
  const known = files.get(declarations);
  if (known) return known;
  const file = declarations.replace(/\.d\.([cm]?)ts$/, ".$1js");
  const text =
    file !== declarations && context.host.fileExists(file) ? context.host.readFile(file) : undefined;
  const tools = new Set(text?.includes("@skills/core") ? decoratedIn(file, text) : []);
  files.set(declarations, tools);
  return tools;
}

function* decoratedIn(file: string, text: string): Generator<string> {
  const script = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const names = namesOfCore(script);
  for (const call of callsIn(script)) {
    const [decorators, target, method] = call.arguments;
    if (!decorators || !target || !method) continue;
    if (!ts.isArrayLiteralExpression(decorators) || !ts.isStringLiteralLike(method)) continue;
    if (!decorators.elements.some((decorator) => isTool(names, decorator))) continue;
    if (ts.isIdentifier(target)) yield key(target.text, true, method.text);
    else if (
      ts.isPropertyAccessExpression(target) &&
      target.name.text === "prototype" &&
      ts.isIdentifier(target.expression)
    )
      yield key(target.expression.text, false, method.text);
  }
}

/** Without recursion: bundled code nests deeper than the stack goes. */
function* callsIn(script: ts.SourceFile): Generator<ts.CallExpression> {
  const open: ts.Node[] = [script];
  for (let node = open.pop(); node; node = open.pop()) {
    if (ts.isCallExpression(node)) yield node;
    ts.forEachChild(node, (child) => void open.push(child));
  }
}

interface CoreNames {
  /** What `Tool` is called here. */
  tools: Set<string>;
  /** What the whole module is called here. */
  modules: Set<string>;
}

function namesOfCore(script: ts.SourceFile): CoreNames {
  const names: CoreNames = { tools: new Set(), modules: new Set() };
  for (const statement of script.statements) {
    if (ts.isImportDeclaration(statement)) addImported(names, statement);
    else if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer && requiresCore(initializer)) names.modules.add(name.text);
  }
  return names;
}

function addImported(names: CoreNames, { moduleSpecifier, importClause }: ts.ImportDeclaration): void {
  const bindings = importClause?.namedBindings;
  if (!bindings || !isCore(moduleSpecifier)) return;
  if (ts.isNamespaceImport(bindings)) names.modules.add(bindings.name.text);
  else
    for (const { name, propertyName } of bindings.elements)
      if ((propertyName ?? name).text === "Tool") names.tools.add(name.text);
}

/** `require("@skills/core")`, also within a helper for interoperation. */
function requiresCore(node: ts.Expression): boolean {
  if (!ts.isCallExpression(node)) return false;
  const [first] = node.arguments;
  if (!first) return false;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === "require";
  return isRequire ? isCore(first) : requiresCore(first);
}

function isCore(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) && node.text === "@skills/core";
}

/** `Tool`, `Tool(…)`, `core.Tool(…)`, `(0, core.Tool)(…)`. */
function isTool(names: CoreNames, node: ts.Expression): boolean {
  if (ts.isCallExpression(node)) return isTool(names, node.expression);
  if (ts.isParenthesizedExpression(node)) return isTool(names, node.expression);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.CommaToken)
    return isTool(names, node.right);
  if (ts.isIdentifier(node)) return names.tools.has(node.text);
  return (
    ts.isPropertyAccessExpression(node) &&
    node.name.text === "Tool" &&
    ts.isIdentifier(node.expression) &&
    names.modules.has(node.expression.text)
  );
}

import ts from "typescript";
import type { FunctionManifest } from "@skills/core";
import { bare } from "../constants";
import type { Context } from "../context";
import type { Spot } from "../problems";
import { NO_ENV } from "../walk/written";
import { describeCallable } from "./callable";

type FunctionNode = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;

/** The functions that a file gives to `addTool` of a set. */
export function functionsIn(context: Context, source: ts.SourceFile): FunctionManifest[] {
  return additionsIn(context, source).flatMap((addition) => functionOf(context, addition));
}

/** A call of `addTool` that is given something to call. */
export interface Addition {
  call: ts.CallExpression;
  given: ts.Expression;
  signatures: readonly ts.Signature[];
  at: Spot;
}

export function additionsIn(context: Context, source: ts.SourceFile): Addition[] {
  const found: Addition[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) found.push(...additionBy(context, node));
    ts.forEachChild(node, visit);
  };
  if (source.text.includes("addTool")) visit(source);
  return found;
}

function additionBy(context: Context, call: ts.CallExpression): Addition[] {
  const { expression } = call;
  const [given] = call.arguments;
  if (!given || !ts.isPropertyAccessExpression(expression) || expression.name.text !== "addTool") return [];
  if (!isMutableSet(context, context.checker.getTypeAtLocation(expression.expression))) return [];
  const type = context.checker.getTypeAtLocation(given);
  const signatures = context.checker.getSignaturesOfType(type, ts.SignatureKind.Call);
  return signatures.length > 0 ? [{ call, given, signatures, at: context.spotOf(expression.name) }] : [];
}

function functionOf(context: Context, { given, signatures, at }: Addition): FunctionManifest[] {
  const declared = functionNamed(context, given);
  if (!declared) {
    context.report(
      "functionArgument",
      at,
      `addTool is given ${excerpt(given)}, which does not name one function`,
      "give a function by its name or in place, or addTool({ name, description, inputSchema, run })",
    );
    return [];
  }
  const { node, name } = declared;
  const described = describeCallable({
    context,
    signatures,
    declarations: declarationsOf(context, node),
    location: node,
    envOf: () => NO_ENV,
    emitsTypes: false,
    spot: { ...at, method: name === "" ? "(anonymous function)" : name },
  });
  return described ? [{ file: at.file, line: at.line, name, ...described }] : [];
}

/** The function that an expression names, or that stands in its place, with its name at run time. */
export function functionNamed(
  context: Context,
  expression: ts.Expression,
): { node: FunctionNode; name: string } | undefined {
  const given = bare(expression);
  if (ts.isArrowFunction(given) || ts.isFunctionExpression(given))
    return { node: given, name: nameIn(given) };
  if (!ts.isIdentifier(given)) return undefined;
  const declarations = context.symbolAt(given)?.declarations ?? [];
  const declaration = declarations.find((candidate) => isImplementation(candidate)) ?? declarations[0];
  if (!declaration) return undefined;
  if (ts.isFunctionDeclaration(declaration))
    return { node: declaration, name: declaration.name?.text ?? "default" };
  if (!ts.isVariableDeclaration(declaration) || !(ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const))
    return undefined;
  const value = declaration.initializer && bare(declaration.initializer);
  if (!value || !(ts.isArrowFunction(value) || ts.isFunctionExpression(value))) return undefined;
  return {
    node: value,
    name: nameIn(value) || (ts.isIdentifier(declaration.name) ? declaration.name.text : ""),
  };
}

/** The name that a function expression has at run time by itself. */
function nameIn(node: ts.ArrowFunction | ts.FunctionExpression): string {
  return node.name?.text ?? "";
}

function isImplementation(declaration: ts.Declaration): boolean {
  return ts.isFunctionDeclaration(declaration) && declaration.body !== undefined;
}

/** All declarations of an overloaded function, the documented ones among them. */
function declarationsOf(context: Context, node: FunctionNode): ts.SignatureDeclaration[] {
  const symbol = ts.isFunctionDeclaration(node) && node.name ? context.symbolAt(node.name) : undefined;
  const all = symbol?.declarations?.filter(ts.isFunctionDeclaration) ?? [];
  return all.length > 0 ? all : [node];
}

/** Whether a type is core's `MutableToolSet` or derives from it. */
export function isMutableSet(context: Context, type: ts.Type): boolean {
  const symbol = type.symbol as ts.Symbol | undefined;
  if (context.isCore("MutableToolSet", symbol)) return true;
  if (type.isUnionOrIntersection()) return type.types.some((member) => isMutableSet(context, member));
  const constraint = type.isTypeParameter() ? context.checker.getBaseConstraintOfType(type) : undefined;
  if (constraint) return isMutableSet(context, constraint);
  if (!type.isClassOrInterface() && !(symbol && symbol.flags & ts.SymbolFlags.Class)) return false;
  const target = (type as ts.TypeReference).target as ts.InterfaceType | undefined;
  return context.checker
    .getBaseTypes(target ?? (type as ts.InterfaceType))
    .some((base) => isMutableSet(context, base));
}

function excerpt(node: ts.Node): string {
  const text = node.getText();
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

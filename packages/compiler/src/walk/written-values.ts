import ts from "typescript";
import type { Context } from "../context";

/** Values that stand for one another in a longer chain have lost the reader, too. */
const MAX_CHAIN = 8;

/**
 * The type of a variable, parameter or property as it was written: beside it, or where its initial value has it from
 * (`limit = DEFAULT` of `const DEFAULT: Percent = 10`).
 */
export function writtenOf(
  context: Context,
  declaration: ts.Declaration | undefined,
  left = MAX_CHAIN,
): ts.TypeNode | undefined {
  const declared = declaredType(declaration);
  if (declared || !declaration) return declared;
  return isInitialized(declaration) && declaration.initializer
    ? ofValue(context, declaration.initializer, left)
    : undefined;
}

export function declaredType(declaration: ts.Declaration | undefined): ts.TypeNode | undefined {
  return declaration &&
    (ts.isPropertySignature(declaration) ||
      ts.isPropertyDeclaration(declaration) ||
      ts.isVariableDeclaration(declaration) ||
      ts.isParameter(declaration))
    ? declaration.type
    : undefined;
}

function isInitialized(declaration: ts.Declaration) {
  return (
    ts.isPropertyDeclaration(declaration) ||
    ts.isVariableDeclaration(declaration) ||
    ts.isParameter(declaration) ||
    ts.isPropertyAssignment(declaration)
  );
}

function ofValue(context: Context, value: ts.Expression, left: number): ts.TypeNode | undefined {
  if (left === 0) return undefined;
  if (ts.isAsExpression(value) || ts.isTypeAssertionExpression(value))
    return ts.isConstTypeReference(value.type) ? ofValue(context, value.expression, left - 1) : value.type;
  if (ts.isParenthesizedExpression(value) || ts.isNonNullExpression(value) || ts.isSatisfiesExpression(value))
    return ofValue(context, value.expression, left - 1);
  if (ts.isIdentifier(value)) return writtenOf(context, valueAt(context, value), left - 1);
  if (ts.isPropertyAccessExpression(value)) {
    const node = writtenOf(context, valueAt(context, value.name), left - 1);
    return value.expression.kind === ts.SyntaxKind.ThisKeyword ? node : withoutParameters(context, node);
  }
  if (!ts.isCallExpression(value)) return undefined;
  return withoutParameters(context, context.checker.getResolvedSignature(value)?.getDeclaration()?.type);
}

/** `T` of a class or function that is used elsewhere: nothing there says what it stands for. */
export function withoutParameters(context: Context, node: ts.TypeNode | undefined): ts.TypeNode | undefined {
  return node && namesParameter(context, node) ? undefined : node;
}

function namesParameter(context: Context, node: ts.Node): boolean {
  const symbol = ts.isIdentifier(node) ? context.symbolAt(node) : undefined;
  const isParameter = symbol !== undefined && (symbol.flags & ts.SymbolFlags.TypeParameter) !== 0;
  return isParameter || ts.forEachChild(node, (child) => namesParameter(context, child)) === true;
}

function valueAt(context: Context, name: ts.Node): ts.Declaration | undefined {
  return context.symbolAt(name)?.valueDeclaration;
}

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
  if (ts.isPropertyAccessExpression(value)) return writtenOf(context, valueAt(context, value.name), left - 1);
  const called = ts.isCallExpression(value)
    ? context.checker.getResolvedSignature(value)?.getDeclaration()
    : undefined;
  return called && !called.typeParameters ? called.type : undefined;
}

function valueAt(context: Context, name: ts.Node): ts.Declaration | undefined {
  return context.symbolAt(name)?.valueDeclaration;
}

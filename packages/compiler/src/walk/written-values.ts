import ts from "typescript";
import type { Context } from "../context";
import { elementAt, writtenElement } from "./written-elements";
import { envIn, writtenAt, writtenValues } from "./written-members";
import { asOne, bind, NO_ENV, typeAt, type Env, type Written } from "./written";

/**
 * The type of a variable, parameter or member as it was written: beside it, or where its initial value has it from
 * (`limit = DEFAULT` of `const DEFAULT: Percent = 10`).
 */
export function writtenOf(
  context: Context,
  declaration: ts.Declaration | undefined,
  env: Env,
): Written | undefined {
  if (!declaration) return undefined;
  const node = declaredType(declaration);
  if (node) return { node, env };
  if (ts.isParameter(declaration) && ts.isObjectBindingPattern(declaration.name))
    return { node: declaration.name, env };
  if (ts.isBindingElement(declaration)) return boundBy(context, declaration, env);
  if (ts.isAccessor(declaration)) return ofAccessors(context, declaration, env);
  if (ts.isShorthandPropertyAssignment(declaration)) {
    const value = context.checker.getShorthandAssignmentValueSymbol(declaration);
    return writtenOf(context, context.original(value)?.valueDeclaration, env);
  }
  return isInitialized(declaration) && declaration.initializer
    ? { node: declaration.initializer, env }
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

export function declaredType(declaration: ts.Declaration | undefined): ts.TypeNode | undefined {
  return declaration &&
    (ts.isPropertySignature(declaration) ||
      ts.isPropertyDeclaration(declaration) ||
      ts.isVariableDeclaration(declaration) ||
      ts.isParameter(declaration) ||
      ts.isGetAccessor(declaration))
    ? declaration.type
    : undefined;
}

/** Where the getter has no type, the setter's counts before what the getter returns. */
function ofAccessors(context: Context, { name }: ts.AccessorDeclaration, env: Env): Written | undefined {
  const declarations = context.symbolAt(name)?.declarations ?? [];
  const node = declarations.find(ts.isSetAccessor)?.parameters[0]?.type;
  const getter = declarations.find(ts.isGetAccessor);
  return node ? { node, env } : getter && returned(context, getter, env);
}

/** `lat` of `const { lat } = DEFAULTS`, `[first] = LATS`. */
function boundBy(
  context: Context,
  { parent: pattern, propertyName, name, initializer, dotDotDotToken }: ts.BindingElement,
  env: Env,
): Written | undefined {
  const source = writtenOf(context, pattern.parent, env);
  if (dotDotDotToken || !source) return undefined;
  const key = propertyName ?? name;
  const bound = ts.isArrayBindingPattern(pattern)
    ? elementAt(
        context,
        source,
        pattern.elements.findIndex((element) => ts.isBindingElement(element) && element.name === name),
      )
    : ts.isIdentifier(key) || ts.isStringLiteral(key)
      ? writtenAt(context, source, typeAt(context, source.node), key.text)
      : undefined;
  return initializer ? asOne(context, [bound, { node: initializer, env }]) : bound;
}

/** A member that a pattern's own default adds to the type of what it takes apart: `x` of `({ x = LAT } = {})`. */
export function writtenInPattern(
  context: Context,
  { elements }: ts.ObjectBindingPattern,
  member: string,
  env: Env,
): Written | undefined {
  const element = elements.find(({ propertyName, name }) => (propertyName ?? name).getText() === member);
  if (!element) return undefined;
  if (ts.isObjectBindingPattern(element.name)) return { node: element.name, env };
  return element.initializer && { node: element.initializer, env };
}

/**
 * What a value has its type from. Undefined where that is its own (a literal, an object), where it is one of several,
 * and where nothing tells.
 */
export function valueOf(context: Context, value: ts.Expression, env: Env): Written | undefined {
  if (ts.isAsExpression(value) || ts.isTypeAssertionExpression(value))
    return { node: ts.isConstTypeReference(value.type) ? value.expression : value.type, env };
  if (ts.isParenthesizedExpression(value) || ts.isNonNullExpression(value) || ts.isSatisfiesExpression(value))
    return { node: value.expression, env };
  if (ts.isIdentifier(value)) return writtenOf(context, context.symbolAt(value)?.valueDeclaration, env);
  if (ts.isPropertyAccessExpression(value))
    return writtenAt(
      context,
      { node: value.expression, env },
      presentType(context, value.expression),
      value.name.text,
    );
  if (ts.isElementAccessExpression(value)) return elementOf(context, value, env);
  return ts.isCallExpression(value) ? resultOf(context, value, env) : undefined;
}

/** `LATS[0]`, `LATS["a"]`, `LATS[key]`. */
function elementOf(
  context: Context,
  { expression, argumentExpression }: ts.ElementAccessExpression,
  env: Env,
): Written | undefined {
  const owner = { node: expression, env };
  const type = presentType(context, expression);
  const key = context.constants.evaluate(argumentExpression)?.value;
  if (context.checker.isArrayLikeType(type))
    return typeof key === "number" ? elementAt(context, owner, key) : writtenElement(context, owner);
  if (typeof key === "string" || typeof key === "number") return writtenAt(context, owner, type, String(key));
  return writtenValues(context, owner, type);
}

function presentType({ checker }: Context, value: ts.Expression): ts.Type {
  return checker.getNonNullableType(checker.getTypeAtLocation(value));
}

function resultOf(context: Context, call: ts.CallExpression, env: Env): Written | undefined {
  const signature = context.checker.getResolvedSignature(call);
  const declaration = signature?.getDeclaration();
  if (!declaration) return undefined;
  const callee = { node: call.expression, env };
  const owner = ts.isPropertyAccessExpression(callee.node) ? { node: callee.node.expression, env } : callee;
  // A function type has its parameters where it was written, a method those of what it is called on.
  const outer = envIn(context, declaration, callee) ?? envIn(context, declaration.parent, owner) ?? NO_ENV;
  const parameters = declaration.typeParameters?.filter(ts.isTypeParameterDeclaration);
  return returned(context, declaration, new Map([...outer, ...bind(context, parameters, call, env)]));
}

/** What a call of a signature gives, as it was written. */
export function returnedBy(
  context: Context,
  signature: ts.Signature | undefined,
  env: Env,
): Written | undefined {
  const declaration = signature?.getDeclaration();
  return declaration && returned(context, declaration, env);
}

function returned(context: Context, declaration: ts.SignatureDeclaration, env: Env): Written | undefined {
  if (declaration.type) return { node: declaration.type, env };
  const { body } = declaration as Partial<ts.FunctionLikeDeclaration>;
  if (!body || (declaration as Partial<ts.FunctionLikeDeclaration>).asteriskToken) return undefined;
  const values = ts.isBlock(body) ? returnsIn(body) : [body];
  return asOne(
    context,
    values.map((node) => ({ node, env })),
  );
}

function returnsIn(node: ts.Node): ts.Expression[] {
  const found: ts.Expression[] = [];
  ts.forEachChild(node, (child) => {
    if (ts.isReturnStatement(child)) found.push(...(child.expression ? [child.expression] : []));
    else if (!ts.isFunctionLike(child)) found.push(...returnsIn(child));
  });
  return found;
}

import ts from "typescript";
import { instanceClassOf } from "../class-name";
import type { Context } from "../context";
import { builtInOf } from "../walk/built-ins";

/** Whether TypeScript emits a class for a parameter: by how its type is written, and not by what that comes to. */
export function isEmittedClass(context: Context, declaration: ts.ParameterDeclaration | undefined): boolean {
  return declaration?.type !== undefined && emittedAt(context, declaration.type) !== undefined;
}

/** The users' own class whose instance a parameter is, or may be beside nothing at all. */
export function classAt(context: Context, type: ts.Type): string | undefined {
  const { checker } = context;
  const present = checker.getNonNullableType(checker.getBaseConstraintOfType(type) ?? type);
  return builtInOf(context, present) ? undefined : instanceClassOf(present);
}

function emittedAt(context: Context, node: ts.TypeNode): ts.Symbol | undefined {
  if (ts.isParenthesizedTypeNode(node)) return emittedAt(context, node.type);
  if (ts.isUnionTypeNode(node)) {
    const all = node.types.filter((member) => !isPassedOver(context, member));
    const [first, ...others] = all.map((member) => emittedAt(context, member));
    return others.every((other) => other === first) ? first : undefined;
  }
  if (!ts.isTypeReferenceNode(node) || isTypeOnly(context, node.typeName)) return undefined;
  // A class, or a constant with a type of the same name: `const Money = define(…); type Money = InstanceType<typeof Money>`.
  const symbol = context.symbolAt(node.typeName);
  if (!symbol || !(symbol.flags & ts.SymbolFlags.Value)) return undefined;
  const type = context.checker.getTypeOfSymbol(symbol);
  return type.getConstructSignatures().length > 0 ? symbol : undefined;
}

/** What TypeScript leaves out of a union: null and undefined as well, where they are in every type. */
function isPassedOver({ isLooseNull }: Context, node: ts.TypeNode): boolean {
  const isNull = ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword;
  return (
    node.kind === ts.SyntaxKind.NeverKeyword ||
    (isLooseNull && (isNull || node.kind === ts.SyntaxKind.UndefinedKeyword))
  );
}

/** Whether a name, or what it is a member of, passes an `import type` or `export type` on its way. */
function isTypeOnly(context: Context, name: ts.EntityName): boolean {
  if (ts.isQualifiedName(name) && isTypeOnly(context, name.left)) return true;
  let symbol = context.checker.getSymbolAtLocation(name);
  while (symbol && symbol.flags & ts.SymbolFlags.Alias) {
    if (symbol.declarations?.some(ts.isTypeOnlyImportOrExportDeclaration)) return true;
    symbol = context.checker.getImmediateAliasedSymbol(symbol);
  }
  return false;
}

import ts from "typescript";

/** The name that a class has at run time. */
export function classNameOf(node: ts.ClassLikeDeclaration): string {
  if (node.name) return node.name.text;
  const { parent } = node;
  if ((ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent)) && ts.isIdentifier(parent.name))
    return parent.name.text;
  return ts.isClassDeclaration(node) ? "default" : "";
}

/** The name of the users' own class whose instances a type's values are; undefined for every other type. */
export function instanceClassOf(type: ts.Type): string | undefined {
  const symbol = type.symbol as ts.Symbol | undefined;
  // A class itself (`typeof X`) has the symbol, too.
  if (!symbol || !(symbol.flags & ts.SymbolFlags.Class) || !isInstance(type)) return undefined;
  const declaration = symbol.declarations?.find(ts.isClassLike);
  return declaration && classNameOf(declaration);
}

function isInstance(type: ts.Type): boolean {
  const instance = ts.ObjectFlags.Class | ts.ObjectFlags.Reference;
  return (type.flags & ts.TypeFlags.Object) !== 0 && ((type as ts.ObjectType).objectFlags & instance) !== 0;
}

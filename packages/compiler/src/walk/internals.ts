import ts from "typescript";

/*
 * The facts that TypeScript's public interface does not give. Every use of its internals stands in this file; the
 * members exist, unchanged, in TypeScript 5.9 and 6.0.
 */

/** Whether a type is what the checker puts in place of a name or module that it could not resolve. */
export function isUnresolved(type: ts.Type): boolean {
  const { intrinsicName } = type as ts.Type & { intrinsicName?: string };
  return (type.flags & ts.TypeFlags.Any) !== 0 && intrinsicName === "error";
}

/** Which of the two boolean literals a type is. */
export function isTrue(type: ts.Type): boolean {
  return (type as ts.Type & { intrinsicName?: string }).intrinsicName === "true";
}

/** Whether a text that was parsed without a program broke the grammar. */
export function hasParseErrors(source: ts.SourceFile): boolean {
  const { parseDiagnostics } = source as ts.SourceFile & { parseDiagnostics?: readonly unknown[] };
  return (parseDiagnostics?.length ?? 0) > 0;
}

/** The symbol of a class: `getSymbolAtLocation` wants a name, which a class expression need not have. */
export function symbolOf(node: ts.ClassLikeDeclaration): ts.Symbol {
  return (node as ts.ClassLikeDeclaration & { symbol: ts.Symbol }).symbol;
}

/** The key that a member of a mapped type was made for: not its name, where `as` gives it another. */
export function keyOfMapped(member: ts.Symbol): ts.Type | undefined {
  return (member as ts.Symbol & { links?: { keyType?: ts.Type } }).links?.keyType;
}

/** A member of a mapped type is made from another one, whose declarations it takes over. */
export interface MadeMember {
  from: ts.Symbol;
  by: ts.MappedTypeNode;
}

/** Undefined for a member that was declared as it is, or whose name is new. */
export function madeFrom(member: ts.Symbol): MadeMember | undefined {
  const { links } = member as ts.Symbol & {
    links?: { mappedType?: { declaration: ts.MappedTypeNode }; syntheticOrigin?: ts.Symbol };
  };
  return links?.mappedType && links.syntheticOrigin
    ? { from: links.syntheticOrigin, by: links.mappedType.declaration }
    : undefined;
}

/** Whether all declarations of a member hold for it together: `a` of `{ a: Lat } & { a: number }`. */
export function isOfIntersection(member: ts.Symbol): boolean {
  const { links } = member as ts.Symbol & { links?: { containingType?: ts.Type } };
  return links?.containingType?.isIntersection() === true;
}

/** What a mapped type has its keys from, once its members were asked for: `K`, `keyof T`, `"a" | "b"`. */
export function keysOfMapped(type: ts.Type): ts.Type | undefined {
  const isMapped =
    (type.flags & ts.TypeFlags.Object) !== 0 &&
    ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0;
  return isMapped ? (type as ts.Type & { constraintType?: ts.Type }).constraintType : undefined;
}

import ts from "typescript";
import type { Context } from "../context";
import { isOfIntersection, keyOfMapped, madeFrom } from "./internals";
import { asOne, bind, NO_ENV, referenced, resolveWritten, typeAt, type Env, type Written } from "./written";
import { writtenInPattern, writtenOf } from "./written-values";

/** A member of `type` by its name, or by the index signature that has it. */
export function writtenAt(
  context: Context,
  owner: Written,
  type: ts.Type,
  name: string,
): Written | undefined {
  const member = context.original(context.checker.getPropertyOfType(type, name));
  return member ? writtenMember(context, member, type, owner) : writtenValues(context, owner, type);
}

/** What every name of a record leads to: undefined where that depends on the name. */
export function writtenValues(
  context: Context,
  owner: Written,
  type = typeAt(context, owner.node),
): Written | undefined {
  const [index, second] = context.checker.getIndexInfosOfType(type);
  return index && !second ? writtenIndex(context, index, type, owner) : undefined;
}

/** How a member of `type` was written, with what the type parameters of its declaration stand for. */
export function writtenMember(
  context: Context,
  member: ts.Symbol,
  type: ts.Type | undefined,
  owner: Written | undefined,
): Written | undefined {
  const resolved = owner && resolveWritten(context, owner).written;
  if (resolved && ts.isMappedTypeNode(resolved.node)) return mappedMember(context, member, resolved);
  if (resolved && ts.isObjectBindingPattern(resolved.node)) {
    const { node: pattern, env } = resolved;
    const { initializer } = pattern.parent;
    return member.declarations
      ? writtenMember(context, member, type, initializer && { node: initializer, env })
      : writtenInPattern(context, pattern, member.name, env);
  }
  if (madeFrom(member)) return takenOver(context, member);
  if (isOfSeveral(member))
    return asOne(context, member.declarations?.map((each) => writtenOf(context, each, NO_ENV)) ?? []);
  const declaration = member.valueDeclaration ?? member.declarations?.[0];
  return (
    declaration && writtenOf(context, declaration, envAt(context, holderOf(declaration), type, resolved))
  );
}

/** Of a value that is one of several, or came of several: `{ a: Lat } | { a: number }`, `{ ...one, ...other }`. */
function isOfSeveral(member: ts.Symbol): boolean {
  return !member.valueDeclaration && (member.declarations ?? []).length > 1 && !isOfIntersection(member);
}

/** The class, interface or object that a member is declared in. */
function holderOf(member: ts.Declaration): ts.Node {
  return ts.isParameter(member) ? member.parent.parent : member.parent;
}

/** How the values of an index signature of `type` were written. */
export function writtenIndex(
  context: Context,
  { declaration }: ts.IndexInfo,
  type: ts.Type,
  owner: Written | undefined,
): Written | undefined {
  if (!declaration || !ts.isIndexSignatureDeclaration(declaration)) return writtenMapped(context, owner);
  const resolved = owner && resolveWritten(context, owner).written;
  return { node: declaration.type, env: envAt(context, declaration.parent, type, resolved) };
}

function mappedMember(context: Context, member: ts.Symbol, mapped: Written): Written | undefined {
  const key = keyOfMapped(member);
  const isLiteral = key && (key.isStringLiteral() || key.isNumberLiteral());
  // Several keys under one name: the template alone says what they have in common.
  if (!isLiteral && ts.isMappedTypeNode(mapped.node) && mapped.node.nameType)
    return writtenMapped(context, mapped);
  const name = ts.factory.createStringLiteral(isLiteral ? String(key.value) : member.name);
  return mappedAt(context, mapped, ts.factory.createLiteralTypeNode(name));
}

/** A member that comes out of a mapped type of which nothing tells what it was given: `interface A extends Partial<B>`. */
function takenOver(context: Context, member: ts.Symbol): Written | undefined {
  const made = madeFrom(member);
  const template = made?.by.type;
  if (!made || !template) return undefined;
  const isSame = ts.isIndexedAccessTypeNode(template) && ts.isTypeReferenceNode(template.indexType);
  return isSame
    ? writtenMember(context, made.from, undefined, undefined)
    : mappedMember(context, member, { node: made.by, env: NO_ENV });
}

/** `{ [K in keyof T]: { v: T[K] } }`: as the template is written, with a member's key for `K`. */
export function mappedAt(context: Context, { node, env }: Written, key: ts.TypeNode): Written | undefined {
  if (!ts.isMappedTypeNode(node) || !node.type) return undefined;
  const parameter = context.checker.getSymbolAtLocation(node.typeParameter.name);
  return parameter && { node: node.type, env: new Map([...env, [parameter, { node: key, env: NO_ENV }]]) };
}

/** `Record<string, Int>`: the template of a mapped type says how its values were written. */
export function writtenMapped(context: Context, owner: Written | undefined): Written | undefined {
  const resolved = owner && resolveWritten(context, owner).written;
  if (!resolved) return undefined;
  const { node, env } = resolved;
  if (ts.isMappedTypeNode(node)) return node.type && { node: node.type, env };
  const [base, second] = basesOf(context, resolved);
  return second ? undefined : writtenMapped(context, base);
}

/** The keys of a mapped type as they were written; undefined where nothing tells, or they are those of another type. */
export function writtenKeys(context: Context, owner: Written | undefined): Written | undefined {
  const resolved = owner && resolveWritten(context, owner).written;
  if (!resolved || !ts.isMappedTypeNode(resolved.node)) return undefined;
  const { constraint } = resolved.node.typeParameter;
  return constraint && { node: constraint, env: resolved.env };
}

/** What the type parameters of `holder` stand for in `type`, which is it or inherits from it. */
function envAt(
  context: Context,
  holder: ts.Node,
  type: ts.Type | undefined,
  owner: Written | undefined,
): Env {
  const found = owner && envIn(context, holder, owner);
  if (found) return found;
  // A type that was inferred: what it extends is written where it is declared.
  for (const declaration of type?.symbol?.declarations ?? []) {
    const env = isGeneral(declaration) && envInDeclaration(context, holder, declaration, NO_ENV);
    if (env) return env;
  }
  return NO_ENV;
}

/** What the type parameters of `holder` stand for, where `written` is it, names it, or inherits from it. */
export function envIn(context: Context, holder: ts.Node, written: Written): Env | undefined {
  const resolved = resolveWritten(context, written).written;
  if (resolved.node === holder) return resolved.env;
  const own = instancesOf(context, resolved).find(({ declaration }) => declaration === holder);
  return own ? own.env : envInBases(context, holder, basesOf(context, resolved));
}

/** The same for what a class or interface declares or extends. */
export function envInDeclaration(
  context: Context,
  holder: ts.Node,
  declaration: General,
  env: Env,
): Env | undefined {
  return declaration === holder ? env : envInBases(context, holder, extendedBy({ declaration, env }));
}

function envInBases(context: Context, holder: ts.Node, bases: readonly Written[]): Env | undefined {
  for (const base of bases) {
    const found = envIn(context, holder, base);
    if (found) return found;
  }
  return undefined;
}

/** What may have type parameters and be extended. */
type General = ts.InterfaceDeclaration | ts.ClassLikeDeclaration;

interface Instance {
  declaration: General;
  env: Env;
}

function isGeneral(node: ts.Node): node is General {
  return ts.isInterfaceDeclaration(node) || ts.isClassLike(node);
}

/** The declarations that a reference names, with what stands for their type parameters. */
function instancesOf(context: Context, { node, env }: Written): Instance[] {
  const isThis = node.kind === ts.SyntaxKind.ThisKeyword;
  const isUnnamed = isThis || ts.isArrayTypeNode(node);
  const symbol = isUnnamed
    ? (typeAt(context, node).symbol as ts.Symbol | undefined)
    : referenced(context, node);
  return (symbol?.declarations ?? []).filter(isGeneral).map((declaration) => ({
    declaration,
    env: isThis ? env : bind(context, declaration.typeParameters, node, env),
  }));
}

/** Where members that a type does not declare itself come from. */
export function basesOf(context: Context, resolved: Written): Written[] {
  const { node, env } = resolved;
  if (ts.isIntersectionTypeNode(node)) return node.types.map((type) => ({ node: type, env }));
  return instancesOf(context, resolved).flatMap(extendedBy);
}

function extendedBy({ declaration, env }: Instance): Written[] {
  return (declaration.heritageClauses ?? [])
    .filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    .flatMap(({ types }) => types.map((node) => ({ node, env })));
}

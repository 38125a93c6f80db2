import ts from "typescript";
import type { Context } from "../context";
import { isOfIntersection, keyOfMapped } from "./internals";
import { withoutParameters, writtenOf } from "./written-values";

/**
 * A type as somebody wrote it. The checker forgets the names of aliases of primitives (`Int`, `type Lat = number`)
 * and the order of unions; the syntax, followed beside the type, still has both.
 */
export interface Written {
  node: ts.TypeNode;
  /** What the type parameters stand for that the node may name. */
  env: Env;
}

export type Env = ReadonlyMap<ts.Symbol, Written>;

export const NO_ENV: Env = new Map();

export interface Resolved {
  /** The aliases that were passed, outermost first. */
  aliases: ts.TypeAliasDeclaration[];
  /** Neither an alias nor a type parameter that is known, without parentheses and `readonly`. */
  written: Written;
}

/** A chain of aliases longer than this is a cycle, which the checker has refused already. */
const MAX_CHAIN = 100;
/** Unions and conditional types inside of each other. */
const MAX_PARTS = 8;

export function resolveWritten(context: Context, start: Written): Resolved {
  const aliases: ts.TypeAliasDeclaration[] = [];
  let written = start;
  for (let step = 0; step < MAX_CHAIN; step += 1) {
    const next = follow(context, written, aliases);
    if (!next) break;
    written = next;
  }
  return { aliases, written };
}

function follow(
  context: Context,
  { node, env }: Written,
  aliases: ts.TypeAliasDeclaration[],
): Written | undefined {
  if (ts.isParenthesizedTypeNode(node) || ts.isNamedTupleMember(node) || ts.isOptionalTypeNode(node))
    return { node: node.type, env };
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword)
    return { node: node.type, env };
  if (ts.isIndexedAccessTypeNode(node)) return memberAt(context, node, env);
  if (ts.isTypeQueryNode(node)) return declaredBy(context, node.exprName);
  const symbol = referenced(context, node);
  if (!symbol) return undefined;
  const argument = env.get(symbol);
  if (argument) return argument;
  const parameter = symbol.declarations?.find(ts.isTypeParameterDeclaration);
  if (parameter) return constraintOf(parameter);
  const utility = context.isBuiltIn(symbol) ? UTILITIES[symbol.name] : undefined;
  const [given] = argumentsOf(node);
  if (utility && given) return utility(context, resolveWritten(context, { node: given, env }).written);
  const alias = symbol.declarations?.find(ts.isTypeAliasDeclaration);
  if (!alias) return undefined;
  aliases.push(alias);
  context.followed.add(alias);
  return { node: alias.type, env: bind(context, alias.typeParameters, node, env) };
}

/** Types of the language that infer, which syntax does not show. */
const UTILITIES: { [name: string]: ((context: Context, of: Written) => Written | undefined) | undefined } = {
  Awaited: (context, of) =>
    /^Promise(?:Like)?$/.test(referenced(context, of.node)?.name ?? "") ? writtenArgument(of, 0) : of,
  ReturnType(context, { node, env }) {
    if (ts.isFunctionTypeNode(node)) return { node: node.type, env };
    const value = ts.isTypeQueryNode(node) ? context.symbolAt(node.exprName)?.valueDeclaration : undefined;
    const type = value && ts.isFunctionLike(value) ? value.type : undefined;
    return type && { node: type, env: NO_ENV };
  },
};

/** `<T extends Lat>`: what nothing else stands for is at most that. */
function constraintOf({ constraint, parent }: ts.TypeParameterDeclaration): Written | undefined {
  return constraint && !ts.isMappedTypeNode(parent) ? { node: constraint, env: NO_ENV } : undefined;
}

/** `typeof limit`, `typeof DEFAULTS.limit`. */
function declaredBy(context: Context, name: ts.EntityName): Written | undefined {
  const written = writtenOf(context, context.symbolAt(name)?.valueDeclaration);
  const node = ts.isIdentifier(name) ? written : withoutParameters(context, written);
  return node && { node, env: NO_ENV };
}

/** `User["lat"]`, `Lats[number]`, `Pair[0]`, `T[K]` of a mapped type: as the member or element was written. */
function memberAt(
  context: Context,
  { objectType, indexType }: ts.IndexedAccessTypeNode,
  env: Env,
): Written | undefined {
  const owner = behindParameter(context, { node: objectType, env });
  const { node: key } = behindParameter(context, { node: indexType, env });
  if (key.kind === ts.SyntaxKind.NumberKeyword) return writtenElement(context, owner);
  const index = ts.isLiteralTypeNode(key) ? key.literal : undefined;
  if (index && ts.isNumericLiteral(index)) return elementAt(context, owner, Number(index.text));
  if (!index || !ts.isStringLiteral(index)) return writtenMapped(context, owner);
  // What is itself `T[K]` has no members before it is resolved.
  for (const { node } of [owner, resolveWritten(context, owner).written]) {
    const type = context.checker.getTypeFromTypeNode(node);
    const member = context.checker.getPropertyOfType(type, index.text);
    if (member) return writtenMember(context, member, type, owner);
    const [any] = context.checker.getIndexInfosOfType(type);
    if (any) return writtenIndex(context, any, type, owner);
  }
  return writtenMapped(context, owner);
}

function elementAt(context: Context, tuple: Written, index: number): Written | undefined {
  const { node, env } = resolveWritten(context, tuple).written;
  const element = ts.isTupleTypeNode(node) ? node.elements[index] : undefined;
  return element && { node: element, env };
}

/** The element of an array as it was written: `Int` of `Int[]`, `Array<Int>`, `Readonly<Int[]>`. */
export function writtenElement(context: Context, list: Written): Written | undefined {
  const resolved = resolveWritten(context, list).written;
  return mappedAt(context, resolved, ANY_INDEX) ?? writtenArgument(resolved, 0);
}

/** The symbol that a type reference names. */
export function referenced(context: Context, node: ts.TypeNode): ts.Symbol | undefined {
  if (ts.isTypeReferenceNode(node)) return context.symbolAt(node.typeName);
  if (ts.isExpressionWithTypeArguments(node)) return context.symbolAt(node.expression);
  return ts.isImportTypeNode(node) && node.qualifier ? context.symbolAt(node.qualifier) : undefined;
}

function bind(
  context: Context,
  parameters: readonly ts.TypeParameterDeclaration[] | undefined,
  reference: ts.TypeNode,
  env: Env,
): Env {
  if (!parameters || parameters.length === 0) return NO_ENV;
  const args = argumentsOf(reference);
  const bound = new Map<ts.Symbol, Written>();
  parameters.forEach((parameter, index) => {
    const symbol = context.checker.getSymbolAtLocation(parameter.name);
    const node = args[index] ?? parameter.default;
    // Chains stay short.
    if (symbol && node) bound.set(symbol, behindParameter(context, { node, env: args[index] ? env : bound }));
  });
  return bound;
}

/** What only names a type parameter, or a member by one, is replaced by what that stands for. */
export function behindParameter(context: Context, written: Written): Written {
  const { node, env } = written;
  if (ts.isIndexedAccessTypeNode(node)) return memberAt(context, node, env) ?? written;
  const symbol = referenced(context, node);
  return (symbol && env.get(symbol)) ?? written;
}

export function argumentsOf(node: ts.TypeNode): readonly ts.TypeNode[] {
  return ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node) || ts.isImportTypeNode(node)
    ? (node.typeArguments ?? [])
    : [];
}

/** The element of an array as it was written: `Int` of `Int[]`, `Array<Int>`, `Set<Int>`. */
export function writtenArgument(written: Written | undefined, index: number): Written | undefined {
  if (!written) return undefined;
  const { node, env } = written;
  const argument = ts.isArrayTypeNode(node) && index === 0 ? node.elementType : argumentsOf(node)[index];
  return argument && { node: argument, env };
}

/**
 * The members of a union or intersection as they were written, through aliases; of a conditional type those of either
 * side, of `T["a" | "b"]` those of each member.
 */
export function writtenMembers(context: Context, written: Written | undefined, depth = 0): Written[] {
  if (!written) return [];
  const resolved = resolveWritten(context, written).written;
  // A conditional type that names itself has no end.
  const members = depth < MAX_PARTS ? partsOf(context, resolved) : undefined;
  return members ? members.flatMap((member) => writtenMembers(context, member, depth + 1)) : [written];
}

/** Undefined for what has no parts. */
function partsOf(context: Context, { node, env }: Written): Written[] | undefined {
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node))
    return node.types.map((type) => ({ node: type, env }));
  if (ts.isConditionalTypeNode(node))
    return [node.trueType, node.falseType].map((type) => ({ node: type, env }));
  return ts.isIndexedAccessTypeNode(node) ? membersAt(context, node, env) : undefined;
}

/** `T["a" | "b"]`, `T[keyof T]`, `Pair[number]`. */
function membersAt(
  context: Context,
  { objectType, indexType }: ts.IndexedAccessTypeNode,
  env: Env,
): Written[] | undefined {
  const owner = behindParameter(context, { node: objectType, env });
  const type = context.checker.getTypeFromTypeNode(owner.node);
  if (indexType.kind === ts.SyntaxKind.NumberKeyword) {
    const { node, env: inner } = resolveWritten(context, owner).written;
    return ts.isTupleTypeNode(node)
      ? node.elements.map((element) => ({ node: element, env: inner }))
      : undefined;
  }
  const keys = context.checker.getTypeFromTypeNode(behindParameter(context, { node: indexType, env }).node);
  if (!keys.isUnion()) return undefined;
  return keys.types.flatMap((key) => {
    const member = key.isStringLiteral() ? context.checker.getPropertyOfType(type, key.value) : undefined;
    return (member && writtenMember(context, member, type, owner)) ?? [];
  });
}

/** How a member of `type` was written, with what the type parameters of its declaration stand for. */
export function writtenMember(
  context: Context,
  member: ts.Symbol | undefined,
  type: ts.Type,
  owner: Written | undefined,
): Written | undefined {
  const mapped = member && mappedMember(context, member, owner);
  if (mapped) return mapped;
  const declaration = member && declarationOf(member);
  const node = writtenOf(context, declaration);
  if (!node || !declaration) return writtenMapped(context, owner);
  const holder = ts.isParameter(declaration) ? declaration.parent.parent : declaration.parent;
  return { node, env: envOf(context, holder, type, owner) };
}

/** None where values come from one of several: `{ a: Lat } | { a: number }`, and `{ ...one, ...other }`. */
function declarationOf(member: ts.Symbol): ts.Declaration | undefined {
  if (member.valueDeclaration) return member.valueDeclaration;
  const [first, second] = member.declarations ?? [];
  return second && !isOfIntersection(member) ? undefined : first;
}

/** How the values of an index signature of `type` were written. */
export function writtenIndex(
  context: Context,
  { declaration }: ts.IndexInfo,
  type: ts.Type,
  owner: Written | undefined,
): Written | undefined {
  if (!declaration || !ts.isIndexSignatureDeclaration(declaration)) return writtenMapped(context, owner);
  return { node: declaration.type, env: envOf(context, declaration.parent, type, owner) };
}

function mappedMember(context: Context, member: ts.Symbol, owner: Written | undefined): Written | undefined {
  const resolved = owner && resolveWritten(context, owner).written;
  if (!resolved || !ts.isMappedTypeNode(resolved.node)) return undefined;
  const key = keyOfMapped(member);
  const isLiteral = key && (key.isStringLiteral() || key.isNumberLiteral());
  // Several keys under one name: the template alone says what they have in common.
  if (!isLiteral && resolved.node.nameType) return writtenMapped(context, owner);
  const name = ts.factory.createStringLiteral(isLiteral ? String(key.value) : member.name);
  return mappedAt(context, resolved, ts.factory.createLiteralTypeNode(name));
}

const ANY_INDEX = ts.factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword);

/** `{ [K in keyof T]: { v: T[K] } }`: as the template is written, with a member's key for `K`. */
function mappedAt(context: Context, { node, env }: Written, key: ts.TypeNode): Written | undefined {
  if (!ts.isMappedTypeNode(node) || !node.type) return undefined;
  const parameter = context.checker.getSymbolAtLocation(node.typeParameter.name);
  return parameter && { node: node.type, env: new Map([...env, [parameter, { node: key, env: NO_ENV }]]) };
}

/** What the type parameters of `holder` stand for in `type`, which is it or inherits from it. */
export function envOf(context: Context, holder: ts.Node, type: ts.Type, owner: Written | undefined): Env {
  if (owner) return heritageEnv(context, holder, resolveWritten(context, owner).written) ?? NO_ENV;
  // A type that was inferred: what it extends is written where it is declared.
  for (const declaration of (type.symbol as ts.Symbol | undefined)?.declarations ?? []) {
    if (!ts.isInterfaceDeclaration(declaration) && !ts.isClassLike(declaration)) continue;
    const env = declaredHeritageEnv(context, holder, declaration, NO_ENV);
    if (env) return env;
  }
  return NO_ENV;
}

/** `Record<string, Int>`: the template of a mapped type says how its values were written. */
export function writtenMapped(context: Context, owner: Written | undefined): Written | undefined {
  const resolved = owner && resolveWritten(context, owner).written;
  if (!resolved || !ts.isMappedTypeNode(resolved.node) || !resolved.node.type) return undefined;
  return { node: resolved.node.type, env: resolved.env };
}

/** The keys of a mapped type as they were written; undefined where nothing tells, or they are those of another type. */
export function writtenKeys(context: Context, owner: Written | undefined): Written | undefined {
  const resolved = owner && resolveWritten(context, owner).written;
  if (!resolved || !ts.isMappedTypeNode(resolved.node)) return undefined;
  const { constraint } = resolved.node.typeParameter;
  return constraint && { node: constraint, env: resolved.env };
}

/** What the type parameters of `holder` stand for, where `written` names it or something that inherits from it. */
function heritageEnv(context: Context, holder: ts.Node, written: Written): Env | undefined {
  if (written.node === holder) return written.env;
  const symbol = referenced(context, written.node);
  for (const declaration of symbol?.declarations ?? []) {
    if (!ts.isInterfaceDeclaration(declaration) && !ts.isClassLike(declaration)) continue;
    const env = bind(context, declaration.typeParameters, written.node, written.env);
    const found = declaration === holder ? env : declaredHeritageEnv(context, holder, declaration, env);
    if (found) return found;
  }
  return undefined;
}

/** The same, looked for among what a class or interface extends. */
export function declaredHeritageEnv(
  context: Context,
  holder: ts.Node,
  declaration: ts.InterfaceDeclaration | ts.ClassLikeDeclaration,
  env: Env,
): Env | undefined {
  if (declaration === holder) return env;
  for (const clause of declaration.heritageClauses ?? []) {
    if (clause.token !== ts.SyntaxKind.ExtendsKeyword) continue;
    for (const node of clause.types) {
      const found = heritageEnv(context, holder, { node, env });
      if (found) return found;
    }
  }
  return undefined;
}

/**
 * The names of primitives' aliases among a type's arguments. The checker has one type for `Page<Int>` and
 * `Page<number>`; by these names they are told apart. Empty for most types.
 */
export function lostNames(context: Context, { node, env }: Written): string {
  const isInstance = argumentsOf(node).length > 0;
  const args = isInstance
    ? argumentsOf(node).map((argument) => ({ node: argument, env }))
    : [...env.values()];
  return args.map((argument) => namesIn(context, argument, 0).join("+")).join();
}

function namesIn(context: Context, start: Written, depth: number): string[] {
  if (depth > 8) return [];
  const { aliases, written } = resolveWritten(context, start);
  const names = aliases.filter((alias) => isPrimitive(context, alias)).map(({ name }) => name.text);
  ts.forEachChild(written.node, (child) => {
    if (ts.isTypeNode(child)) names.push(...namesIn(context, { node: child, env: written.env }, depth + 1));
  });
  return names;
}

export function isPrimitive(context: Context, alias: ts.TypeAliasDeclaration): boolean {
  const { flags } = context.checker.getTypeFromTypeNode(alias.type);
  return (
    (flags & (ts.TypeFlags.String | ts.TypeFlags.Number | ts.TypeFlags.Boolean | ts.TypeFlags.BigInt)) !== 0
  );
}

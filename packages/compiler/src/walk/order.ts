import ts from "typescript";
import type { Context } from "../context";
import { behindValue, referenced, resolveWritten, typeAt, type Written } from "./written";
import { writtenKeys } from "./written-members";
import { declaredType } from "./written-values";

/** The same for every occurrence of one literal; the type itself for what is no literal. */
export function keyOf(type: ts.Type): unknown {
  if (type.isStringLiteral()) return JSON.stringify(type.value);
  if (type.isNumberLiteral()) return type.value;
  return type;
}

/**
 * Members of a union in the order in which a reader of its declaration meets them. The checker's own order is that
 * in which it first came across each type anywhere, so it would change with tools that were compiled before.
 */
export function inWrittenOrder(
  context: Context,
  members: readonly ts.Type[],
  written: Written | undefined,
  alias: ts.Symbol | undefined,
): ts.Type[] {
  const met = new Map<unknown, number>();
  const meet = (key: unknown): void => {
    if (!met.has(key)) met.set(key, met.size);
  };
  if (written) visit(context, written, meet, new Set());
  for (const declaration of alias?.declarations ?? [])
    if (ts.isTypeAliasDeclaration(declaration))
      visit(context, { node: declaration.type, env: new Map() }, meet, new Set([declaration]));
  const enums = new Set(members.flatMap((member) => enumOf(member) ?? []));
  for (const declaration of enums) meetEnum(context, declaration, meet);
  return [...members].sort(
    (a, b) =>
      (met.get(keyOf(a)) ?? Infinity) - (met.get(keyOf(b)) ?? Infinity) || byDeclaration(context, a, b),
  );
}

/** For what no declaration lists (inferred types): by place in the sources, then by text. */
function byDeclaration(context: Context, a: ts.Type, b: ts.Type): number {
  if (a.isNumberLiteral() && b.isNumberLiteral()) return a.value - b.value;
  const [first, second] = [a.symbol?.declarations?.[0], b.symbol?.declarations?.[0]] as (
    ts.Declaration | undefined
  )[];
  if (first && second && first.getSourceFile() === second.getSourceFile() && first !== second)
    return first.pos - second.pos;
  const [left, right] = [context.text(a), context.text(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Members of a mapped type in the order in which its keys were written (`Record<"b" | "a", T>`); others by name. The
 * checker's own order is here, too, that in which it first came across each key anywhere.
 */
export function inKeyOrder(
  context: Context,
  members: readonly ts.Symbol[],
  keys: Written | undefined,
): ts.Symbol[] {
  const met = new Map<unknown, number>();
  const meet = (key: unknown): void => {
    if (!met.has(key)) met.set(key, met.size);
  };
  if (keys) visit(context, keys, meet, new Set());
  const place = ({ name }: ts.Symbol): number =>
    met.get(JSON.stringify(name)) ?? met.get(Number(name)) ?? met.size;
  return [...members].sort((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
}

type Meet = (key: unknown) => void;

function visit(context: Context, written: Written, meet: Meet, seen: Set<ts.Node>): void {
  const { node, env } = behindValue(context, written);
  // Values have no order but that of their types.
  if (!ts.isTypeNode(node)) return;
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node) || ts.isParenthesizedTypeNode(node)) {
    ts.forEachChild(node, (child) => {
      visit(context, { node: child as ts.TypeNode, env }, meet, seen);
    });
    return;
  }
  const type = context.checker.getTypeFromTypeNode(node);
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword) {
    visitKeys(context, { node: node.type, env }, meet, seen);
    return;
  }
  if (ts.isIndexedAccessTypeNode(node)) meetElements(context, node, env, meet, seen);
  const symbol = referenced(context, node);
  const argument = symbol && env.get(symbol);
  if (argument) {
    visit(context, argument, meet, seen);
    return;
  }
  if (!type.isUnion() || node.kind === ts.SyntaxKind.BooleanKeyword)
    for (const part of type.isUnion() ? type.types : [type]) meet(keyOf(part));
  ts.forEachChild(node, (child) => {
    if (ts.isTypeNode(child)) visit(context, { node: child, env }, meet, seen);
  });
  for (const declaration of symbol?.declarations ?? []) {
    if (ts.isEnumDeclaration(declaration)) meetEnum(context, declaration, meet);
    if (!ts.isTypeAliasDeclaration(declaration) || seen.has(declaration)) continue;
    seen.add(declaration);
    visit(context, { node: declaration.type, env }, meet, seen);
  }
}

/** `keyof T`, where `T` may be a mapped type, which has its keys from elsewhere. */
function visitKeys(context: Context, owner: Written, meet: Meet, seen: Set<ts.Node>): void {
  const keys = writtenKeys(context, owner);
  if (keys) {
    visit(context, keys, meet, seen);
    return;
  }
  const { checker } = context;
  const { node } = resolveWritten(context, owner).written;
  for (const { name } of checker.getPropertiesOfType(typeAt(context, node))) meet(JSON.stringify(name));
}

/**
 * `(typeof XS)[number]`, `T[keyof T]`, `T["a"]`: the elements or members in their order. Of a member that is a union
 * itself, only its declaration has an order: the checker's tells where it has met a literal before.
 */
function meetElements(
  context: Context,
  node: ts.IndexedAccessTypeNode,
  env: Written["env"],
  meet: Meet,
  seen: Set<ts.Node>,
): void {
  const { checker } = context;
  const owner = checker.getTypeFromTypeNode(node.objectType);
  const meetOne = (type: ts.Type): void => {
    if (!type.isUnion()) meet(keyOf(type));
  };
  if (checker.isTupleType(owner)) {
    checker.getTypeArguments(owner as ts.TypeReference).forEach(meetOne);
    return;
  }
  const index = checker.getTypeFromTypeNode(node.indexType);
  for (const property of checker.getPropertiesOfType(owner)) {
    if (index.isStringLiteral() && index.value !== property.name) continue;
    const declared = declaredType(property.declarations?.[0]);
    if (declared) visit(context, { node: declared, env }, meet, seen);
    meetOne(checker.getTypeOfSymbol(property));
  }
}

function enumOf(member: ts.Type): ts.EnumDeclaration | undefined {
  const declaration = member.flags & ts.TypeFlags.EnumLiteral ? member.symbol.valueDeclaration : undefined;
  return declaration && ts.isEnumMember(declaration) ? declaration.parent : undefined;
}

function meetEnum(context: Context, declaration: ts.EnumDeclaration, meet: Meet): void {
  for (const { name } of declaration.members) {
    const symbol = context.checker.getSymbolAtLocation(name);
    if (symbol) meet(keyOf(context.checker.getDeclaredTypeOfSymbol(symbol)));
  }
}

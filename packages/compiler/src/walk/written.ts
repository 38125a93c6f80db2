import ts from "typescript";
import type { Context } from "../context";

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
  const symbol = referenced(context, node);
  if (!symbol) return undefined;
  const argument = env.get(symbol);
  if (argument) return argument;
  const alias = symbol.declarations?.find(ts.isTypeAliasDeclaration);
  if (!alias) return undefined;
  aliases.push(alias);
  return { node: alias.type, env: bind(context, alias.typeParameters, node, env) };
}

/** `User["lat"]`, `Lats[number]`, `T[K]` of a mapped type: as the member or element was written. */
function memberAt(context: Context, node: ts.IndexedAccessTypeNode, env: Env): Written | undefined {
  const owner = behindParameter(context, { node: node.objectType, env });
  if (node.indexType.kind === ts.SyntaxKind.NumberKeyword) return elementOf(context, owner);
  const index = ts.isLiteralTypeNode(node.indexType) ? node.indexType.literal : undefined;
  if (!index || !ts.isStringLiteral(index)) return writtenMapped(context, owner);
  const type = context.checker.getTypeFromTypeNode(owner.node);
  const member = context.checker.getPropertyOfType(type, index.text)?.valueDeclaration;
  return writtenMember(context, member, type, owner);
}

function elementOf(context: Context, list: Written): Written | undefined {
  const { node, env } = resolveWritten(context, list).written;
  return ts.isArrayTypeNode(node) ? { node: node.elementType, env } : undefined;
}

export function declaredType(declaration: ts.Declaration | undefined): ts.TypeNode | undefined {
  return declaration &&
    (ts.isPropertySignature(declaration) ||
      ts.isPropertyDeclaration(declaration) ||
      ts.isParameter(declaration))
    ? declaration.type
    : undefined;
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

/** What only names a type parameter is replaced by what that stands for. */
export function behindParameter(context: Context, written: Written): Written {
  const symbol = referenced(context, written.node);
  return (symbol && written.env.get(symbol)) ?? written;
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

/** The members of a union or intersection as they were written, through aliases. */
export function writtenMembers(context: Context, written: Written | undefined): Written[] {
  if (!written) return [];
  const { node, env } = resolveWritten(context, written).written;
  return ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)
    ? node.types.flatMap((type) => writtenMembers(context, { node: type, env }))
    : [written];
}

/** How a member of `type` was written, with what the type parameters of its declaration stand for. */
export function writtenMember(
  context: Context,
  member: ts.Declaration | undefined,
  type: ts.Type,
  owner: Written | undefined,
): Written | undefined {
  const node = declaredType(member);
  if (!node || !member) return writtenMapped(context, owner);
  const holder = ts.isParameter(member) ? member.parent.parent : member.parent;
  return { node, env: envOf(context, holder, type, owner) };
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

function isPrimitive(context: Context, alias: ts.TypeAliasDeclaration): boolean {
  const { flags } = context.checker.getTypeFromTypeNode(alias.type);
  return (
    (flags & (ts.TypeFlags.String | ts.TypeFlags.Number | ts.TypeFlags.Boolean | ts.TypeFlags.BigInt)) !== 0
  );
}

import ts from "typescript";
import type { Context } from "../context";
import { elementAt, writtenArgument, writtenElement, writtenPlaces } from "./written-elements";
import { writtenAt, writtenMapped, writtenValues } from "./written-members";
import { returnedBy, valueOf, writtenOf } from "./written-values";

/**
 * A type as somebody wrote it. The checker forgets the names of aliases of primitives (`Int`, `type Lat = number`)
 * and the order of unions; the syntax, followed beside the type, still has both.
 */
export interface Written {
  /** A type, or what it is inferred from: `new Page<Lat>()`, the pattern `{ lat = LAT }`. */
  node: ts.TypeNode | ts.Expression | ts.ObjectBindingPattern;
  /** What the type parameters stand for that the node may name. One that is not here may stand for anything. */
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
  if (ts.isObjectBindingPattern(node)) return undefined;
  if (!ts.isTypeNode(node)) return valueOf(context, node, env);
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
  const utility = context.isBuiltIn(symbol) ? UTILITIES[symbol.name] : undefined;
  const [given] = argumentsOf(node);
  if (utility && given) return utility(context, { node: given, env });
  const alias = symbol.declarations?.find(ts.isTypeAliasDeclaration);
  if (!alias) return undefined;
  aliases.push(alias);
  return { node: alias.type, env: bind(context, alias.typeParameters, node, env) };
}

/** Types of the language that infer, which syntax does not show. */
const UTILITIES: {
  [name: string]: ((context: Context, given: Written) => Written | undefined) | undefined;
} = {
  Awaited(context, given) {
    const { written } = resolveWritten(context, given);
    const isPromise = /^Promise(?:Like)?$/.test(referenced(context, written.node)?.name ?? "");
    return isPromise ? writtenArgument(written, 0) : given;
  },
  ReturnType(context, given) {
    const { node, env } = resolveWritten(context, given).written;
    // The last of several signatures counts, as for the checker.
    return returnedBy(context, typeAt(context, node).getCallSignatures().at(-1), env);
  },
};

/** `typeof limit`, `typeof DEFAULTS.limit`. */
function declaredBy(context: Context, name: ts.EntityName): Written | undefined {
  const declaration = context.symbolAt(name)?.valueDeclaration;
  // What a function or class is stands in no type: its name stands for it.
  if (ts.isIdentifier(name)) return writtenOf(context, declaration, NO_ENV) ?? { node: name, env: NO_ENV };
  const owner = declaredBy(context, name.left);
  return owner && writtenAt(context, owner, context.checker.getTypeAtLocation(name.left), name.right.text);
}

/** `User["lat"]`, `Lats[number]`, `ByName[string]`, `Pair[0]`, `T[K]` of a mapped type: as the member or element was written. */
function memberAt(
  context: Context,
  { objectType, indexType }: ts.IndexedAccessTypeNode,
  env: Env,
): Written | undefined {
  const owner = behindParameter(context, { node: objectType, env });
  const { node: key } = behindParameter(context, { node: indexType, env });
  // A tuple has as many parts as places.
  if (key.kind === ts.SyntaxKind.NumberKeyword)
    return writtenPlaces(context, owner) ? undefined : writtenElement(context, owner);
  if (key.kind === ts.SyntaxKind.StringKeyword) return writtenValues(context, owner);
  const index = ts.isLiteralTypeNode(key) ? key.literal : undefined;
  if (index && ts.isNumericLiteral(index)) return elementAt(context, owner, Number(index.text));
  if (!index || !ts.isStringLiteral(index)) return writtenMapped(context, owner);
  // What is itself `T[K]` has no members before it is resolved.
  for (const { node } of [owner, resolveWritten(context, owner).written]) {
    const type = typeAt(context, node);
    if (hasKey(context, type, index.text)) return writtenAt(context, owner, type, index.text);
  }
  return writtenMapped(context, owner);
}

function hasKey({ checker }: Context, type: ts.Type, name: string): boolean {
  return checker.getPropertyOfType(type, name) !== undefined || checker.getIndexInfosOfType(type).length > 0;
}

/** The symbol that a type reference names, or `new` makes an instance of. */
export function referenced(context: Context, node: ts.Node): ts.Symbol | undefined {
  if (ts.isTypeReferenceNode(node)) return context.symbolAt(node.typeName);
  if (ts.isExpressionWithTypeArguments(node) || ts.isNewExpression(node))
    return context.symbolAt(node.expression);
  return ts.isImportTypeNode(node) && node.qualifier ? context.symbolAt(node.qualifier) : undefined;
}

/** The type arguments that stand at a reference, or at what is called: none where they are inferred. */
export function argumentsOf(node: ts.Node): readonly ts.TypeNode[] {
  if (ts.isArrayTypeNode(node)) return [node.elementType];
  return ts.isTypeReferenceNode(node) ||
    ts.isExpressionWithTypeArguments(node) ||
    ts.isImportTypeNode(node) ||
    ts.isCallOrNewExpression(node)
    ? (node.typeArguments ?? [])
    : [];
}

/** What type parameters stand for where a reference gives them arguments. */
export function bind(
  context: Context,
  parameters: readonly ts.TypeParameterDeclaration[] | undefined,
  reference: Written["node"],
  env: Env,
): Env {
  const args = argumentsOf(reference);
  const areInferred = args.length === 0 && ts.isCallOrNewExpression(reference);
  if (!parameters || parameters.length === 0 || areInferred) return NO_ENV;
  const bound = new Map<ts.Symbol, Written>();
  parameters.forEach((parameter, index) => {
    const symbol = context.checker.getSymbolAtLocation(parameter.name);
    const node = args[index] ?? parameter.default;
    // Chains stay short.
    if (symbol && node) bound.set(symbol, behindParameter(context, { node, env: args[index] ? env : bound }));
  });
  return bound;
}

/** Inside of its own declaration, a type parameter takes what its constraint takes. */
export function withConstraints(
  context: Context,
  { typeParameters }: { typeParameters?: readonly ts.TypeParameterDeclaration[] | undefined },
  env: Env,
): Env {
  if (!typeParameters) return env;
  const bound = new Map(env);
  for (const { name, constraint } of typeParameters) {
    const symbol = context.checker.getSymbolAtLocation(name);
    if (symbol && constraint) bound.set(symbol, { node: constraint, env: bound });
  }
  return bound;
}

/** What only names a type parameter, or a member by one, is replaced by what that stands for. */
export function behindParameter(context: Context, written: Written): Written {
  const { node, env } = written;
  if (ts.isIndexedAccessTypeNode(node)) return memberAt(context, node, env) ?? written;
  const symbol = referenced(context, node);
  return (symbol && env.get(symbol)) ?? written;
}

/** What a value has its type from, as far as it has it from elsewhere. */
export function behindValue(context: Context, start: Written): Written {
  let { node, env } = start;
  for (
    let step = 0;
    step < MAX_CHAIN && !ts.isTypeNode(node) && !ts.isObjectBindingPattern(node);
    step += 1
  ) {
    const next = valueOf(context, node, env);
    if (!next) break;
    ({ node, env } = next);
  }
  return { node, env };
}

/** The type of what was written, without regard to what type parameters stand for. */
export function typeAt({ checker }: Context, node: Written["node"]): ts.Type {
  return ts.isTypeNode(node) ? checker.getTypeFromTypeNode(node) : checker.getTypeAtLocation(node);
}

/** The same, where type parameters stand for something. A value has the type of a variable that is given it. */
export function typeAsWritten(context: Context, written: Written): ts.Type {
  const { checker } = context;
  const type = typeAt(context, written.node);
  if (!ts.isTypeNode(written.node)) return checker.getBaseTypeOfLiteralType(checker.getNonNullableType(type));
  return type.flags & ts.TypeFlags.Instantiable
    ? typeAt(context, resolveWritten(context, written).written.node)
    : type;
}

/**
 * What values from several places have in common: how the first was written, if all mean the same by it; `number` of
 * `Lat` and `number`, which lets in whatever either does.
 */
export function asOne(context: Context, written: readonly (Written | undefined)[]): Written | undefined {
  const all = written.map((each) => each && resolveWritten(context, each));
  const [first] = all;
  if (!first) return undefined;
  if (all.every((each) => each && isSame(first, each))) return written[0];
  const wide = all.find((each) => each?.aliases.length === 0 && isPlain(each.written.node))?.written;
  const type = wide && typeAsWritten(context, wide);
  return all.every((each) => each && typeAsWritten(context, each.written) === type) ? wide : undefined;
}

function isSame(a: Resolved, b: Resolved): boolean {
  if (a.aliases.length !== b.aliases.length || a.aliases.some((alias, at) => alias !== b.aliases[at]))
    return false;
  return a.written.node === b.written.node && a.written.env === b.written.env;
}

/** Whether what was written names nothing: all that is known of its type is the type itself. */
export function isPlain(node: Written["node"]): boolean {
  if (ts.isTypeNode(node))
    return ts.isLiteralTypeNode(node) || (ts.isToken(node) && node.kind !== ts.SyntaxKind.IntrinsicKeyword);
  if (ts.isBinaryExpression(node)) return !isChoice(node);
  return (
    ts.isLiteralExpression(node) ||
    ts.isTemplateExpression(node) ||
    ts.isPrefixUnaryExpression(node) ||
    ts.isTypeOfExpression(node)
  );
}

const CHOICES = new Set([
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
]);

/** `a ?? b`, `a || b`, `a && b`: the value is that of one of the two. */
export function isChoice({ operatorToken }: ts.BinaryExpression): boolean {
  return CHOICES.has(operatorToken.kind);
}

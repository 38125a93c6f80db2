import ts from "typescript";
import type { Context } from "../context";
import { writtenPlaces } from "./written-elements";
import { writtenMember } from "./written-members";
import { behindParameter, isChoice, resolveWritten, typeAt, type Env, type Written } from "./written";

/** Unions and conditional types inside of each other. */
const MAX_PARTS = 8;

/**
 * The members of a union or intersection as they were written, through aliases; of a conditional type or value those
 * of either side, of `T["a" | "b"]` those of each member.
 */
export function writtenMembers(context: Context, written: Written | undefined, depth = 0): Written[] {
  if (!written) return [];
  const resolved = resolveWritten(context, written).written;
  // A conditional type that names itself has no end.
  const members = depth < MAX_PARTS ? partsOf(context, resolved) : undefined;
  return members ? members.flatMap((member) => writtenMembers(context, member, depth + 1)) : [written];
}

/** Whether what was written may be one of several. */
export function hasParts(node: Written["node"]): boolean {
  return (
    ts.isUnionTypeNode(node) ||
    ts.isIntersectionTypeNode(node) ||
    ts.isConditionalTypeNode(node) ||
    ts.isIndexedAccessTypeNode(node) ||
    ts.isConditionalExpression(node) ||
    (ts.isBinaryExpression(node) && isChoice(node))
  );
}

/** Undefined for what has no parts. */
function partsOf(context: Context, { node, env }: Written): Written[] | undefined {
  const each = (nodes: readonly Written["node"][]): Written[] => nodes.map((part) => ({ node: part, env }));
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) return each(node.types);
  if (ts.isConditionalTypeNode(node)) return each([node.trueType, node.falseType]);
  if (ts.isConditionalExpression(node)) return each([node.whenTrue, node.whenFalse]);
  if (ts.isBinaryExpression(node) && isChoice(node)) return each([node.left, node.right]);
  return ts.isIndexedAccessTypeNode(node) ? membersAt(context, node, env) : undefined;
}

/** `T["a" | "b"]`, `T[keyof T]`, `Pair[number]`. */
function membersAt(
  context: Context,
  { objectType, indexType }: ts.IndexedAccessTypeNode,
  env: Env,
): Written[] | undefined {
  const owner = behindParameter(context, { node: objectType, env });
  if (indexType.kind === ts.SyntaxKind.NumberKeyword)
    return writtenPlaces(context, owner)?.flatMap(({ written }) => written ?? []);
  const type = typeAt(context, owner.node);
  const keys = typeAt(context, behindParameter(context, { node: indexType, env }).node);
  if (!keys.isUnion()) return undefined;
  return keys.types.flatMap((key) => {
    const member = key.isStringLiteral() ? context.checker.getPropertyOfType(type, key.value) : undefined;
    return (member && writtenMember(context, member, type, owner)) ?? [];
  });
}

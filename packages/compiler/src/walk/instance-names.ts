import ts from "typescript";
import type { Context } from "../context";
import { argumentsOf, resolveWritten, type Written } from "./written";

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

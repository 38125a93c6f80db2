import ts from "typescript";
import type { Context } from "./context";
import { isObject } from "./contract/schema-parts";

export interface Decoration {
  /** The decorator's own name, whatever it was imported as. */
  name: string;
  args: readonly ts.Expression[];
  node: ts.Decorator;
}

/** The decorators of a declaration that one package declares. */
export function* decoratorsFrom(context: Context, node: ts.Node, packageName: string): Generator<Decoration> {
  if (!ts.canHaveDecorators(node)) return;
  for (const decorator of ts.getDecorators(node) ?? []) {
    const { expression } = decorator;
    const callee = ts.isCallExpression(expression) ? expression.expression : expression;
    const symbol = context.symbolAt(callee);
    if (symbol && context.isFrom(packageName, symbol))
      yield {
        name: symbol.name,
        args: ts.isCallExpression(expression) ? expression.arguments : [],
        node: decorator,
      };
  }
}

/** What a class's own `@Skill` says, as far as it is constant; undefined where it has none. */
export function skillOptionsOf(
  context: Context,
  node: ts.ClassLikeDeclaration,
): { [name: string]: unknown } | undefined {
  for (const { name, args } of decoratorsFrom(context, node, "@skills/core"))
    if (name === "Skill") return args[0] ? constantsIn(context, args[0]) : {};
  return undefined;
}

/** The members of an object literal that have a constant value; undefined for those that have none. */
export function constantsIn(context: Context, node: ts.Expression): { [name: string]: unknown } {
  if (!ts.isObjectLiteralExpression(node)) {
    const constant = context.constants.evaluate(node);
    return isObject(constant?.value) ? constant.value : {};
  }
  return Object.fromEntries(
    node.properties.flatMap((member): [string, unknown][] => {
      const name = member.name && context.constants.propertyName(member.name);
      if (name === undefined) return [];
      return [[name, context.constants.propertyValue(member)?.value]];
    }),
  );
}

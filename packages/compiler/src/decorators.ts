import ts from "typescript";
import type { Context } from "./context";

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

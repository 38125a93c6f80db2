import ts from "typescript";

/** A constant's value. The wrapper tells `undefined` the value from "not a constant". */
export interface Constant {
  value: unknown;
}

/** What the evaluator asks the checker about names. */
export type NameResolver = Pick<
  ts.TypeChecker,
  | "getSymbolAtLocation"
  | "getAliasedSymbol"
  | "getConstantValue"
  | "getShorthandAssignmentValueSymbol"
  | "getTypeAtLocation"
>;

/** Deeper than any table of constants that people write, and far from the stack's end. */
const MAX_DEPTH = 100;

/**
 * Reads the values of expressions from their syntax: literals, arithmetic, `const`s across files, enum members.
 * Nothing is ever executed, so an expression that calls or constructs something has no value here.
 */
export class ConstantEvaluator {
  private depth = 0;

  /** @param checker without one, names have no values */
  constructor(private readonly checker?: NameResolver) {}

  evaluate(expression: ts.Expression): Constant | undefined {
    if (this.depth >= MAX_DEPTH) return undefined;
    this.depth += 1;
    try {
      return this.syntax(bare(expression)) ?? this.unitType(bare(expression));
    } finally {
      this.depth -= 1;
    }
  }

  private syntax(node: ts.Expression): Constant | undefined {
    if (ts.isStringLiteralLike(node)) return { value: node.text };
    if (ts.isNumericLiteral(node)) return { value: Number(node.text) };
    if (ts.isBigIntLiteral(node)) return bigint(node);
    if (node.kind === ts.SyntaxKind.TrueKeyword) return { value: true };
    if (node.kind === ts.SyntaxKind.FalseKeyword) return { value: false };
    if (node.kind === ts.SyntaxKind.NullKeyword) return { value: null };
    if (ts.isTemplateExpression(node)) return this.template(node);
    if (ts.isPrefixUnaryExpression(node)) return this.unary(node);
    if (ts.isBinaryExpression(node)) return this.binary(node);
    if (ts.isConditionalExpression(node)) return this.conditional(node);
    if (ts.isArrayLiteralExpression(node)) return this.array(node);
    if (ts.isObjectLiteralExpression(node)) return this.object(node);
    if (ts.isIdentifier(node)) return this.identifier(node);
    if (ts.isPropertyAccessExpression(node)) return this.member(node, node.expression, node.name.text);
    if (ts.isElementAccessExpression(node)) return this.element(node);
    return undefined;
  }

  /** `declare const LIMIT: 10` and its like: a type with one value. */
  private unitType(node: ts.Expression): Constant | undefined {
    const declaration = this.declarationOf(node);
    if (!declaration || !isConst(declaration)) return undefined;
    const type = this.checker?.getTypeAtLocation(node);
    if (!type) return undefined;
    return type.isStringLiteral() || type.isNumberLiteral() ? { value: type.value } : undefined;
  }

  private template(node: ts.TemplateExpression): Constant | undefined {
    let text = node.head.text;
    for (const span of node.templateSpans) {
      const part = this.evaluate(span.expression);
      if (!part || (typeof part.value === "object" && part.value !== null)) return undefined;
      text += String(part.value) + span.literal.text;
    }
    return { value: text };
  }

  private unary({ operator, operand }: ts.PrefixUnaryExpression): Constant | undefined {
    const inner = this.evaluate(operand);
    if (!inner) return undefined;
    if (operator === ts.SyntaxKind.ExclamationToken) return { value: !inner.value };
    if (typeof inner.value !== "number") return undefined;
    if (operator === ts.SyntaxKind.MinusToken) return { value: 0 - inner.value };
    if (operator === ts.SyntaxKind.PlusToken) return inner;
    if (operator === ts.SyntaxKind.TildeToken) return { value: ~inner.value };
    return undefined;
  }

  private binary({ left, operatorToken, right }: ts.BinaryExpression): Constant | undefined {
    const a = this.evaluate(left);
    if (!a) return undefined;
    if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
      return a.value === null || a.value === undefined ? this.evaluate(right) : a;
    const b = this.evaluate(right);
    if (!b) return undefined;
    if (
      operatorToken.kind === ts.SyntaxKind.PlusToken &&
      [a, b].some(({ value }) => typeof value === "string")
    )
      return isPrimitive(a.value) && isPrimitive(b.value) ? { value: `${a.value}${b.value}` } : undefined;
    if (typeof a.value !== "number" || typeof b.value !== "number") return undefined;
    const operate = ARITHMETIC.get(operatorToken.kind);
    return operate && { value: operate(a.value, b.value) };
  }

  private conditional({ condition, whenTrue, whenFalse }: ts.ConditionalExpression): Constant | undefined {
    const test = this.evaluate(condition);
    return test && this.evaluate(test.value ? whenTrue : whenFalse);
  }

  private array(node: ts.ArrayLiteralExpression): Constant | undefined {
    const values: unknown[] = [];
    for (const element of node.elements) {
      const item = this.evaluate(ts.isSpreadElement(element) ? element.expression : element);
      if (!item) return undefined;
      if (!ts.isSpreadElement(element)) values.push(item.value);
      else if (Array.isArray(item.value)) values.push(...(item.value as unknown[]));
      else return undefined;
    }
    return { value: values };
  }

  private object(node: ts.ObjectLiteralExpression): Constant | undefined {
    const entries: [string, unknown][] = [];
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) {
        const spread = this.evaluate(property.expression);
        if (!spread || typeof spread.value !== "object" || spread.value === null) return undefined;
        entries.push(...Object.entries(spread.value));
        continue;
      }
      const value = this.propertyValue(property);
      const name = property.name && this.propertyName(property.name);
      if (!value || name === undefined) return undefined;
      entries.push([name, value.value]);
    }
    return { value: Object.fromEntries(entries) };
  }

  /** Of a property in an object literal. */
  propertyValue(property: ts.ObjectLiteralElementLike): Constant | undefined {
    if (ts.isPropertyAssignment(property)) return this.evaluate(property.initializer);
    if (!ts.isShorthandPropertyAssignment(property)) return undefined;
    return this.declared(this.checker?.getShorthandAssignmentValueSymbol(property));
  }

  propertyName(name: ts.PropertyName): string | undefined {
    if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
    if (!ts.isComputedPropertyName(name)) return undefined;
    const computed = this.evaluate(name.expression);
    return computed && isPrimitive(computed.value) ? String(computed.value) : undefined;
  }

  private identifier(node: ts.Identifier): Constant | undefined {
    if (node.text === "undefined") return { value: undefined };
    return this.declared(this.checker?.getSymbolAtLocation(node));
  }

  private element(node: ts.ElementAccessExpression): Constant | undefined {
    const key = this.evaluate(node.argumentExpression);
    return key && isPrimitive(key.value) ? this.member(node, node.expression, String(key.value)) : undefined;
  }

  private member(
    node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
    owner: ts.Expression,
    name: string,
  ): Constant | undefined {
    const constant = this.checker?.getConstantValue(node);
    if (constant !== undefined) return { value: constant };
    const object = this.evaluate(owner);
    if (
      object &&
      typeof object.value === "object" &&
      object.value !== null &&
      Object.hasOwn(object.value, name)
    )
      return { value: (object.value as Record<string, unknown>)[name] };
    return this.declared(this.checker?.getSymbolAtLocation(node));
  }

  private declared(symbol: ts.Symbol | undefined): Constant | undefined {
    const declaration = this.constantDeclaration(symbol);
    if (!declaration) return undefined;
    if (ts.isEnumMember(declaration)) {
      const value = this.checker?.getConstantValue(declaration);
      return value === undefined ? undefined : { value };
    }
    return declaration.initializer && this.evaluate(declaration.initializer);
  }

  private declarationOf(node: ts.Expression): ConstantDeclaration | undefined {
    return this.constantDeclaration(this.checker?.getSymbolAtLocation(node));
  }

  private constantDeclaration(symbol: ts.Symbol | undefined): ConstantDeclaration | undefined {
    const original =
      symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker?.getAliasedSymbol(symbol) : symbol;
    const declaration = original?.valueDeclaration;
    return declaration && isConstantDeclaration(declaration) ? declaration : undefined;
  }
}

/** An expression without parentheses, `as`, `satisfies`, `!`. */
export function bare(node: ts.Expression): ts.Expression {
  const isWrapper =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node);
  return isWrapper ? bare(node.expression) : node;
}

type ConstantDeclaration = ts.VariableDeclaration | ts.PropertyDeclaration | ts.EnumMember;

function isConstantDeclaration(node: ts.Node): node is ConstantDeclaration {
  return ts.isEnumMember(node) || isConst(node);
}

/** `const` variables and `static readonly` members: what nothing can assign again. */
function isConst(node: ts.Node): node is ts.VariableDeclaration | ts.PropertyDeclaration {
  if (ts.isVariableDeclaration(node)) return (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) !== 0;
  if (!ts.isPropertyDeclaration(node)) return false;
  const fixed = ts.ModifierFlags.Static | ts.ModifierFlags.Readonly;
  return (ts.getCombinedModifierFlags(node) & fixed) === fixed;
}

function isPrimitive(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** JSON has no bigint: one that a number holds exactly becomes that number. */
function bigint(node: ts.BigIntLiteral): Constant | undefined {
  const value = Number(BigInt(node.text.slice(0, -1)));
  return Number.isSafeInteger(value) ? { value } : undefined;
}

const ARITHMETIC = new Map<ts.SyntaxKind, (a: number, b: number) => number>([
  [ts.SyntaxKind.PlusToken, (a, b) => a + b],
  [ts.SyntaxKind.MinusToken, (a, b) => a - b],
  [ts.SyntaxKind.AsteriskToken, (a, b) => a * b],
  [ts.SyntaxKind.SlashToken, (a, b) => a / b],
  [ts.SyntaxKind.PercentToken, (a, b) => a % b],
  [ts.SyntaxKind.AsteriskAsteriskToken, (a, b) => a ** b],
  [ts.SyntaxKind.BarToken, (a, b) => a | b],
  [ts.SyntaxKind.AmpersandToken, (a, b) => a & b],
  [ts.SyntaxKind.CaretToken, (a, b) => a ^ b],
  [ts.SyntaxKind.LessThanLessThanToken, (a, b) => a << b],
  [ts.SyntaxKind.GreaterThanGreaterThanToken, (a, b) => a >> b],
]);

/** Whether JSON holds a value without loss. */
export function isJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return (
    typeof value === "object" && Object.values(value).every((inner) => inner === undefined || isJson(inner))
  );
}

import { LIMIT_KEYWORDS } from "@skills/core";
import ts from "typescript";
import { bare, isJson } from "../constants";
import type { Context } from "../context";
import { decoratorsFrom } from "../decorators";
import { Refusal } from "../problems";
import type { Said } from "./said";

export interface ParamDecoration {
  said: Said;
  /** The name of the input's property, where it is another than the parameter's. */
  name?: string;
  /** Whether `type: () => X` names the class of the instances. */
  namesType: boolean;
}

const LIMITS: { [option: string]: string | undefined } = LIMIT_KEYWORDS;

/**
 * What `@Param({...})` says, read from its syntax.
 *
 * @throws Refusal where an option is not a constant: the compiler runs nothing
 */
export function saidInParam(context: Context, declaration: ts.Node): ParamDecoration | undefined {
  let found: ParamDecoration | undefined;
  for (const { name, args } of decoratorsFrom(context, declaration, "@skills/core")) {
    const [options] = args;
    if (name !== "Param" || !options) continue;
    found ??= { said: {}, namesType: false };
    for (const [option, value] of optionsOf(context, options)) readOption(context, found, option, value);
  }
  return found;
}

/** The options of an object literal, or of a constant that is one. */
function optionsOf(context: Context, expression: ts.Expression): [string, ts.Expression][] {
  const literal = objectLiteral(context, expression);
  if (!literal) throw notConstant("its argument", expression);
  return literal.properties.flatMap((property): [string, ts.Expression][] => {
    if (ts.isSpreadAssignment(property)) return optionsOf(context, property.expression);
    const name = property.name && context.constants.propertyName(property.name);
    if (name === undefined) throw notConstant("an option's name", property);
    if (ts.isPropertyAssignment(property)) return [[name, property.initializer]];
    if (ts.isShorthandPropertyAssignment(property)) return [[name, property.name]];
    // A method can only be `type() { return X }`.
    if (name === "type") return [[name, expression]];
    throw notConstant(name, property);
  });
}

function objectLiteral(context: Context, expression: ts.Expression): ts.ObjectLiteralExpression | undefined {
  const node = bare(expression);
  if (ts.isObjectLiteralExpression(node)) return node;
  const declaration = context.symbolAt(node)?.valueDeclaration;
  const isConst =
    declaration &&
    ts.isVariableDeclaration(declaration) &&
    ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const;
  const initializer = isConst ? declaration.initializer && bare(declaration.initializer) : undefined;
  return initializer && ts.isObjectLiteralExpression(initializer) ? initializer : undefined;
}

function readOption(
  context: Context,
  found: ParamDecoration,
  option: string,
  expression: ts.Expression,
): void {
  if (option === "type") {
    found.namesType = true;
    return;
  }
  const constant = evaluate(context, expression);
  if (!constant) throw notConstant(option, expression);
  const { value } = constant;
  if (value === undefined) return;
  if (!isJson(value)) throw notConstant(option, expression);
  const { said } = found;
  const keyword = LIMITS[option];
  if (keyword) said.limits = { ...said.limits, [keyword]: value };
  else if (option === "name") found.name = String(value);
  else if (option === "description") said.description = String(value);
  else if (option === "integer") said.integer = value === true;
  else if (option === "oneOf") said.oneOf = value as unknown[];
  else if (option === "default") said.default = { value };
  else if (option === "examples") said.examples = (value as unknown[]).map((example) => ({ value: example }));
  else if (option === "deprecated") said.deprecated = value === true;
}

/** A constant; `{ min }` stands for the value of `min`, not for the option. */
function evaluate(context: Context, expression: ts.Expression): { value: unknown } | undefined {
  const node = bare(expression);
  if (!ts.isShorthandPropertyAssignment(node.parent)) return context.constants.evaluate(node);
  const symbol = context.checker.getShorthandAssignmentValueSymbol(node.parent);
  const declaration = symbol?.valueDeclaration;
  return declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
    ? context.constants.evaluate(declaration.initializer)
    : undefined;
}

function notConstant(option: string, node: ts.Node): Refusal {
  const text = node.getText();
  return new Refusal(
    "notConstant",
    `@Param: ${option} is not a constant: ${text.length > 60 ? `${text.slice(0, 57)}...` : text}`,
    "write the value itself, a const, or an enum member: sources are read, not run",
  );
}

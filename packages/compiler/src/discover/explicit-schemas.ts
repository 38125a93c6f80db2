import ts from "typescript";
import type { ExplicitSchema, JsonSchema } from "@skills/core";
import { isJson, type Constant } from "../constants";
import type { Context } from "../context";
import { decoratorsFrom } from "../decorators";
import { isMutableSet } from "./functions";

/** A quick look that spares most files the walk; options may be a constant that stands elsewhere. */
const MAY_HAVE = /\binputSchema\b|@Tool\(\s*[^\s{)]|addTool/;

/**
 * The schemas that a file gives its tools in place of a signature's, as far as they are constants; a warning where one
 * is known at run time only.
 */
export function explicitSchemasIn(context: Context, source: ts.SourceFile): ExplicitSchema[] {
  const found: ExplicitSchema[] = [];
  const visit = (node: ts.Node): void => {
    for (const options of optionsAt(context, node)) {
      const { file, line } = context.spotOf(options);
      const given = inputSchemaOf(context, options);
      if (given === "unknown") reportUnknown(context, options);
      else if (given) found.push({ file, line, schema: given });
    }
    ts.forEachChild(node, visit);
  };
  if (!source.isDeclarationFile && MAY_HAVE.test(source.text)) visit(source);
  return found;
}

/** What is given to `@Tool` on a method, or to `addTool` of a set. */
function optionsAt(context: Context, node: ts.Node): readonly ts.Expression[] {
  if (ts.isMethodDeclaration(node))
    return [...decoratorsFrom(context, node, "@skills/core")].flatMap(({ name, args }) =>
      name === "Tool" ? args : [],
    );
  const isAdding =
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "addTool" &&
    isMutableSet(context, context.checker.getTypeAtLocation(node.expression.expression));
  return isAdding ? node.arguments : [];
}

function inputSchemaOf(context: Context, options: ts.Expression): JsonSchema | "unknown" | undefined {
  const type = context.checker.getTypeAtLocation(options);
  if (!type.getProperty("inputSchema")) return undefined;
  const constant = ts.isObjectLiteralExpression(options)
    ? memberOf(context, options, "inputSchema")
    : withMember(context.constants.evaluate(options), "inputSchema");
  if (!constant) return "unknown";
  if (constant.value === undefined) return undefined;
  const isSchema = typeof constant.value === "object" && constant.value !== null && isJson(constant.value);
  return isSchema ? (constant.value as JsonSchema) : "unknown";
}

function memberOf(context: Context, literal: ts.ObjectLiteralExpression, name: string): Constant | undefined {
  // What is spread behind it may replace it.
  const last = literal.properties.findLast(
    (member) =>
      ts.isSpreadAssignment(member) || (member.name && context.constants.propertyName(member.name) === name),
  );
  if (!last) return undefined;
  return ts.isSpreadAssignment(last)
    ? withMember(context.constants.evaluate(last.expression), name)
    : context.constants.propertyValue(last);
}

function withMember(constant: Constant | undefined, name: string): Constant | undefined {
  const { value } = constant ?? {};
  return typeof value === "object" && value !== null && name in value
    ? { value: (value as Record<string, unknown>)[name] }
    : undefined;
}

function reportUnknown(context: Context, options: ts.Expression): void {
  context.report(
    "schemaUnknown",
    context.spotOf(options),
    "this inputSchema is known at run time only: its validator is compiled there, at the first call",
    "give JSON Schema as a constant; or go on so, where code may be made from strings (node's default)",
  );
}

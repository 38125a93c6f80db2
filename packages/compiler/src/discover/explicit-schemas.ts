import ts from "typescript";
import type { ExplicitSchema, JsonSchema } from "@skills/core";
import { classNameOf } from "../class-name";
import { isJson, type Constant } from "../constants";
import type { Context } from "../context";
import { toolKey } from "../contract/tool-key";
import { decoratorsFrom } from "../decorators";
import { functionNamed, isMutableSet } from "./functions";

/** A quick look that spares most files the walk; options may be a constant that stands elsewhere. */
const MAY_HAVE = /\binputSchema\b|@Tool\(\s*[^\s{)]|addTool/;

/**
 * The schemas that a file gives its tools in place of a signature's, as far as they are constants; a warning where one
 * is known at run time only.
 */
export function explicitSchemasIn(context: Context, source: ts.SourceFile): ExplicitSchema[] {
  const found: ExplicitSchema[] = [];
  const visit = (node: ts.Node): void => {
    for (const { options, tool } of optionsAt(context, node)) {
      const { file, line } = context.spotOf(options);
      const given = inputSchemaOf(context, options);
      if (given === "unknown") reportUnknown(context, options);
      else if (given) found.push({ ...(tool === undefined ? {} : { tool }), file, line, schema: given });
    }
    ts.forEachChild(node, visit);
  };
  if (!source.isDeclarationFile && MAY_HAVE.test(source.text)) visit(source);
  return found;
}

interface Given {
  options: ts.Expression;
  /** Whose options they are, as a manifest names it. */
  tool: string | undefined;
}

/** What is given to `@Tool` on a method, or to `addTool` of a set. */
function optionsAt(context: Context, node: ts.Node): Given[] {
  if (ts.isMethodDeclaration(node)) {
    const decorators = [...decoratorsFrom(context, node, "@skills/core")];
    return decorators.flatMap(({ name, args }) =>
      name === "Tool" ? args.map((options) => ({ options, tool: methodNameOf(context, node) })) : [],
    );
  }
  const isAdding =
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "addTool" &&
    isMutableSet(context, context.checker.getTypeAtLocation(node.expression.expression));
  if (!isAdding) return [];
  const [first] = node.arguments;
  const added = first && functionNamed(context, first)?.name;
  return node.arguments.map((options) => ({ options, tool: added ?? constantName(context, options) }));
}

function methodNameOf(context: Context, method: ts.MethodDeclaration): string | undefined {
  const name = context.constants.propertyName(method.name);
  if (name === undefined || !ts.isClassLike(method.parent)) return undefined;
  const isStatic = (ts.getCombinedModifierFlags(method) & ts.ModifierFlags.Static) !== 0;
  return toolKey(classNameOf(method.parent), name, isStatic);
}

function constantName(context: Context, options: ts.Expression): string | undefined {
  const name = optionOf(context, options, "name")?.value;
  return typeof name === "string" ? name : undefined;
}

function inputSchemaOf(context: Context, options: ts.Expression): JsonSchema | "unknown" | undefined {
  const given = context.checker.getTypeAtLocation(options).getProperty("inputSchema");
  if (!given) return undefined;
  const constant = optionOf(context, options, "inputSchema");
  if (!constant) return isOfLibrary(context, given, options) ? undefined : "unknown";
  if (constant.value === undefined) return undefined;
  const isSchema = typeof constant.value === "object" && constant.value !== null && isJson(constant.value);
  return isSchema ? (constant.value as JsonSchema) : "unknown";
}

/** A schema of zod, valibot, arktype, or a decorated class: chosen for what it does at run time, where it is made. */
function isOfLibrary(context: Context, given: ts.Symbol, at: ts.Node): boolean {
  const type = context.checker.getTypeOfSymbolAtLocation(given, at);
  return type.getProperty("~standard") !== undefined || type.getConstructSignatures().length > 0;
}

function optionOf(context: Context, options: ts.Expression, name: string): Constant | undefined {
  return ts.isObjectLiteralExpression(options)
    ? memberOf(context, options, name)
    : withMember(context.constants.evaluate(options), name);
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

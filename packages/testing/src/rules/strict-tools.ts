import { isObject } from "../wire/shapes";
import type { RuleContext } from "./context";
import type { Rule } from "./rule";
import { first, subschemas } from "./walk";

const MOST_TOOLS = 20;
const MOST_OPTIONAL = 24;
const MOST_UNIONS = 16;

/** Limits that a grammar does not express. */
const UNSUPPORTED: readonly string[] = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
];

/**
 * Row 14: what `strict: true` asks of schemas, in the API's place: not by the functions that make schemas, whose
 * mistakes it would share. The texts of the counts are inferred.
 */
export const strictToolRules: readonly Rule[] = [
  {
    row: 14,
    name: "strict-tool-count",
    help: "make fewer tools strict",
    check: (context) => {
      const count = strictTools(context).length;
      return count > MOST_TOOLS
        ? `Too many strict tools: ${String(count)}. The maximum number of strict tools supported is ${String(MOST_TOOLS)}.`
        : undefined;
    },
  },
  {
    row: 14,
    name: "strict-optional-parameters",
    help: "make parameters required, or fewer tools strict",
    check: (context) => {
      const count = sum(context, optionalParameters);
      return count > MOST_OPTIONAL
        ? `Schemas contains too many optional parameters (${String(count)}), which would make grammar compilation inefficient. Reduce the number of optional parameters in your tool schemas (limit: ${String(MOST_OPTIONAL)}).`
        : undefined;
    },
  },
  {
    row: 14,
    name: "strict-union-parameters",
    help: "give parameters one type each, or make fewer tools strict",
    check: (context) => {
      const count = sum(context, unionParameters);
      return count > MOST_UNIONS
        ? `Schemas contains too many parameters with union types (${String(count)} parameters with type arrays or anyOf), which would make grammar compilation inefficient. Reduce the number of union-typed parameters in your tool schemas (limit: ${String(MOST_UNIONS)}).`
        : undefined;
    },
  },
  {
    row: 14,
    name: "strict-closed-objects",
    help: "say additionalProperties: false in every object of a strict tool's schema",
    check: (context) =>
      eachSchema(context, (schema, path) =>
        schema.type === "object" && schema.additionalProperties !== false
          ? `${path}: For 'object' type, 'additionalProperties' must be explicitly set to false`
          : undefined,
      ),
  },
  {
    row: 14,
    name: "strict-keywords",
    help: "check the limit in the tool itself, or do not make it strict",
    check: (context) => eachSchema(context, unsupportedKeyword),
  },
  {
    row: 14,
    name: "strict-recursion",
    help: "unroll the recursive type, or do not make the tool strict",
    check: (context) =>
      first(strictTools(context), ({ tool, path }) =>
        isRecursive(tool.input_schema)
          ? `${path}: Circular reference detected in schema definitions`
          : undefined,
      ),
  },
];

function strictTools(context: RuleContext): { tool: { [key: string]: unknown }; path: string }[] {
  return context.customTools.filter(({ tool }) => tool.strict === true);
}

function eachSchema(
  context: RuleContext,
  check: (schema: { [key: string]: unknown }, path: string) => string | undefined,
): string | undefined {
  return first(strictTools(context), ({ tool, path }) =>
    first([...subschemas(tool.input_schema)], ({ schema }) => check(schema, path)),
  );
}

function sum(context: RuleContext, count: (schema: { [key: string]: unknown }) => number): number {
  let total = 0;
  for (const { tool } of strictTools(context)) {
    for (const { schema } of subschemas(tool.input_schema)) total += count(schema);
  }
  return total;
}

function optionalParameters(schema: { [key: string]: unknown }): number {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const names = Object.keys(isObject(schema.properties) ? schema.properties : {});
  return names.filter((name) => !required.includes(name)).length;
}

function unionParameters(schema: { [key: string]: unknown }): number {
  const properties = Object.values(isObject(schema.properties) ? schema.properties : {});
  return properties.filter(
    (property) => isObject(property) && (Array.isArray(property.anyOf) || Array.isArray(property.type)),
  ).length;
}

function unsupportedKeyword(schema: { [key: string]: unknown }, path: string): string | undefined {
  const keyword = UNSUPPORTED.find((key) => schema[key] !== undefined);
  const type = typeof schema.type === "string" ? schema.type : "unknown";
  if (keyword !== undefined) return `${path}: For '${type}' type, property '${keyword}' is not supported`;
  if (schema.minItems !== undefined && schema.minItems !== 0 && schema.minItems !== 1) {
    return `${path}: For 'array' type, 'minItems' values other than 0 or 1 are not supported`;
  }
  return typeof schema.pattern === "string" && /\(\?<?[=!]/.test(schema.pattern)
    ? `${path}: For 'string' type, 'pattern' with lookaround is not supported`
    : undefined;
}

/** Follows `$ref` into `$defs`: a definition that can be reached from itself. */
function isRecursive(root: unknown): boolean {
  const definitions = isObject(root) && isObject(root.$defs) ? root.$defs : {};
  const targets = (schema: unknown): string[] =>
    Array.from(subschemas(schema), ({ schema: { $ref } }) => ($ref === "#" ? "#" : refName($ref))).filter(
      (name) => name !== undefined,
    );
  const reaches = (name: string, goal: string, seen: Set<string>): boolean =>
    targets(definitions[name]).some((next) => {
      if (next === goal) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, goal, seen);
    });
  return (
    targets(root).includes("#") || Object.keys(definitions).some((name) => reaches(name, name, new Set()))
  );
}

function refName(ref: unknown): string | undefined {
  return typeof ref === "string" ? /^#\/\$defs\/(.+)$/.exec(ref)?.[1] : undefined;
}

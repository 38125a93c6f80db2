import { schemaProblem } from "./schema-check";
import { isObject } from "../wire/shapes";
import type { Rule } from "./rule";
import { first, subschemas } from "./walk";

/** Row 13: the definitions in `tools`. */
export const toolDefinitionRules: readonly Rule[] = [
  {
    row: 13,
    name: "unique-tool-names",
    help: "rename one of them, or offer only one",
    check: ({ request }) => {
      const names = request.tools.flatMap(({ name }) => (typeof name === "string" ? [name] : []));
      return new Set(names).size < names.length ? "tools: Tool names must be unique." : undefined;
    },
  },
  {
    row: 13,
    name: "tool-name-pattern",
    help: "use letters, digits, _ and - only, 128 of them at most",
    check: (context) =>
      first(context.customTools, ({ tool, path }) =>
        typeof tool.name === "string" && /^[a-zA-Z0-9_-]{1,128}$/.test(tool.name)
          ? undefined
          : `${path}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`,
      ),
  },
  {
    row: 13,
    name: "input-schema-type",
    help: "an input is an object: wrap anything else in a property",
    check: (context) =>
      first(context.customTools, ({ tool, path }) => {
        if (tool.input_schema === undefined) return `${path}.input_schema: Field required`;
        return isObject(tool.input_schema) && tool.input_schema.type === "object"
          ? undefined
          : `${path}.input_schema.type: Input should be 'object'`;
      }),
  },
  {
    row: 13,
    name: "input-schema-top-level",
    help: "put the union into a property",
    check: (context) =>
      first(context.customTools, ({ tool, path }) =>
        isObject(tool.input_schema) &&
        ["oneOf", "allOf", "anyOf"].some((key) => Object.hasOwn(tool.input_schema as object, key))
          ? `${path}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`
          : undefined,
      ),
  },
  {
    row: 13,
    name: "property-key-pattern",
    help: "name properties with letters, digits, _, . and - only, 64 of them at most",
    check: (context) =>
      first(context.customTools, ({ tool, path }) =>
        first([...subschemas(tool.input_schema)], ({ schema }) =>
          first(Object.keys(isObject(schema.properties) ? schema.properties : {}), (key) =>
            /^[a-zA-Z0-9_.-]{1,64}$/.test(key)
              ? undefined
              : `${path}.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`,
          ),
        ),
      ),
  },
  {
    row: 13,
    name: "json-schema-draft",
    help: "write the schema in draft 2020-12 (tuples: prefixItems)",
    check: (context) =>
      first(context.customTools, ({ tool, path }) =>
        isObject(tool.input_schema) && schemaProblem(tool.input_schema) !== undefined
          ? {
              message: `${path}.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12).`,
              help: `write the schema in draft 2020-12: ${schemaProblem(tool.input_schema) ?? ""}`,
            }
          : undefined,
      ),
  },
];

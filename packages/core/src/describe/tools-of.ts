import { declaredTools } from "../declare/declarations";
import type { ErrorClass } from "../dispatch/tool-spec";
import type { JsonSchema, ObjectSchema } from "../wire";
import type { SkillClass } from "./class-shape";
import { asSent } from "./explicit-schema";
import { manifestOf } from "./manifest-of";

export interface Field {
  name: string;
  /** In words of the schema: `string`, `integer`, `"a" | "b"`, `string[]`, `object`. */
  type: string;
}

/** What is known of one tool of a class, without an instance. */
export interface ToolMetadata {
  name: string;
  description?: string;
  method: string;
  input: Field[];
  input_schema: ObjectSchema;
  /** Of an object; empty for any other value. */
  output: Field[];
  output_schema?: JsonSchema;
  errors: readonly ErrorClass[];
}

/** The tools of a class, as data: names, contracts, declared errors. @throws SkillsError, as `manifestOf` does */
export function toolsOf(skill: SkillClass): ToolMetadata[] {
  return manifestOf(skill).tools.map((tool) => {
    const options = declaredTools(tool.static ? skill : skill.prototype).get(tool.method) ?? {};
    const { name = tool.method, description = tool.description, errors = [] } = options;
    const input_schema = options.inputSchema ? asSent(options.inputSchema) : tool.inputSchema;
    const output_schema = options.outputSchema ?? tool.outputSchema;
    return {
      name,
      ...(description === undefined ? {} : { description }),
      method: tool.method,
      input: fieldsOf(input_schema),
      input_schema,
      output: fieldsOf(output_schema),
      ...(output_schema ? { output_schema } : {}),
      errors,
    };
  });
}

function fieldsOf(schema: JsonSchema | undefined): Field[] {
  const properties = (schema?.properties ?? {}) as { [name: string]: JsonSchema };
  return Object.entries(properties).map(([name, property]) => ({ name, type: typeText(property) }));
}

function typeText(schema: JsonSchema): string {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const branches = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (branches) return branches.map(typeText).join(" | ");
  if (typeof schema.$ref === "string") return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  if (Array.isArray(schema.type)) return schema.type.join(" | ");
  if (schema.type === "array" && typeof schema.items === "object" && schema.items !== null)
    return `${typeText(schema.items as JsonSchema)}[]`;
  return typeof schema.type === "string" ? schema.type : "unknown";
}

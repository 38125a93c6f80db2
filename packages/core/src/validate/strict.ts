import type { JsonSchema, ObjectSchema, ToolDefinition } from "../wire";
import { schemasIn } from "./schema-reading";
import { STRICT_LIMITS, strictLoad, whyNotStrict } from "./strict-rules";

/** Keywords of which nothing is documented: a tool is not made strict of its own accord where it has one. */
const DOUBTFUL = ["contains", "propertyNames", "patternProperties", "not", "if"];
const SAYS_A_TYPE = ["type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"];

function isDoubtful(schema: ObjectSchema): boolean {
  return [...schemasIn(schema)].some(
    (inner: JsonSchema) =>
      DOUBTFUL.some((keyword) => keyword in inner) || !SAYS_A_TYPE.some((keyword) => keyword in inner),
  );
}

/** A definition that is strict of its own accord, and the same without. */
const relaxed = new WeakMap<ToolDefinition, ToolDefinition>();

/** A definition with `strict: "auto"` as it goes out: strict where the API takes its schema. */
export function withAutoStrict(definition: ToolDefinition): ToolDefinition {
  const { input_schema: schema } = definition;
  if (whyNotStrict(schema) !== undefined || isDoubtful(schema)) return definition;
  const strict = { ...definition, strict: true };
  relaxed.set(strict, definition);
  return strict;
}

/** The same tool by another name: what was strict of its own accord stays so. */
export function renamedDefinition(definition: ToolDefinition, name: string): ToolDefinition {
  const renamed = { ...definition, name };
  const loose = relaxed.get(definition);
  if (loose) relaxed.set(renamed, { ...loose, name });
  return renamed;
}

/**
 * Definitions for one request: of those that are strict of their own accord, the first ones that fit beside the
 * tools that were said to be strict, within what one request may have.
 */
export function withinStrictLimits(definitions: readonly ToolDefinition[]): ToolDefinition[] {
  let used = { tools: 0, optional: 0, unions: 0 };
  const withOne = ({ input_schema: schema }: ToolDefinition): typeof used => {
    const { optional, unions } = strictLoad(schema);
    return { tools: used.tools + 1, optional: used.optional + optional, unions: used.unions + unions };
  };
  for (const definition of definitions)
    if (definition.strict === true && !relaxed.has(definition)) used = withOne(definition);
  return definitions.map((definition) => {
    const loose = relaxed.get(definition);
    if (!loose) return definition;
    const { tools, optional, unions } = withOne(definition);
    if (tools > STRICT_LIMITS.tools || optional > STRICT_LIMITS.optional || unions > STRICT_LIMITS.unions)
      return loose;
    used = { tools, optional, unions };
    return definition;
  });
}

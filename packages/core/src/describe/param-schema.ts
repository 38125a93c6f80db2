import { LIMIT_KEYWORDS, type ParamOptions } from "../declare/param";
import type { JsonSchema } from "../wire";

const KEYWORDS: Partial<Record<keyof ParamOptions, string>> = {
  description: "description",
  ...LIMIT_KEYWORDS,
  oneOf: "enum",
  default: "default",
  examples: "examples",
  deprecated: "deprecated",
};

/** A parameter's schema with what `@Param` says of it. */
export function withParamOptions(schema: JsonSchema, options: ParamOptions | undefined): JsonSchema {
  const merged: JsonSchema = { ...schema };
  if (options?.integer) merged.type = "integer";
  for (const [option, keyword] of Object.entries(KEYWORDS)) {
    const value = options?.[option as keyof ParamOptions];
    if (value !== undefined) merged[keyword] = value;
  }
  return merged;
}

import type { JsonSchema } from "@skills/core";

/** What makes a validator of a schema goes down it by the stack: it ends between 600 and 800 levels of JSON. */
const MOST_LEVELS = 500;
/** In a validator's code each alternative of a union stands inside the one before: parsing it ends at some 1,500. */
const MOST_ALTERNATIVES = 1000;

/** Whether a schema is nested so deeply, or has so many alternatives, that no validator can be made of it. */
export function isTooDeep(schema: JsonSchema): boolean {
  return isDeeper(schema, MOST_LEVELS, MOST_ALTERNATIVES);
}

function isDeeper(value: unknown, levels: number, alternatives: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { anyOf } = value as { anyOf?: unknown };
  const left = alternatives - (Array.isArray(anyOf) ? anyOf.length : 0);
  return levels === 0 || left < 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1, left));
}

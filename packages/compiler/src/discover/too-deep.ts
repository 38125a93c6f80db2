import type { JsonSchema } from "@skills/core";

/** What makes a validator of a schema goes down it by the stack: it ends between 600 and 800 levels of JSON. */
const MOST_LEVELS = 500;

/** Whether a schema is nested so deeply that no validator can be made of it. */
export function isTooDeep(schema: JsonSchema): boolean {
  return hasLevels(schema, MOST_LEVELS);
}

function hasLevels(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => hasLevels(inner, levels - 1));
}

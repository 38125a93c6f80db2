import type { JsonSchema } from "@skills/core";
import { compareSchemas } from "../contract/compare-schemas";
import { modernized } from "./modernize";

/**
 * Where another generator's schema takes other values than ours, in words; empty where both take the same.
 *
 * @param ours with the `$defs` that it refers to
 * @param theirs a schema, of draft 7 or later; a string says why there is none
 */
export function disagreements(ours: JsonSchema, theirs: object | string): string[] {
  if (typeof theirs === "string") return [`it has no schema: ${theirs}`];
  return compareSchemas(modernized(ours), modernized(theirs))
    .filter(({ narrows, widens }) => narrows || widens)
    .map(({ path, what }) => (path === "" ? what : `${path}: ${what}`));
}

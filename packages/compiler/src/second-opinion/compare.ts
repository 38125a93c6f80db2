import type { JsonSchema } from "@skills/core";
import { compareSchemas } from "../contract/compare-schemas";

/** A place where one schema takes other values than the other. */
export interface Difference {
  path: string;
  what: string;
}

/**
 * Where another generator's schema takes other values than ours; empty where both take the same.
 *
 * @param ours as `modernized` leaves it, with the `$defs` that it refers to
 * @param theirs the same; a string says why there is none
 */
export function differences(ours: JsonSchema, theirs: JsonSchema | string): Difference[] {
  if (typeof theirs === "string") return [{ path: "", what: `it has no schema: ${theirs}` }];
  return compareSchemas(ours, theirs)
    .filter(({ narrows, widens }) => narrows || widens)
    .map(({ path, what }) => ({ path, what }));
}

import type { JsonSchema } from "@skills/core";

/** A value that is named, not a limit. */
export interface Named {
  value: unknown;
  /** As it stands in a doc comment, where a string needs no quotes: `@default 7` may be the string. */
  text?: string;
}

/** What somebody says of a value beside its type: in a doc comment, in `@Param`, in a class-validator decorator. */
export interface Said {
  description?: string;
  /** Keywords of JSON Schema that limit the value. */
  limits?: JsonSchema;
  integer?: boolean;
  /** Not the empty string, where it may be a string. */
  nonEmpty?: boolean;
  /** The values that it may have. */
  oneOf?: readonly unknown[];
  default?: Named;
  examples?: readonly Named[];
  deprecated?: boolean;
  /** Of each element of an array. */
  each?: Said;
}

/**
 * One rule for all that is said of one value: `@Param` before the doc comment before class-validator before the
 * type. The stronger replaces the weaker keyword by keyword; what only the weaker says stays.
 *
 * @param weakestFirst what was said, undefined for a source that says nothing
 */
export function mergeSaid(...weakestFirst: (Said | undefined)[]): Said {
  const merged: Said = {};
  for (const said of weakestFirst) {
    if (!said) continue;
    const { limits, each, ...rest } = said;
    Object.assign(merged, rest);
    if (limits) merged.limits = { ...merged.limits, ...limits };
    if (each) merged.each = mergeSaid(merged.each, each);
  }
  return merged;
}

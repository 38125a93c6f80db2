import type { Walk } from "./walk";

const number = {
  takes: "a number",
  is: (value: unknown): boolean => typeof value === "number" && Number.isFinite(value),
};
const count = {
  takes: "a whole number, not negative",
  is: (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0,
};
const word = { takes: "a word", is: (value: unknown): boolean => typeof value === "string" && value !== "" };

/** The values with which a keyword is JSON Schema: an engine refuses the whole schema for any other. */
const LIMITS: { [keyword: string]: { takes: string; is: (value: unknown) => boolean } | undefined } = {
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: { takes: "a number above 0", is: (value) => number.is(value) && (value as number) > 0 },
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  uniqueItems: { takes: "true or false", is: (value) => typeof value === "boolean" },
  pattern: { takes: "a regular expression that works with the u flag", is: isPattern },
  format: word,
};

/** @throws Refusal where a keyword cannot have the value, whoever said it */
export function refuseNoLimit(walk: Walk, keyword: string, value: unknown): void {
  const limit = LIMITS[keyword];
  if (!limit || limit.is(value)) return;
  throw walk.refusal(
    "badTag",
    `${walk.here()} has ${keyword} ${JSON.stringify(value)}, which is no limit`,
    `${keyword} takes ${limit.takes}`,
  );
}

function isPattern(value: unknown): boolean {
  try {
    return typeof value === "string" && new RegExp(value, "u").source !== "";
  } catch {
    return false;
  }
}

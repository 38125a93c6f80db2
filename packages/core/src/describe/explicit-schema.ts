import { markGiven } from "../validate/validator";
import { SkillsError, type Place } from "../errors";
import type { GivenObjectSchema, JsonSchema, ObjectSchema } from "../wire";

/** What the API takes as a property's name in an input. */
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * Judges a schema that a developer gave, as the API will: otherwise the request that carries it is refused.
 *
 * @throws SkillsError S114
 */
export function checkExplicitSchema(schema: unknown, tool: string, place?: () => Place | undefined): void {
  const why = whyRefused(schema);
  if (why === undefined) {
    markGiven(schema as JsonSchema);
    return;
  }
  throw new SkillsError("S114", `the inputSchema of ${tool} ${why}`, {
    place: place?.(),
    help: 'an input is an object: { type: "object", properties: { … } }, with unions inside its properties',
  });
}

/** A schema that was given, by the type of those that requests hold: nothing changes one, so it may be read-only. */
export function asSent(schema: GivenObjectSchema): ObjectSchema {
  return schema as ObjectSchema;
}

function whyRefused(schema: unknown): string | undefined {
  if (typeof schema !== "object" || schema === null) return `is ${schema === null ? "null" : typeof schema}`;
  const { type, properties = {}, ...rest } = schema as JsonSchema;
  if (type !== "object") return `has the type ${JSON.stringify(type) ?? "undefined"} at its root`;
  const combinator = ["anyOf", "oneOf", "allOf"].find((keyword) => keyword in rest);
  if (combinator !== undefined) return `has ${combinator} at its root`;
  if (typeof properties !== "object" || properties === null) return "has properties that are no object";
  const bad = Object.keys(properties).find((name) => !PROPERTY_NAME.test(name));
  return bad === undefined
    ? undefined
    : `has a property ${JSON.stringify(bad)}; names are 1 to 64 of the characters A-Z a-z 0-9 _ . -`;
}

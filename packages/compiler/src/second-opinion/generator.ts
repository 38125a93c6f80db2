import type ts from "typescript";
import type { JsonSchema } from "@skills/core";
import { modernized } from "./modernize";

type Package = typeof import("typescript-json-schema");

/** What is used of its generator. Its declarations name a TypeScript of its own; any other's types have the same form. */
type Generator = new (
  symbols: [],
  allSymbols: { [name: string]: ts.Type },
  userSymbols: object,
  inheritingTypes: object,
  checker: ts.TypeChecker,
  args: object,
) => { getSchemaForSymbol(name: string): object };

/** How typescript-json-schema describes a type, as `modernized` leaves it; a string says why it does not. */
export type SecondOpinion = (type: ts.Type) => JsonSchema | string;

/**
 * typescript-json-schema over a checker of ours, for types that are named to it one by one: nothing is scanned. It
 * evaluates `@default require(…)`, so sources that are not trusted are not for it.
 *
 * @returns undefined where that optional package is not installed
 */
export function secondOpinionOver(checker: ts.TypeChecker): SecondOpinion | undefined {
  const found = load();
  if (!found) return undefined;
  const args = {
    ...found.getDefaultArgs(),
    required: true,
    noExtraProps: true,
    strictNullChecks: true,
    excludePrivate: true,
    uniqueNames: true,
  };
  const JsonSchemaGenerator = found.JsonSchemaGenerator as unknown as Generator;
  const known = new Map<ts.Type, JsonSchema | string>();
  return (type) => {
    let schema = known.get(type);
    if (schema === undefined) {
      // One generator a type: definitions of earlier types would come back with every later one.
      const generator = new JsonSchemaGenerator([], { asked: type }, {}, {}, checker, args);
      schema = silently(() => schemaOf(generator));
      known.set(type, schema);
    }
    return schema;
  };
}

function schemaOf(generator: InstanceType<Generator>): JsonSchema | string {
  try {
    return modernized(generator.getSchemaForSymbol("asked"));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** It prints, without a place, which initial values it cannot read; nothing is compared of these. */
function silently<Result>(ask: () => Result): Result {
  const { warn, error } = console;
  console.warn = console.error = () => {};
  try {
    return ask();
  } finally {
    Object.assign(console, { warn, error });
  }
}

function load(): Package | undefined {
  try {
    return require("typescript-json-schema") as Package;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

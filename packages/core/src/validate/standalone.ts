import type { ValidateFunction } from "ajv/dist/2020";
import type { Manifest } from "../manifest";
import type { JsonSchema } from "../wire";
import { guarded } from "./guarded";
import { madeBy } from "./made-by";
import { schemasJudged } from "./schemas-judged";
import { putBack, schemaKey, takenApart, usesOf } from "./types-apart";
import { judgeSchema } from "./validator";

/** What a file of ready-compiled validators exports: validators by the key of their schema, made when first asked for. */
export interface StandaloneValidators {
  (
    require: (module: string) => unknown,
    regExp: (pattern: string, flags: string) => RegExp,
  ): { [key: string]: () => ValidateFunction };
  /** The packages that wrote them, with their versions: others may not run them. */
  madeBy: string;
}

/**
 * The text of a CommonJS module whose export is `StandaloneValidators`, for the inputs of all tools of a manifest: in
 * pieces, as it is long. Each validator does the work of two: it judges, and where a value does not fit, it names every
 * error with the part of the schema that it broke.
 *
 * A type has a validator of its own where several call it. One that stands in a single place is part of the validator
 * there: a call takes longer than what is checked of a small object.
 *
 * @param known texts of an earlier manifest, by what they validate: used again, and replaced by those of this one
 * @throws SkillsError S114 where ajv takes a schema for none
 */
export function* standaloneValidators(manifest: Manifest, known?: Map<string, string>): Generator<string> {
  const { ValidatorWriter } = require("./validator-writer") as typeof import("./validator-writer");
  const writer = new ValidatorWriter();
  const written = new Set<string>();
  const current = new Set<string>();
  const textOf = (body: JsonSchema): string => {
    if (!known) return writer.textOf(body);
    const key = schemaKey(body);
    const text = known.get(key) ?? writer.textOf(body);
    known.set(key, text);
    current.add(key);
    return text;
  };
  const entry = (key: string, body: JsonSchema): string => {
    if (written.has(key)) return "";
    written.add(key);
    return `${JSON.stringify(key)}: () => {\n${textOf(body)}\n},\n`;
  };
  yield HEAD;
  const { bodies, types } = allApart(manifest);
  const uses = usesOf([...types.values(), ...bodies.values()]);
  const single = (key: string): JsonSchema | undefined => (uses.get(key) === 1 ? types.get(key) : undefined);
  for (const [key, body] of types) if (!single(key)) yield entry(key, putBack(body, single));
  for (const [key, body] of bodies) yield entry(key, putBack(body, single));
  for (const { schema } of manifest.explicit ?? []) {
    judgeSchema(schema);
    yield entry(schemaKey(schema), guarded(schema));
  }
  for (const key of known?.keys() ?? []) if (!current.has(key)) known?.delete(key);
  yield tail();
}

/** What is judged of the inputs of all tools, by the keys of schemas and of the types in them. */
function allApart({ skills, functions }: Manifest): Record<"bodies" | "types", Map<string, JsonSchema>> {
  const bodies = new Map<string, JsonSchema>();
  const types = new Map<string, JsonSchema>();
  const callables = [...skills.flatMap(({ tools }) => tools), ...functions];
  for (const schema of callables.flatMap(schemasJudged)) {
    const key = schemaKey(schema);
    if (bodies.has(key)) continue;
    const apart = takenApart(guarded(schema));
    bodies.set(key, apart.body);
    for (const [type, body] of apart.types) types.set(type, body);
  }
  return { bodies, types };
}

/** The validator of a type is made once, when the first validator that calls it is. */
const HEAD = `"use strict";
module.exports = (require, regExp) => {
const types = new Map();
const type = (key) => types.get(key) ?? types.set(key, validators[key]()).get(key);
const validators = {
`;
const tail = () => `};\nreturn validators;\n};\nmodule.exports.madeBy = ${JSON.stringify(madeBy())};\n`;

import type { ValidateFunction } from "ajv/dist/2020";
import type { Manifest } from "../manifest";
import type { JsonSchema } from "../wire";
import { guarded } from "./guarded";
import { madeBy } from "./made-by";
import { schemasJudged } from "./schemas-judged";
import { schemaKey, takenApart } from "./types-apart";
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
 * @param known texts of an earlier manifest, by key: used again, and replaced by those of this one
 * @throws SkillsError S114 where ajv takes a schema for none
 */
export function* standaloneValidators(
  { skills, functions, explicit = [] }: Manifest,
  known?: Map<string, string>,
): Generator<string> {
  const { ValidatorWriter } = require("./validator-writer") as typeof import("./validator-writer");
  const writer = new ValidatorWriter();
  const written = new Set<string>();
  const entry = (key: string, body: JsonSchema): string => {
    if (written.has(key)) return "";
    written.add(key);
    const text = known?.get(key) ?? writer.textOf(body);
    known?.set(key, text);
    return `${JSON.stringify(key)}: () => {\n${text}\n},\n`;
  };
  yield HEAD;
  const callables = [...skills.flatMap(({ tools }) => tools), ...functions];
  for (const schema of callables.flatMap(schemasJudged)) {
    const key = schemaKey(schema);
    if (written.has(key)) continue;
    const { body, types } = takenApart(guarded(schema));
    for (const [type, typeBody] of types) yield entry(type, typeBody);
    yield entry(key, body);
  }
  for (const { schema } of explicit) {
    judgeSchema(schema);
    yield entry(schemaKey(schema), guarded(schema));
  }
  for (const key of known?.keys() ?? []) if (!written.has(key)) known?.delete(key);
  yield tail();
}

/** The validator of a type is made once, when the first validator that calls it is. */
const HEAD = `"use strict";
module.exports = (require, regExp) => {
const types = new Map();
const type = (key) => types.get(key) ?? types.set(key, validators[key]()).get(key);
const validators = {
`;
const tail = () => `};\nreturn validators;\n};\nmodule.exports.madeBy = ${JSON.stringify(madeBy())};\n`;

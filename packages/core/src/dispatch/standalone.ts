import type Ajv from "ajv/dist/2020";
import type { ValidateFunction } from "ajv/dist/2020";
import { SkillsError } from "../errors";
import { sourceHash } from "../source-hash";
import type { Manifest } from "../manifest";
import type { JsonSchema } from "../wire";
import { guarded } from "./guarded";
import { newAjv, regExp } from "./new-ajv";
import { withSubschemas } from "./schema-reading";
import { schemasJudged } from "./schemas-judged";

/** What a file of ready-compiled validators exports: validators by the key of their schema, made when first asked for. */
export type StandaloneValidators = (
  require: (module: string) => unknown,
  regExp: (pattern: string, flags: string) => RegExp,
) => { [key: string]: () => ValidateFunction };

/** Names a schema by its text: a validator can only be found for the schema that it was made from. */
export function schemaKey(schema: JsonSchema): string {
  return sourceHash(Buffer.from(JSON.stringify(schema)));
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
  { skills, functions }: Manifest,
  known?: Map<string, string>,
): Generator<string> {
  const callables = [...skills.flatMap(({ tools }) => tools), ...functions];
  const written = new Set<string>();
  yield `"use strict";\nmodule.exports = (require, regExp) => ({\n`;
  for (const schema of callables.flatMap(schemasJudged)) {
    const key = schemaKey(schema);
    if (written.has(key)) continue;
    written.add(key);
    const text = known?.get(key) ?? textOf(schema);
    known?.set(key, text);
    yield `${JSON.stringify(key)}: () => {\n${text}\n},\n`;
  }
  for (const key of known?.keys() ?? []) if (!written.has(key)) known?.delete(key);
  yield "});\n";
}

/** Keywords that limit nothing: of no use to a validator, and long. */
const SAYINGS = new Set(["title", "description", "default", "examples", "deprecated", "$comment"]);

/** A schema as validators are made from it. */
export function withoutSayings(schema: JsonSchema): JsonSchema {
  const limits = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !SAYINGS.has(keyword)));
  return withSubschemas(limits, withoutSayings);
}

/** One instance a schema: an instance keeps what it compiled, and a thousand schemas would fill the memory. */
function textOf(schema: JsonSchema): string {
  const { default: standalone } = require("ajv/dist/standalone") as typeof import("ajv/dist/standalone");
  const ajv = newAjv({
    allErrors: true,
    verbose: true,
    messages: false,
    // The compiler's schemas are known to be schemas: the meta-schema would take longer to compile than most of them.
    meta: false,
    validateSchema: false,
    code: {
      source: true,
      // It would take as long again, to save a tenth of the text.
      optimize: false,
      // The text is wanted, and nothing that runs.
      process: () => "return function validate() {}",
      regExp: Object.assign(regExp.bind(undefined), { code: "regExp" }),
    },
  });
  const text = standalone(ajv, compiled(ajv, guarded(withoutSayings(schema))));
  return `const module = {};\n${text.replace(/^"use strict";/, "")}\nreturn module.exports;`;
}

function compiled(ajv: Ajv, schema: JsonSchema): ValidateFunction {
  try {
    return ajv.compile(schema);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SkillsError("S114", `a schema cannot be compiled: ${why}`, {
      help: "give JSON Schema, draft 2020-12, whose $refs point into its own $defs",
      cause,
    });
  }
}

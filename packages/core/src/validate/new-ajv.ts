import type Ajv from "ajv/dist/2020";
import type { Options, ValidateFunction } from "ajv/dist/2020";
import type { JsonSchema } from "../wire";

/** Patterns are written for either mode: `\-` is an error with the flag `u`, `\p{L}` is no class without it. */
export const regExp = Object.assign(
  (pattern: string, flags: string): RegExp => {
    try {
      return new RegExp(pattern, flags);
    } catch {
      return new RegExp(pattern);
    }
  },
  { code: "new RegExp" },
);

/** ajv is loaded when the first input comes: declaring and describing tools need it not. */
export function newAjv(options: Options): Ajv {
  const { Ajv2020 } = require("ajv/dist/2020") as typeof import("ajv/dist/2020");
  const { default: addFormats } = require("ajv-formats") as typeof import("ajv-formats");
  // Not strict: explicit schemas may hold keywords that ajv does not know. Without the meta-schema, which takes
  // longer to compile than most schemas.
  const ajv = new Ajv2020({
    strict: false,
    // Of `1e400` JSON's reader makes Infinity, which JSON cannot say.
    strictNumbers: true,
    meta: false,
    validateSchema: false,
    ...options,
  });
  addFormats(ajv);
  return ajv;
}

const INHERITED = new RegExp(`"(?:${Object.getOwnPropertyNames(Object.prototype).join("|")})"`);

/**
 * Compiles a schema. Whether a property is an object's own is asked only where the schema names one that every object
 * inherits (a parameter may be named `constructor`): it takes longer than all other checks.
 */
export function compileWith(ajv: Ajv, schema: JsonSchema): ValidateFunction {
  ajv.opts.ownProperties = INHERITED.test(JSON.stringify(schema));
  return ajv.compile(schema);
}

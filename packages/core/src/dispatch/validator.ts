import type Ajv from "ajv/dist/2020";
import type { ValidateFunction } from "ajv/dist/2020";
import type { JsonSchema } from "../wire";
import type { InputIssue } from "./errors";
import { issuesOf } from "./issues";

let ajv: Ajv | undefined;
const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/** What does not fit; empty where the value fits. Draft 2020-12, formats asserted. */
export function issuesAgainst(schema: JsonSchema, value: unknown): InputIssue[] {
  const validate = validatorOf(schema);
  return validate(value) ? [] : issuesOf(validate.errors ?? [], schema, value);
}

export function accepts(schema: JsonSchema, value: unknown): boolean {
  return validatorOf(schema)(value);
}

function validatorOf(schema: JsonSchema): ValidateFunction {
  let validate = compiled.get(schema);
  if (!validate) {
    validate = instance().compile(schema);
    compiled.set(schema, validate);
  }
  return validate;
}

/** ajv is loaded when the first input comes: declaring and describing tools need it not. */
function instance(): Ajv {
  if (!ajv) {
    const { Ajv2020 } = require("ajv/dist/2020") as typeof import("ajv/dist/2020");
    const { default: addFormats } = require("ajv-formats") as typeof import("ajv-formats");
    // Not strict: explicit schemas may hold keywords that ajv does not know. Own properties only: a parameter
    // may be named `constructor`.
    ajv = new Ajv2020({ allErrors: true, strict: false, ownProperties: true, verbose: true });
    addFormats(ajv);
  }
  return ajv;
}

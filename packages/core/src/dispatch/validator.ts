import type Ajv from "ajv/dist/2020";
import type { Options, ValidateFunction } from "ajv/dist/2020";
import { SkillsError } from "../errors";
import type { JsonSchema } from "../wire";
import type { InputIssue } from "./errors";
import { guarded } from "./guarded";
import { issuesOf } from "./issues";

/** A validator that stops at the first error, for what fits; one that goes on, for what does not. */
class Validators {
  private ajv: Ajv | undefined;
  private readonly compiled = new WeakMap<JsonSchema, ValidateFunction>();

  constructor(private readonly options: Options) {}

  /** @throws SkillsError S114 where ajv takes the schema for none */
  of(schema: JsonSchema): ValidateFunction {
    let validate = this.compiled.get(schema);
    if (!validate) {
      validate = this.compile(guardedOf(schema));
      this.compiled.set(schema, validate);
    }
    return validate;
  }

  private compile(schema: JsonSchema): ValidateFunction {
    try {
      return (this.ajv ??= made(this.options)).compile(schema);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new SkillsError("S114", `a schema cannot be used: ${why}`, {
        help: "give JSON Schema, draft 2020-12, whose $refs point into its own $defs",
        cause,
      });
    }
  }
}

const judges = new Validators({ allErrors: false });
const explainers = new Validators({ allErrors: true, verbose: true });

/** What does not fit; empty where the value fits. Draft 2020-12, formats asserted. */
export function issuesAgainst(schema: JsonSchema, value: unknown): InputIssue[] {
  try {
    if (judges.of(schema)(value)) return [];
    const explain = explainers.of(schema);
    explain(value);
    return issuesOf(explain.errors ?? [], schema);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const expected = "a value with fewer levels";
    return [{ path: "", message: "is nested too deeply to be read", expected, received: "a deeper one" }];
  }
}

export function accepts(schema: JsonSchema, value: unknown): boolean {
  return judges.of(schema)(value);
}

const copies = new WeakMap<JsonSchema, JsonSchema>();

function guardedOf(schema: JsonSchema): JsonSchema {
  let copy = copies.get(schema);
  if (!copy) copies.set(schema, (copy = guarded(schema)));
  return copy;
}

/** Patterns are written for either mode: `\-` is an error with the flag `u`, `\p{L}` is no class without it. */
const regExp = Object.assign(
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
function made(options: Options): Ajv {
  const { Ajv2020 } = require("ajv/dist/2020") as typeof import("ajv/dist/2020");
  const { default: addFormats } = require("ajv-formats") as typeof import("ajv-formats");
  // Not strict: explicit schemas may hold keywords that ajv does not know. Own properties only: a parameter
  // may be named `constructor`.
  const ajv = new Ajv2020({ strict: false, ownProperties: true, code: { regExp }, ...options });
  addFormats(ajv);
  return ajv;
}

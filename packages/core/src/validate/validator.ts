import type Ajv from "ajv/dist/2020";
import type { Options, ValidateFunction } from "ajv/dist/2020";
import { SkillsError } from "../errors";
import type { JsonSchema } from "../wire";
import type { InputIssue } from "./input-issue";
import { guarded } from "./guarded";
import { issueAt, issuesOf } from "./issues";
import { compileWith, newAjv, regExp } from "./new-ajv";
import { expectation } from "./words";

/** A validator that stops at the first error, for what fits; one that goes on, for what does not. */
class Validators {
  private ajv: Ajv | undefined;
  private readonly compiled = new WeakMap<JsonSchema, ValidateFunction>();

  constructor(private readonly options: Options) {}

  /** @throws SkillsError S114 where ajv takes the schema for none */
  of(schema: JsonSchema): ValidateFunction {
    let validate = this.compiled.get(schema);
    if (!validate) {
      if (given.has(schema)) judgeSchema(schema);
      validate = this.compile(guardedOf(schema));
      this.compiled.set(schema, validate);
    }
    return validate;
  }

  provide(schema: JsonSchema, validate: ValidateFunction): void {
    this.compiled.set(schema, validate);
  }

  private compile(schema: JsonSchema): ValidateFunction {
    try {
      this.ajv ??= newAjv({ code: { regExp }, ...this.options });
      return compileWith(this.ajv, schema);
    } catch (cause) {
      throw noSchema(cause instanceof Error ? cause.message : String(cause), cause);
    }
  }
}

const given = new WeakSet<JsonSchema>();

/** Says of a schema that it was written by hand or by a library, and so has to be judged itself before it judges. */
export function markGiven(schema: JsonSchema): void {
  given.add(schema);
}

/** A copy of a schema, which was given where that was. */
export function sameOrigin(copy: JsonSchema, schema: JsonSchema): JsonSchema {
  if (given.has(schema)) given.add(copy);
  return copy;
}

let metaAjv: Ajv | undefined;

/** @throws SkillsError S114 where it is no JSON Schema */
export function judgeSchema({ $schema: _, ...schema }: JsonSchema): void {
  metaAjv ??= newAjv({ meta: true });
  if (metaAjv.validateSchema(schema) !== true)
    throw noSchema(metaAjv.errorsText(metaAjv.errors, { dataVar: "schema" }));
}

function noSchema(why: string, cause?: unknown): SkillsError {
  return new SkillsError("S114", `a schema cannot be used: ${why}`, {
    help: "give JSON Schema, draft 2020-12, whose $refs point into its own $defs",
    cause,
  });
}

const judges = new Validators({ allErrors: false });
const explainers = new Validators({ allErrors: true, verbose: true });

/** Validators that were compiled before, for a schema of a built manifest. */
export function provide(schema: JsonSchema, judge: ValidateFunction, explainer: ValidateFunction): void {
  judges.provide(schema, judge);
  explainers.provide(schema, explainer);
}

/** What does not fit; empty where the value fits. Draft 2020-12, formats asserted. */
export function issuesAgainst(schema: JsonSchema, value: unknown): InputIssue[] {
  try {
    if (judges.of(schema)(value)) return [];
    const explain = explainers.of(schema);
    explain(value);
    const issues = issuesOf(explain.errors ?? [], schema);
    // Of an `if` written by hand, whose `else` is false, nothing tells what was wrong.
    return issues.length > 0 ? issues : [issueAt("", expectation(schema, schema), value)];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [TOO_DEEP];
  }
}

/** Of what overflows the stack of whatever goes through it. */
export const TOO_DEEP: InputIssue = {
  path: "",
  message: "is nested too deeply to be read",
  expected: "a value with fewer levels",
  received: "a deeper one",
};

export function accepts(schema: JsonSchema, value: unknown): boolean {
  return judges.of(schema)(value);
}

const copies = new WeakMap<JsonSchema, JsonSchema>();

function guardedOf(schema: JsonSchema): JsonSchema {
  let copy = copies.get(schema);
  if (!copy) copies.set(schema, (copy = guarded(schema)));
  return copy;
}

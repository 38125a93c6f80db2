import type { CodeKeywordDefinition, ValidateFunction } from "ajv/dist/2020";
import { SkillsError } from "../errors";
import type { JsonSchema } from "../wire";
import { compileWith, newAjv, regExp } from "./new-ajv";
import { TYPE } from "./types-apart";

/** ajv's own means of writing code: loaded when validators are written, never by a program that calls tools. */
const MEANS = () => ({
  ...(require("ajv/dist/compile/codegen") as typeof import("ajv/dist/compile/codegen")),
  ...(require("ajv/dist/vocabularies/code") as typeof import("ajv/dist/vocabularies/code")),
  names: (require("ajv/dist/compile/names") as typeof import("ajv/dist/compile/names")).default,
  standalone: (require("ajv/dist/standalone") as typeof import("ajv/dist/standalone")).default,
});
type Means = ReturnType<typeof MEANS>;

/** What ajv gives numbered names to in the text of a validator: it refuses them to the variables inside. */
const SCOPED = new Set([
  "validate",
  "wrapper",
  "root",
  "schema",
  "keyword",
  "pattern",
  "formats",
  "func",
  "obj",
]);

/** Writes validators with one instance of ajv, which takes as long to make as several of them. */
export class ValidatorWriter {
  private readonly means = MEANS();
  private readonly ajv = newAjv({
    allErrors: true,
    verbose: true,
    messages: false,
    // The compiler's schemas are known to be schemas: the meta-schema would take longer to compile than most of them.
    meta: false,
    validateSchema: false,
    keywords: [typeKeyword(this.means)],
    code: {
      source: true,
      // It would take as long again, to save a tenth of the text.
      optimize: false,
      // The text is wanted, and nothing that runs.
      process: () => "return function validate() {}",
      regExp: Object.assign(regExp.bind(undefined), { code: "regExp" }),
    },
  });

  /**
   * The text of a function that makes a validator.
   *
   * @param body a schema that was taken apart: for the types in it, the text calls `type` with their keys
   * @throws SkillsError S114 where ajv takes it for none
   */
  textOf(body: JsonSchema): string {
    const { standalone, ValueScope } = this.means;
    const words = JSON.stringify(body);
    // Code that keeps account of what was evaluated is a tenth of all, and few schemas ask for it.
    this.ajv.opts.unevaluated = words.includes('"unevaluated');
    // The names in a text must not depend on what was written before it.
    Object.assign(this.ajv, { scope: new ValueScope({ scope: {}, prefixes: SCOPED }) });
    const text = standalone(this.ajv, this.compiled(body));
    this.ajv.removeSchema(body);
    return `const module = {};\n${text.replace(/^"use strict";/, "")}\nreturn module.exports;`;
  }

  private compiled(body: JsonSchema): ValidateFunction {
    try {
      return compileWith(this.ajv, body);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new SkillsError("S114", `a schema cannot be compiled: ${why}`, {
        help: "give JSON Schema, draft 2020-12, whose $refs point into its own $defs",
        cause,
      });
    }
  }
}

/** Calls the validator of a type that was taken apart, as ajv calls that of a `$ref`. */
function typeKeyword({ _, callValidateCode, names, nil, stringify }: Means): CodeKeywordDefinition {
  return {
    keyword: TYPE,
    schemaType: "string",
    code(cxt) {
      const { gen, it } = cxt;
      const key = cxt.schema as string;
      const validate = gen.scopeValue("validate", { ref: key, code: _`type(${stringify(key)})` });
      const succeed = (): void => {
        // A type is a closed object: nothing of it is left for `unevaluatedProperties`.
        it.props = true;
      };
      const fail = (): void => {
        const { vErrors, errors } = names;
        const found = _`${validate}.errors`;
        gen.assign(vErrors, _`${vErrors} === null ? ${found} : ${vErrors}.concat(${found})`);
        gen.assign(errors, _`${vErrors}.length`);
      };
      cxt.result(callValidateCode(cxt, validate, nil), succeed, fail);
    },
  };
}

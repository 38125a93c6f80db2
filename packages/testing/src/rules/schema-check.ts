import type * as Ajv from "ajv/dist/2020";

let ajv: Ajv.Ajv2020 | undefined;
const validators = new Map<string, (input: unknown) => string[]>();

/** ajv costs tens of milliseconds to load: only where there is a schema to check. */
function load(): Ajv.Ajv2020 {
  if (ajv === undefined) {
    const { Ajv2020: Class } = require("ajv/dist/2020") as typeof Ajv;
    ajv = new Class({ allErrors: true, strict: false, validateFormats: false });
  }
  return ajv;
}

/** Why an input does not fit a schema, one line each; empty: it fits, or the schema cannot judge. */
export function inputProblems(schema: unknown, input: unknown): string[] {
  const key = JSON.stringify(schema) ?? "";
  let validate = validators.get(key);
  if (validate === undefined) {
    validate = compile(schema);
    validators.set(key, validate);
  }
  return validate(input);
}

function compile(schema: unknown): (input: unknown) => string[] {
  if (typeof schema !== "object" || schema === null) return () => [];
  const check = load().compile(bare(schema));
  return (input) =>
    check(input)
      ? []
      : (check.errors ?? []).map(
          (error) => `${error.instancePath || "(root)"} ${error.message ?? error.keyword}`,
        );
}

/** Why something is no JSON Schema of draft 2020-12; undefined: it is one. */
export function schemaProblem(schema: object): string | undefined {
  const loaded = load();
  if (loaded.validateSchema(bare(schema)) === true) return undefined;
  return loaded.errorsText(loaded.errors, { dataVar: "schema" });
}

/**
 * The API judges by one draft, whichever a schema names (draft 7, by other toolkits); and one $id may come often. At the
 * root it takes null for no properties, and for none required.
 */
function bare(schema: { properties?: unknown; required?: unknown }): object {
  const { properties, required } = schema;
  return {
    ...schema,
    $schema: undefined,
    $id: undefined,
    properties: properties ?? undefined,
    required: required ?? undefined,
  };
}

import type { ErrorObject, ValidateFunction } from "ajv/dist/2020";
import type { JsonSchema } from "../wire";
import { SkillsError } from "../errors";
import { guarded } from "./guarded";
import { MOST_ERRORS } from "./issues";
import { madeBy } from "./made-by";
import { regExp } from "./new-ajv";
import type { StandaloneValidators } from "./standalone";
import { schemaKey, takenApart } from "./types-apart";
import { provide } from "./validator";

export type ReadyValidators = ReturnType<StandaloneValidators>;

/**
 * Ready-compiled validators, opened: what they load is named here, so that a bundler sees it.
 *
 * @param file where they stand
 * @throws SkillsError S115 where other versions wrote them, or they are none
 */
export function openValidators(validators: StandaloneValidators, file?: string): ReadyValidators {
  const wrong = (message: string, cause?: unknown): SkillsError =>
    new SkillsError("S115", message, {
      place: file === undefined ? undefined : { file },
      help: "run `skills build` again",
      cause,
    });
  if (typeof validators !== "function") throw wrong("these are no validators");
  if (validators.madeBy !== madeBy())
    throw wrong(
      `these validators were made by ${validators.madeBy ?? "another version"}, and this is ${madeBy()}`,
    );
  try {
    return validators((module) => RUNTIME[module]?.(), regExp);
  } catch (cause) {
    throw wrong("these validators cannot be used", cause);
  }
}

const RUNTIME: { [module: string]: () => unknown } = {
  "ajv/dist/runtime/equal": () => require("ajv/dist/runtime/equal") as unknown,
  "ajv/dist/runtime/ucs2length": () => require("ajv/dist/runtime/ucs2length") as unknown,
  "ajv-formats/dist/formats": () => require("ajv-formats/dist/formats") as unknown,
};

/** What is judged by these schemas needs no compiling: not where the code that may run is only what was shipped. */
export function provideValidators(schemas: readonly JsonSchema[], ready: ReadyValidators): void {
  for (const schema of schemas) {
    const key = schemaKey(schema);
    const load = Object.hasOwn(ready, key) ? ready[key] : undefined;
    if (load) {
      const validate = load();
      provide(schema, validate, explainer(schema, validate));
    }
  }
}

/**
 * The errors name parts of the schema by copies inside the validator, in which types may stand that were put back: they
 * are given back as the schema's own parts.
 */
function explainer(schema: JsonSchema, validate: ValidateFunction): ValidateFunction {
  let parts: Map<string, JsonSchema> | undefined;
  const own = new WeakMap<object, JsonSchema>();
  const partOf = (copy: object): JsonSchema => {
    let part = own.get(copy);
    if (!part) {
      parts ??= partsByBody(schema);
      const body = takenApart(copy as JsonSchema).body;
      part = parts.get(JSON.stringify(copy)) ?? parts.get(JSON.stringify(body)) ?? (copy as JsonSchema);
      own.set(copy, part);
    }
    return part;
  };
  const withOwnParts = (error: ErrorObject): ErrorObject => ({
    ...error,
    parentSchema: error.parentSchema && partOf(error.parentSchema),
  });
  const explain = ((value: unknown) => {
    const fits = validate(value);
    explain.errors = validate.errors?.slice(0, MOST_ERRORS).map(withOwnParts);
    return fits;
  }) as ValidateFunction;
  return explain;
}

/** By what they are after taking apart, and by what they were: explicit schemas stay whole. */
function partsByBody(schema: JsonSchema): Map<string, JsonSchema> {
  const parts = new Map<string, JsonSchema>();
  takenApart(guarded(schema), (part, body) => {
    parts.set(JSON.stringify(body), part).set(JSON.stringify(part), part);
  });
  return parts;
}

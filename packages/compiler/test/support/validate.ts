import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";

const ajv = addFormats(new Ajv2020({ strict: false }));

/** Whether a schema accepts a value, by an independent validator. */
export function accepts(schema: object, value: unknown): boolean {
  return ajv.validate(schema, value);
}

/** The same for many values of one schema. */
export function validator(schema: object): (value: unknown) => boolean {
  return ajv.compile(schema);
}

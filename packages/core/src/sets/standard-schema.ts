import { markGiven } from "../validate/validator";
import { SkillsError } from "../errors";
import type { ObjectSchema } from "../wire";

/** As much of the Standard Schema interface (standardschema.dev) as is used: zod, valibot and arktype have it. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    /** The newer part of the interface: the JSON Schema of what `validate` takes. */
    readonly jsonSchema?: { readonly input: (options: { target: string }) => Record<string, unknown> };
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
      }[];
    };

/**
 * Asked in the standard's own way first, then as each library made JSON Schema before the standard had one.
 *
 * @throws SkillsError S114
 */
export function jsonSchemaOf(schema: StandardSchema, tool: string): ObjectSchema {
  const { jsonSchema, vendor } = schema["~standard"];
  const json = jsonSchema?.input({ target: "draft-2020-12" }) ?? ownJsonSchema(schema);
  if (json?.type === "object") {
    const { $schema: _, ...rest } = json;
    markGiven(rest);
    return rest as ObjectSchema;
  }
  throw new SkillsError(
    "S114",
    `the inputSchema of ${tool} (${vendor}) ${json ? "describes no object" : "makes no JSON Schema"}`,
    {
      help: json
        ? "a tool's input is an object: wrap it in one"
        : "use a version of the library that implements Standard JSON Schema, or give JSON Schema",
    },
  );
}

function ownJsonSchema(schema: object): Record<string, unknown> | undefined {
  // arktype, and zod 4 on the schema itself.
  const own = schema as { toJsonSchema?: () => unknown; toJSONSchema?: () => unknown };
  return (own.toJsonSchema?.() ?? own.toJSONSchema?.()) as Record<string, unknown> | undefined;
}

import { asSent, checkExplicitSchema } from "../describe/explicit-schema";
import { describeValidatedClass, isValidated } from "../describe/class-validator-schema";
import { BrokenSchemaError } from "../dispatch/errors";
import type { InputIssue } from "../validate/input-issue";
import { ArgumentReader } from "../dispatch/arguments";
import { ToolContext } from "../dispatch/tool-context";
import { preview } from "../validate/words";
import { SkillsError } from "../errors";
import type { ParamManifest } from "../manifest";
import type { GivenObjectSchema, ObjectSchema } from "../wire";
import { jsonSchemaOf, type StandardSchema } from "./standard-schema";

/** What a tool's input may be described by, where there is no signature: JSON Schema, a Standard Schema, a DTO class. */
export type InputSchema = GivenObjectSchema | StandardSchema | (new () => object);

/** What a tool described in this way is given. JSON Schema tells TypeScript nothing. */
export type InputOf<S extends InputSchema> =
  S extends StandardSchema<unknown, infer Output>
    ? Output
    : S extends new () => infer Instance
      ? Instance
      : unknown;

export interface ReadInputSchema {
  json: ObjectSchema;
  /** What the tool is given, of an input that fits. @throws BrokenSchemaError */
  parse(input: Record<string, unknown>, tool: string): Promise<unknown>;
}

/** @throws SkillsError S114 where no JSON Schema can be made of it */
export function inputSchemaOf(schema: InputSchema, tool: string): ReadInputSchema {
  if (isStandardSchema(schema))
    return { json: jsonSchemaOf(schema, tool), parse: (input, name) => parse(schema, input, name) };
  if (typeof schema === "function") return ofClass(schema, tool);
  checkExplicitSchema(schema, tool);
  return { json: asSent(schema), parse: (input) => Promise.resolve(input) };
}

function ofClass(type: new () => object, tool: string): ReadInputSchema {
  if (!isValidated(type)) {
    throw new SkillsError(
      "S114",
      `the inputSchema of ${tool} is the class ${type.name}, which class-validator knows nothing of`,
      {
        help: "decorate its properties (@IsString() …), or give JSON Schema",
      },
    );
  }
  const { schema, revive } = describeValidatedClass(type);
  const json = schema as ObjectSchema;
  // As if a method had one parameter, of this class, under a name that no path shows.
  const whole: ParamManifest = { name: "", kind: "input", revive };
  return {
    json,
    async parse(input, name) {
      const reader = new ArgumentReader(name, { inputSchema: json, params: [whole] }, () => type);
      const toolUse = { type: "tool_use" as const, id: "", name, input };
      const values = reader.read({ [whole.name]: input }, new ToolContext({ toolUse }));
      await reader.check(values);
      return values[0];
    },
  };
}

function isStandardSchema(schema: InputSchema): schema is StandardSchema {
  const isObject =
    (typeof schema === "object" && (schema as unknown) !== null) || typeof schema === "function";
  return isObject && "~standard" in schema;
}

async function parse(schema: StandardSchema, input: unknown, tool: string): Promise<unknown> {
  const result = await schema["~standard"].validate(input);
  if (!result.issues) return result.value;
  throw new BrokenSchemaError(
    tool,
    result.issues.map(({ message, path = [] }): InputIssue => {
      const keys = path.map((part) => (typeof part === "object" ? part.key : part));
      const at = keys
        .map((key, index) =>
          typeof key === "number" ? `[${String(key)}]` : `${index > 0 ? "." : ""}${String(key)}`,
        )
        .join("");
      const received = preview(
        keys.reduce<unknown>(
          (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
          input,
        ),
      );
      return { path: at, message: `${message}; received ${received}`, expected: message, received };
    }),
  );
}

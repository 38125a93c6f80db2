import {
  schemasIn,
  STRICT_LIMITS,
  strictLoad,
  whyNotStrict,
  wireForm,
  type Diagnostic,
  type JsonSchema,
  type ObjectSchema,
} from "@skills/core";
import { propertiesOf } from "./schema-parts";

/** A tool as it would go into a request. */
export interface OfferedTool {
  /** The declared name; dots become `__` on the wire. Undefined where it is only known at run time. */
  name: string | undefined;
  description?: string;
  inputSchema: ObjectSchema;
  strict: boolean;
  spot: Pick<Diagnostic, "file" | "line" | "class" | "method">;
}

/** What the API would refuse of these tools: each by itself, and all of them in one request. */
export function refusedByApi(tools: readonly OfferedTool[]): Diagnostic[] {
  const strict = tools.filter((tool) => tool.strict);
  return [
    ...tools.flatMap((tool) => [...nameProblems(tool), ...schemaProblems(tool)]),
    ...strict.flatMap(strictProblems),
    ...totals(strict),
  ];
}

function nameProblems({ name, spot }: OfferedTool): Diagnostic[] {
  if (name === undefined || /^[a-zA-Z0-9_-]{1,128}$/.test(wireForm(name))) return [];
  return [
    refused(spot, `the API takes no tool named ${JSON.stringify(name)}`, "use 1 to 128 of A-Z a-z 0-9 _ - ."),
  ];
}

function schemaProblems({ inputSchema, spot }: OfferedTool): Diagnostic[] {
  const problems: Diagnostic[] = [];
  if ((inputSchema.type as unknown) !== "object")
    problems.push(refused(spot, 'the input schema is not of type "object"', "put the value into a property"));
  const combinator = ["oneOf", "allOf", "anyOf"].find((keyword) => keyword in inputSchema);
  if (combinator !== undefined)
    problems.push(
      refused(
        spot,
        `the API takes no ${combinator} at the root of an input schema`,
        "put it into a property",
      ),
    );
  const schemas = [...schemasIn(inputSchema)];
  const key = schemas
    .flatMap((schema) => Object.keys(propertiesOf(schema)))
    .find((each) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(each));
  if (key !== undefined)
    problems.push(
      refused(
        spot,
        `the API takes no property named ${JSON.stringify(key)}`,
        "use 1 to 64 of A-Z a-z 0-9 _ . - (@Param({ name }) gives a parameter another name)",
      ),
    );
  const old = schemas.map(draft07Form).find((each) => each !== undefined);
  if (old !== undefined)
    problems.push(refused(spot, `the input schema is of an older draft: ${old}`, DRAFT_HELP));
  return problems;
}

const DRAFT_HELP = "write JSON Schema, draft 2020-12";

function draft07Form(schema: JsonSchema): string | undefined {
  if (Array.isArray(schema.items)) return "items is a list (prefixItems now)";
  if (typeof schema.exclusiveMinimum === "boolean" || typeof schema.exclusiveMaximum === "boolean")
    return "exclusiveMinimum and exclusiveMaximum are numbers now";
  if ("dependencies" in schema) return "dependencies is dependentRequired or dependentSchemas now";
  return typeof schema.$schema === "string" && /draft-0\d/.test(schema.$schema) ? schema.$schema : undefined;
}

function strictProblems({ inputSchema, spot }: OfferedTool): Diagnostic[] {
  const why = whyNotStrict(inputSchema);
  if (why === undefined) return [];
  const help = "check it in the tool itself, or leave strict out";
  return [problem("S241", "error", spot, `strict: true does not take this schema: ${why}`, help)];
}

function totals(strict: readonly OfferedTool[]): Diagnostic[] {
  const [first] = strict;
  if (!first) return [];
  const loads = strict.map(({ inputSchema }) => strictLoad(inputSchema));
  const optional = loads.reduce((sum, load) => sum + load.optional, 0);
  const unions = loads.reduce((sum, load) => sum + load.unions, 0);
  const counts: [what: string, count: number, most: number][] = [
    ["strict tools", strict.length, STRICT_LIMITS.tools],
    ["optional parameters in strict tools", optional, STRICT_LIMITS.optional],
    ["parameters of more than one type in strict tools", unions, STRICT_LIMITS.unions],
  ];
  return counts
    .filter(([, count, most]) => count > most)
    .map(([what, count, most]) =>
      problem(
        "S242",
        "warning",
        first.spot,
        `${String(count)} ${what}, and one request may have ${String(most)}`,
        "offer fewer of them together, or make fewer tools strict",
      ),
    );
}

function refused(spot: OfferedTool["spot"], message: string, help: string): Diagnostic {
  return problem("S240", "error", spot, message, help);
}

function problem(
  code: string,
  severity: Diagnostic["severity"],
  spot: OfferedTool["spot"],
  message: string,
  help: string,
): Diagnostic {
  return { code, severity, message, ...spot, help };
}

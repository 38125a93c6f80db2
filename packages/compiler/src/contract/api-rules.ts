import type { Diagnostic, JsonSchema, ObjectSchema } from "@skills/core";
import { listOf, namedOf, propertiesOf, requiredOf, schemasIn } from "./schema-parts";

/** A tool as it would go into a request. */
export interface OfferedTool {
  /** The declared name; dots become `__` on the wire. Undefined where it is only known at run time. */
  name: string | undefined;
  description?: string;
  inputSchema: ObjectSchema;
  strict: boolean;
  spot: Pick<Diagnostic, "file" | "line" | "class" | "method">;
}

const MOST_STRICT_TOOLS = 20;
const MOST_STRICT_OPTIONAL = 24;
const MOST_STRICT_UNIONS = 16;

/** Limits that a grammar does not express. */
const NOT_STRICT = [
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"],
  ...["maxItems", "uniqueItems", "minProperties", "maxProperties"],
];

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
  if (name === undefined || /^[a-zA-Z0-9_-]{1,128}$/.test(name.replaceAll(".", "__"))) return [];
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
  for (const schema of schemasIn(inputSchema)) {
    const why = notStrict(schema);
    if (why !== undefined)
      return [problem("S241", "error", spot, `strict: true does not take this schema: ${why}`, STRICT_HELP)];
  }
  return isRecursive(inputSchema)
    ? [problem("S241", "error", spot, "strict: true does not take a recursive type", STRICT_HELP)]
    : [];
}

const STRICT_HELP = "check it in the tool itself, or leave strict out";

function notStrict(schema: JsonSchema): string | undefined {
  if (schema.type === "object" && schema.additionalProperties !== false)
    return "an object that is open to other properties";
  const keyword = NOT_STRICT.find((each) => each in schema);
  if (keyword !== undefined) return keyword;
  if (typeof schema.minItems === "number" && schema.minItems > 1) return "minItems other than 0 and 1";
  return typeof schema.pattern === "string" && /\(\?<?[=!]/.test(schema.pattern)
    ? "a pattern that looks around"
    : undefined;
}

function totals(strict: readonly OfferedTool[]): Diagnostic[] {
  const [first] = strict;
  if (!first) return [];
  const sum = (count: (schema: JsonSchema) => number): number =>
    strict.reduce(
      (total, { inputSchema }) =>
        [...schemasIn(inputSchema)].reduce((inner, schema) => inner + count(schema), total),
      0,
    );
  const counts: [what: string, count: number, most: number][] = [
    ["strict tools", strict.length, MOST_STRICT_TOOLS],
    ["optional parameters in strict tools", sum(optionalProperties), MOST_STRICT_OPTIONAL],
    ["parameters of more than one type in strict tools", sum(unionProperties), MOST_STRICT_UNIONS],
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

function optionalProperties(schema: JsonSchema): number {
  const required = requiredOf(schema);
  return Object.keys(propertiesOf(schema)).filter((name) => !required.includes(name)).length;
}

function unionProperties(schema: JsonSchema): number {
  return Object.values(propertiesOf(schema)).filter(
    (property) => listOf(property.anyOf).length > 0 || Array.isArray(property.type),
  ).length;
}

function isRecursive(root: JsonSchema): boolean {
  const definitions = namedOf(root.$defs);
  const targets = (schema: unknown): string[] =>
    [...schemasIn(schema)].flatMap(({ $ref }) =>
      typeof $ref === "string" ? [$ref.replace("#/$defs/", "")] : [],
    );
  const reaches = (name: string, goal: string, seen = new Set<string>()): boolean =>
    targets(definitions[name]).some((next) => {
      if (next === goal) return true;
      if (seen.has(next)) return false;
      return reaches(next, goal, seen.add(next));
    });
  return targets(root).includes("#") || Object.keys(definitions).some((name) => reaches(name, name));
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

import type { JsonSchema, Manifest } from "@skills/core";
import type { OfferedTool } from "./api-rules";
import { isObject } from "./schema-parts";
import { toolKey } from "./tool-key";
import { compareSchemas, type SchemaChange } from "./compare-schemas";

/** A difference in what a tool promises to those who call it. */
export interface ContractChange {
  /** `Orders.find`; of a function its name, or that which it was added by, or `sets.ts:12` where it has neither. */
  tool: string;
  /** Whether a call that was right before can be wrong now, or a result can be one that nobody expects. */
  breaking: boolean;
  /** Which part: the tool itself, its input or its output, and where in that. */
  part: "tool" | "input" | "output";
  path: string;
  what: string;
}

/**
 * What changed in the contract of each tool, those of the new manifest first, in its order.
 *
 * @param offered the tools of the new manifest as `inspect` gives them: by them, functions without a name are called
 */
export function compareManifests(
  before: Manifest,
  after: Manifest,
  offered: readonly OfferedTool[] = [],
): ContractChange[] {
  const [old, now] = [contractsIn(before), contractsIn(after, offered)];
  const changes: ContractChange[] = [];
  for (const [key, contract] of now) {
    const { title = key } = contract;
    const earlier = old.get(key);
    changes.push(...(earlier ? changesOf(title, earlier, contract) : [ofTool(title, false, "a new tool")]));
  }
  for (const [key, { title = key, isDescribed }] of old)
    if (!now.has(key))
      changes.push(
        ofTool(
          title,
          true,
          isDescribed ? "the tool is gone" : "the tool is gone, or its schema is known at run time only",
        ),
      );
  return changes;
}

/** What a tool promises. */
interface Contract {
  /** Where the key is none that a reader knows. */
  title?: string;
  file: string;
  description?: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  /** Its signature was described, whatever schema it was given. */
  isDescribed: boolean;
}

/** By class and method, or by name; by file, too, where two have one name. A schema that was given is the one that holds. */
function contractsIn(
  { skills, functions, explicit = [] }: Manifest,
  offered: readonly OfferedTool[] = [],
): Map<string, Contract> {
  const contracts = new Map<string, Contract>();
  const add = (name: string, contract: Contract): void => {
    contracts.set(contracts.has(name) ? `${contract.file}#${name}` : name, contract);
  };
  for (const { class: name, file, tools } of skills)
    for (const tool of tools)
      add(toolKey(name, tool.method, tool.static ?? false), { ...tool, file, isDescribed: true });
  // One function that is given to several sets stands there once for each, and is one tool where no schema is given, too.
  const seen = new Set<string>();
  const isGiven = (file: string, name: string) =>
    explicit.some((given) => given.file === file && given.tool === name);
  const nameless = functions.filter(({ name }) => name === "");
  for (const each of functions) {
    const { file, line, ...described } = each;
    if (described.name === "") {
      const title = offered.find(({ spot }) => spot.file === file && spot.line === line)?.name;
      // Lines change with every edit above them; the order in a file stays.
      const index = nameless.filter((other) => other.file === file).indexOf(each);
      const place = `${file}:${String(line)}`;
      add(`${file}#${String(index)}`, { ...described, file, title: title ?? place, isDescribed: true });
      continue;
    }
    const shape = JSON.stringify(described);
    if (seen.has(shape) && !isGiven(file, described.name)) continue;
    seen.add(shape);
    add(described.name, { ...described, file, isDescribed: true });
  }
  for (const { tool, file, schema } of explicit) {
    if (tool === undefined) continue;
    const key = [`${file}#${tool}`, tool].find((name) => contracts.get(name)?.file === file);
    const described = key === undefined ? undefined : contracts.get(key);
    if (key !== undefined && described?.isDescribed)
      contracts.set(key, { ...described, inputSchema: schema });
    else add(tool, { file, inputSchema: schema, isDescribed: false });
  }
  return contracts;
}

function changesOf(tool: string, before: Contract, after: Contract): ContractChange[] {
  const input = compareSchemas(before.inputSchema, after.inputSchema);
  const description =
    before.description === after.description ? [] : [ofTool(tool, false, "the description changed")];
  return [
    ...description,
    // Who calls gives the input and takes the output: to ask for more breaks the one, to give other things the other.
    ...input.map((each) => ofSchema(tool, "input", each, each.narrows)),
    ...outputChanges(tool, before.outputSchema, after.outputSchema),
  ];
}

function outputChanges(
  tool: string,
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
): ContractChange[] {
  if (!before && !after) return [];
  const isAbout = { tool, part: "output" as const, path: "" };
  if (!before) return [{ ...isAbout, breaking: false, what: "the output is described now" }];
  if (!after) return [{ ...isAbout, breaking: true, what: "the output is not described any more" }];
  return compareSchemas(opened(before), opened(after)).map((each) =>
    ofSchema(tool, "output", each, each.widens),
  );
}

/** Nobody minds a result's further fields. */
function opened(schema: JsonSchema): JsonSchema {
  const open = (value: unknown, keyword?: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => open(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(
          ([key, inner]) => keyword === "properties" || key !== "additionalProperties" || inner !== false,
        )
        .map(([key, inner]) => [key, ["const", "enum", "default"].includes(key) ? inner : open(inner, key)]),
    );
  };
  return open(schema) as JsonSchema;
}

function ofSchema(
  tool: string,
  part: "input" | "output",
  { path, what }: SchemaChange,
  breaking: boolean,
): ContractChange {
  return { tool, breaking, part, path, what };
}

function ofTool(tool: string, breaking: boolean, what: string): ContractChange {
  return { tool, breaking, part: "tool", path: "", what };
}

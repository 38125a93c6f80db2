import type { CallableManifest, JsonSchema, Manifest } from "@skills/core";
import { isObject } from "./schema-parts";
import { compareSchemas, type SchemaChange } from "./compare-schemas";

/** A difference in what a tool promises to those who call it. */
export interface ContractChange {
  /** `Orders.find`; of a function its name. */
  tool: string;
  /** Whether a call that was right before can be wrong now, or a result can be one that nobody expects. */
  breaking: boolean;
  /** Which part: the tool itself, its input or its output, and where in that. */
  part: "tool" | "input" | "output";
  path: string;
  what: string;
}

/** What changed in the contract of each tool, those of the new manifest first, in its order. */
export function compareManifests(before: Manifest, after: Manifest): ContractChange[] {
  const [old, now] = [toolsIn(before), toolsIn(after)];
  const changes: ContractChange[] = [];
  for (const [tool, callable] of now) {
    const earlier = old.get(tool);
    changes.push(...(earlier ? changesOf(tool, earlier, callable) : [ofTool(tool, false, "a new tool")]));
  }
  for (const tool of old.keys()) if (!now.has(tool)) changes.push(ofTool(tool, true, "the tool is gone"));
  return changes;
}

/** By class and method; by file, too, where two classes have one name. */
function toolsIn({ skills, functions }: Manifest): Map<string, CallableManifest> {
  const tools = new Map<string, CallableManifest>();
  const add = (name: string, file: string, callable: CallableManifest): void => {
    tools.set(tools.has(name) ? `${file}#${name}` : name, callable);
  };
  for (const { class: name, file, tools: own } of skills)
    for (const tool of own) add(`${name}.${tool.static ? "static " : ""}${tool.method}`, file, tool);
  for (const callable of functions) add(callable.name, callable.file, callable);
  return tools;
}

function changesOf(tool: string, before: CallableManifest, after: CallableManifest): ContractChange[] {
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

import { toolSet, ToolSet } from "@skills/core";
import { RunnableToolSet } from "./runnable-tools";
import type { BetaRunnableTool, BetaRunnableToolset, BetaToolUnion } from "../sdk-types";

/**
 * What `tools` takes: instances of skill classes, tool sets, the SDK's runnable tools, its browser and computer
 * toolsets, and raw definitions (server tools, or tools that somebody else answers).
 */
export type RunnerTool = ToolSet | BetaRunnableTool | BetaRunnableToolset | BetaToolUnion | object;

/** One entry of `tools`, told apart once. */
export type ToolEntry =
  | { kind: "set"; set: ToolSet }
  | { kind: "toolset"; family: string; toolset: BetaRunnableToolset }
  | { kind: "raw"; definition: BetaToolUnion };

/** @throws SkillsError S105 for what has no tools */
export function toolEntry(tool: RunnerTool): ToolEntry {
  // JavaScript gives anything, such as the undefined of `wanted && new Orders()`: toolSet says what is wrong with it.
  if (typeof tool !== "object" || tool === null) return { kind: "set", set: toolSet(tool) };
  if (isToolSet(tool)) return { kind: "set", set: tool };
  if (isRunnableToolset(tool)) return { kind: "toolset", family: familyOf(tool.type), toolset: tool };
  if (!isDefinition(tool)) return { kind: "set", set: toolSet(tool) };
  if (isRunnableTool(tool)) return { kind: "set", set: new RunnableToolSet(tool) };
  return { kind: "raw", definition: tool };
}

/** The same tools, with each instance of a skill class as the set that it is: made once, for any number of runs. */
export function readyTools(tools: readonly RunnerTool[]): RunnerTool[] {
  return tools.map((tool) => {
    const entry = toolEntry(tool);
    return entry.kind === "set" && !isRunnableTool(tool) ? entry.set : tool;
  });
}

/** What the sets among these tools want to say in the system prompt. */
export function instructionsOf(tools: readonly RunnerTool[]): string[] {
  return tools.map(toolEntry).flatMap((entry) => (entry.kind === "set" ? entry.set.instructions : []));
}

/** The entry as a request's `tools` has it. */
export function definitionsOf(entry: ToolEntry): BetaToolUnion[] {
  if (entry.kind === "raw") return [entry.definition];
  // A toolset's own `toJSON` gives its nameless entry: the instance itself holds a driver.
  if (entry.kind === "toolset") return [toolsetDefinition(entry.toolset)];
  return entry.set.toolsSchema;
}

/** The names that the tool, or each tool of the set, is called by. */
export function namesOf(tool: RunnerTool): string[] {
  return definitionsOf(toolEntry(tool)).flatMap((definition) =>
    "name" in definition ? [definition.name] : [],
  );
}

/** The family of a definition as the API computes it: its type without the date and without `_toolset`. */
export function familyOf(type: string | null | undefined): string {
  return (type ?? "custom").replace(/_\d{8}$/, "").replace(/_toolset$/, "");
}

/** Recognised by shape: a second copy of core has another class. */
function isToolSet(tool: object): tool is ToolSet {
  return tool instanceof ToolSet || ("toolsSchema" in tool && "runTool" in tool);
}

export function isRunnableToolset(tool: object): tool is BetaRunnableToolset {
  return hasRun(tool) && "type" in tool && /^(browser|computer)_toolset_\d{8}$/.test(String(tool.type));
}

export function isRunnableTool(tool: object): tool is BetaRunnableTool {
  return hasRun(tool) && isDefinition(tool) && "name" in tool;
}

/** Whether the object is an entry of the API's `tools`: only such have a schema or a type of the API. */
function isDefinition(tool: object): tool is BetaToolUnion {
  if ("input_schema" in tool && typeof tool.input_schema === "object") return true;
  return (
    "type" in tool &&
    typeof tool.type === "string" &&
    ("name" in tool || /_\d{8}$|^mcp_toolset$/.test(tool.type))
  );
}

function hasRun(tool: object): tool is { run: unknown } {
  return "run" in tool && typeof tool.run === "function";
}

function toolsetDefinition(toolset: BetaRunnableToolset): BetaToolUnion {
  return JSON.parse(JSON.stringify(toolset)) as BetaToolUnion;
}

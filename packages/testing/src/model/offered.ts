import type { ScriptedRequest } from "./request";
import { blocksOf, isObject, type JsonObject } from "../wire/shapes";

/** The tools that a request lets the model call. */
export interface Offered {
  /** By name: the definition, also of server tools. */
  tools: Map<string, { [key: string]: unknown }>;
  /** `toolset_name`s of browser and computer toolsets. */
  toolsets: Set<string>;
}

const TOOLSET = /^(browser|computer)_toolset_\d+$/;

/** The `tools` of the request, with the additions and removals that its system messages make. */
export function offeredTools(request: ScriptedRequest): Offered {
  const tools = new Map<string, { [key: string]: unknown }>();
  const toolsets = new Set<string>();
  const known = new Map<string, { [key: string]: unknown }>();
  const add = (definition: { [key: string]: unknown }): void => {
    const { type, name } = definition;
    const toolset = typeof type === "string" ? TOOLSET.exec(type)?.[1] : undefined;
    if (toolset !== undefined) toolsets.add(toolset);
    if (typeof name !== "string") return;
    tools.set(name, definition);
    known.set(name, definition);
  };
  request.tools.forEach(add);
  for (const { type, tool } of toolChanges(request)) {
    const { definition, name } = tool;
    if (isObject(definition)) add(definition);
    else if (typeof name !== "string") continue;
    else if (type === "tool_removal") tools.delete(name);
    else if (known.has(name)) tools.set(name, known.get(name) ?? {});
  }
  return { tools, toolsets };
}

function toolChanges(request: ScriptedRequest): { type: string; tool: JsonObject }[] {
  return request.messages.flatMap((message) =>
    message.role === "system" || message.role === "assistant"
      ? blocksOf(message.content).flatMap((block) => changesOf(block))
      : [],
  );
}

/** A compaction block carries the changes of the messages that it stands for. */
function changesOf(block: { [key: string]: unknown }): { type: string; tool: JsonObject }[] {
  if (block.type === "compaction") return blocksOf(block.tool_changes ?? []).flatMap(changesOf);
  const change = block.type === "tool_addition" || block.type === "tool_removal";
  return change && isObject(block.tool) ? [{ type: String(block.type), tool: block.tool as JsonObject }] : [];
}

/** For messages: the names, or that there are none. */
export function listOffered({ tools, toolsets }: Offered): string {
  const names = [...tools.keys(), ...[...toolsets].map((name) => `the ${name} toolset`)];
  return names.length === 0 ? "none" : names.join(", ");
}

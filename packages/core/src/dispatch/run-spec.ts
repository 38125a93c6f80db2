import { toolCalls } from "../registry/tool-calls";
import type { ToolSet } from "../sets/tool-set";
import type { ToolUse } from "../wire";
import { ToolNotFoundError } from "./errors";
import type { RunToolOptions, ToolOutput } from "./outcomes";
import { checkOutput } from "./output-check";
import { outputOf } from "./content";
import { settled } from "./settle";
import { ToolContext } from "./tool-context";
import { traced } from "./trace";

/**
 * Run a call in a set that keeps `ToolSpec`s: find the tool, run it within its time, check what it returned and make
 * that into an output.
 *
 * @throws ToolNotFoundError, BrokenSchemaError, OutputMismatchError, ToolTimeoutError, whatever the tool throws
 */
export async function runSpec(
  set: ToolSet,
  toolUse: ToolUse,
  options: RunToolOptions = {},
): Promise<ToolOutput> {
  const spec = set.tool(toolUse.name);
  if (!spec)
    throw new ToolNotFoundError(
      toolUse.name,
      set.toolsSchema.map(({ name }) => name),
    );
  const { description } = spec.definition;
  return traced(toolUse, description, options, () =>
    settled(toolUse.name, options.signal, spec.options.limits?.timeoutMs, async (signal) => {
      const finder = options.registry ?? { sets: [set] };
      const context: ToolContext = new ToolContext({
        ...options,
        signal,
        toolUse,
        tools: () => toolCalls(finder, spec.uses ?? [], context, options),
      });
      const value = await spec.run(toolUse.input, context, options);
      checkOutput(spec, value, options);
      return outputOf(toolUse, spec, value);
    }),
  );
}

import { toolCalls } from "../registry/tool-calls";
import type { ToolSet } from "../sets/tool-set";
import type { ToolUse } from "../wire";
import { ToolNotFoundError } from "./errors";
import type { RunToolOptions, ToolOutput } from "./outcomes";
import { checkOutput } from "./output-check";
import { outputOf } from "./content";
import { promised } from "./promised";
import { settled } from "./settle";
import { ToolContext } from "./tool-context";
import type { ToolSpec } from "./tool-spec";
import { checkCall } from "./tool-uses";
import { traced } from "./trace";

/**
 * Run a call in a set that keeps `ToolSpec`s: find the tool, run it within its time, check what it returned and make
 * that into an output.
 *
 * @throws ToolNotFoundError, BrokenSchemaError, OutputMismatchError, ToolTimeoutError, SkillsError S313 where the
 * call is none, whatever the tool throws
 */
export function runSpec(set: ToolSet, toolUse: ToolUse, options: RunToolOptions = {}): Promise<ToolOutput> {
  return promised(() => {
    const spec = specOf(set, toolUse);
    const { signal, timers, calledAs } = options;
    const timeoutMs = spec.options.limits?.timeoutMs;
    const called = calledAs === undefined ? toolUse : { ...toolUse, name: calledAs };
    return traced(called, spec.definition.description, options, () =>
      settled(toolUse.name, { signal, timeoutMs, timers }, (own) => run(set, spec, toolUse, options, own)),
    );
  });
}

function specOf(set: ToolSet, toolUse: ToolUse): ToolSpec {
  checkCall(toolUse);
  const spec = set.tool(toolUse.name);
  if (spec) return spec;
  throw new ToolNotFoundError(
    toolUse.name,
    set.toolsSchema.map(({ name }) => name),
  );
}

async function run(
  set: ToolSet,
  spec: ToolSpec,
  toolUse: ToolUse,
  options: RunToolOptions,
  signal: AbortSignal | undefined,
): Promise<ToolOutput> {
  const { state, idempotencyKey, onProgress, registry } = options;
  const context: ToolContext = new ToolContext({
    toolUse,
    signal,
    state,
    idempotencyKey,
    onProgress,
    tools: () => toolCalls(registry ?? { sets: [set] }, spec.uses ?? [], context, options),
  });
  const value = await spec.run(toolUse.input, context, options);
  checkOutput(spec, value, options);
  return outputOf(toolUse, spec, value);
}

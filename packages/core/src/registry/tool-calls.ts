import type { RunToolOptions } from "../dispatch/outcomes";
import type { ToolContext } from "../dispatch/tool-context";
import { err, ok, type Result } from "../result";
import { CapabilityError, type CallError } from "./call-error";
import {
  callTool,
  findSet,
  listTools,
  schemasOf,
  type ToolFinder,
  type ToolInfo,
  type ToolSchemas,
} from "./calls";

/** What a tool may do with other tools: those that its class names in `uses`, and no more. */
export interface ToolCalls {
  /** Run a tool with named input. One that `uses` does not name gives a `CapabilityError`. Never throws. */
  call(name: string, input?: object): Promise<Result<unknown, CallError>>;
  list(): Result<ToolInfo[], CallError>;
  schema(name: string): Result<ToolSchemas, CallError>;
}

export function toolCalls(
  finder: ToolFinder,
  uses: readonly string[],
  context: ToolContext,
  options: RunToolOptions,
): ToolCalls {
  let calls = 0;
  const denial = (name: string): CapabilityError | undefined => {
    const known = findSet(finder, name)?.tool(name);
    const names = [name, known?.definition.name, known?.declaredName];
    return uses.some((used) => names.includes(used)) ? undefined : new CapabilityError(name, uses);
  };
  return {
    async call(name, input = {}) {
      const denied = denial(name);
      if (denied) return err(denied);
      const number = String(++calls);
      return callTool(
        finder,
        { id: `${context.toolUse.id}.${number}`, name, input },
        {
          ...options,
          signal: context.signal,
          idempotencyKey: `${context.idempotencyKey}.${number}`,
        },
      );
    },
    list: () => ok(listTools(finder).filter(({ name }) => denial(name) === undefined)),
    schema(name) {
      const denied = denial(name);
      return denied ? err(denied) : schemasOf(finder, name);
    },
  };
}

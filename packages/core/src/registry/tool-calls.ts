import type { RunToolOptions } from "../dispatch/outcomes";
import type { ToolContext } from "../dispatch/tool-context";
import { err, ok, type Result } from "../result";
import { CapabilityError, type CallError } from "./call-error";
import {
  attempted,
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
  /** Never throws; nor does `schema`. */
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
  const permission = (name: string): Result<undefined, CallError> =>
    attempted(name, () => {
      const known = findSet(finder, name)?.tool(name);
      const names = [name, known?.definition.name, known?.declaredName];
      return uses.some((used) => names.includes(used)) ? ok(undefined) : err(new CapabilityError(name, uses));
    });
  return {
    async call(name, input = {}) {
      const allowed = permission(name);
      if (!allowed.ok) return allowed;
      const number = String(++calls);
      return callTool(
        finder,
        { id: `${context.toolUse.id}.${number}`, name, input },
        {
          ...options,
          calledAs: undefined,
          signal: context.signal,
          idempotencyKey: `${context.idempotencyKey}.${number}`,
        },
      );
    },
    list: () => attempted("list", () => ok(listTools(finder).filter(({ name }) => permission(name).ok))),
    schema(name) {
      const allowed = permission(name);
      return allowed.ok ? schemasOf(finder, name) : allowed;
    },
  };
}

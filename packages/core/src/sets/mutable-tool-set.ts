import { checkOptions } from "../declare/tool";
import { ToolContext } from "../dispatch/tool-context";
import { callableTool } from "../dispatch/callable-tool";
import { outputOf } from "../dispatch/content";
import { BrokenSchemaError, ToolNotFoundError } from "../dispatch/errors";
import type { ToolOptions, ToolSpec } from "../dispatch/tool-spec";
import { issuesAgainst } from "../dispatch/validator";
import { wireName } from "../dispatch/wire-name";
import { manifestOfFunction } from "../describe/function-manifest";
import type { ObjectSchema, ToolUse } from "../wire";
import { ToolSet, type RunToolOptions, type ToolOutput } from "./tool-set";

/** A tool given by its parts, where there is no signature to read. */
export interface ToolParts extends ToolOptions {
  name: string;
  inputSchema: ObjectSchema;
  run(input: unknown, context: ToolContext): unknown;
}

type AnyFunction = (...args: never[]) => unknown;

/** A set to which tools are added and from which they are taken. Subclasses say where they are kept. */
export abstract class MutableToolSet extends ToolSet {
  /** Keep a tool. One of its name that is there already is replaced or refused, as the set sees fit. */
  protected abstract _addTool(tool: ToolSpec): void;
  protected abstract _removeTool(name: string): void;

  /**
   * Add a plain documented function, given by its name or written in place: its signature and doc comment become
   * the schema, like a method's. Or add a tool by its parts. Returns what it was given.
   *
   * @throws SkillsError S113 where the function's source does not tell which one it is
   */
  addTool<F extends AnyFunction>(fn: F, options?: ToolOptions): F;
  addTool<P extends ToolParts>(parts: P): P;
  addTool<T extends AnyFunction | ToolParts>(tool: T, options: ToolOptions = {}): T {
    this._addTool(typeof tool === "function" ? functionTool(tool, options, this.addTool) : toolOfParts(tool));
    return tool;
  }

  /** Take a tool out, by its wire or declared name. Nothing happens where it is not there. */
  removeTool(name: string): void {
    this._removeTool(this.tool(name)?.definition.name ?? name);
  }
}

function functionTool(fn: AnyFunction, options: ToolOptions, above: (...args: never[]) => unknown): ToolSpec {
  const described = manifestOfFunction(fn, above);
  const name = options.name ?? described.name;
  checkOptions(options, name);
  return callableTool({
    name,
    callable: described,
    options,
    classOf: () => undefined,
    call: fn as (...args: unknown[]) => unknown,
  });
}

function toolOfParts({ name, inputSchema, run, ...options }: ToolParts): ToolSpec {
  checkOptions(options, name);
  const wire = wireName(name);
  return {
    definition: {
      name: wire,
      ...(options.description === undefined ? {} : { description: options.description }),
      input_schema: inputSchema,
      ...options.wire,
    },
    ...(wire === name ? {} : { declaredName: name }),
    outputSchema: options.outputSchema,
    options,
    async run(input, context) {
      const issues = issuesAgainst(inputSchema, input);
      if (issues.length > 0) throw new BrokenSchemaError(wire, issues);
      return run(input, context);
    },
  };
}

/** Find the tool, run it, and make what it returned into an output. */
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
  const value = await spec.run(toolUse.input, new ToolContext({ ...options, toolUse }));
  return outputOf(toolUse, spec, value);
}

import { SkillsError } from "../errors";
import { placeOf } from "../declare/call-site";
import { checkOptions } from "../declare/tool";
import { takeExplicitValidator } from "../describe/explicit-validators";
import { manifestOfFunction } from "../describe/function-manifest";
import { callableTool, definitionOf, insideTool } from "../dispatch/callable-tool";
import { fittingInput } from "../dispatch/input";
import type { ToolContext } from "../dispatch/tool-context";
import type { ToolOptions, ToolSpec } from "../dispatch/tool-spec";
import { inputSchemaOf, type InputOf, type InputSchema } from "./input-schema";
import { issuesAgainst } from "../validate/validator";
import { isRunnableTool, specOfRunnable, type RunnableTool } from "./runnable-tool";
import { ToolSet } from "./tool-set";

/** A tool given by its parts, where there is no signature to read. */
export interface ToolParts<S extends InputSchema = InputSchema> extends Omit<ToolOptions, "inputSchema"> {
  name: string;
  inputSchema: S;
  run(input: InputOf<S>, context: ToolContext): unknown;
}

type AnyFunction = (...args: never[]) => unknown;

/** A set to which tools are added and from which they are taken. Subclasses say where they are kept. */
export abstract class MutableToolSet extends ToolSet {
  /** Keep a tool. One of its name that is there already is replaced or refused, as the set sees fit. */
  protected abstract _addTool(tool: ToolSpec): void;
  protected abstract _removeTool(name: string): void;

  /**
   * Add a plain documented function, given by its name or written in place: its signature and doc comment become
   * the schema, like a method's. Or add a tool by its parts, or the SDK's runnable tool. Returns what it was given.
   *
   * @throws SkillsError S113 where the function's source does not tell which one it is, or a part is missing
   */
  addTool<F extends AnyFunction>(fn: F, options?: ToolOptions): F;
  addTool<T extends RunnableTool>(tool: T): T;
  addTool<S extends InputSchema>(tool: ToolParts<S>): ToolParts<S>;
  addTool<T extends AnyFunction | ToolParts | RunnableTool>(tool: T, options: ToolOptions = {}): T {
    if (!isObject(tool)) {
      throw new SkillsError("S113", `${String(tool)} is no tool`, {
        help: "give a function, or a tool by its parts: addTool({ name, description, inputSchema, run })",
      });
    }
    if (typeof tool === "function") this._addTool(functionTool(tool, options, this.addTool));
    else this._addTool(isRunnableTool(tool) ? specOfRunnable(tool) : toolOfParts(tool, this.addTool));
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
  if (name === "") {
    throw new SkillsError("S103", "a function without a name has no name for its tool", {
      place: placeOf(above),
      help: "name it (function findOrder(…) {…}), or give a name beside it: addTool(fn, { name })",
    });
  }
  checkOptions(options, name);
  if (options.inputSchema) takeExplicitValidator(options.inputSchema, above);
  return callableTool({
    name,
    origin: `${described.name || "a function"} at ${described.file}:${String(described.line)}`,
    callable: described,
    options,
    classOf: () => undefined,
    call: (args) => fn(...(args as never[])),
  });
}

function toolOfParts(parts: ToolParts, above: (...args: never[]) => unknown): ToolSpec {
  checkParts(parts);
  const { name, inputSchema, run, ...options } = parts;
  checkOptions(options, name);
  const schema = inputSchemaOf(inputSchema, name);
  if (schema.json === inputSchema) takeExplicitValidator(schema.json, above);
  const definition = definitionOf(name, options.description, schema.json, options.wire);
  return {
    definition,
    ...(definition.name === name ? {} : { declaredName: name }),
    outputSchema: options.outputSchema,
    options,
    issuesIn: (input) => issuesAgainst(definition.input_schema, input),
    async run(input, context, { lenient = false } = {}) {
      const fitting = await schema.parse(fittingInput(definition, input, lenient), definition.name);
      return insideTool(() => run(fitting, context), options.errors);
    },
  };
}

/** @throws SkillsError S113 */
function checkParts({ name, run }: Partial<ToolParts>): void {
  if (typeof name === "string" && typeof run === "function") return;
  const missing =
    typeof name === "string" ? `the tool ${name} has no run` : "what addTool was given has no name";
  throw new SkillsError("S113", missing, {
    help: "give a tool by its parts: addTool({ name, description, inputSchema, run }); the tools of an instance are toolSet(instance)",
  });
}

/** JavaScript gives anything. */
function isObject(tool: unknown): boolean {
  return (typeof tool === "object" && tool !== null) || typeof tool === "function";
}

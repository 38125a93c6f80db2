import type { CallableManifest } from "../manifest";
import type { ToolDefinition } from "../wire";
import { argumentsOf, type ClassFinder } from "./arguments";
import { BrokenSchemaError, isToolNotFound } from "./errors";
import type { ToolOptions, ToolSpec } from "./tool-spec";
import { issuesAgainst } from "./validator";
import { wireName } from "./wire-name";
import { store } from "../declare/declarations";

export interface CallableTool {
  /** The declared name: `@Tool({ name })`, or the method's or function's. */
  name: string;
  callable: CallableManifest;
  options: ToolOptions;
  classOf: ClassFinder;
  call(...args: unknown[]): unknown;
}

/** A described method or function as a tool. */
export function callableTool({ name, callable, options, classOf, call }: CallableTool): ToolSpec {
  const definition = definitionOf(name, callable, options);
  return {
    definition,
    ...(name === definition.name ? {} : { declaredName: name }),
    outputSchema: options.outputSchema ?? callable.outputSchema,
    options,
    async run(input, context) {
      const issues = issuesAgainst(definition.input_schema, input);
      if (issues.length > 0) throw new BrokenSchemaError(definition.name, issues);
      const args = await argumentsOf(
        definition.name,
        callable,
        input as Record<string, unknown>,
        context,
        classOf,
      );
      return insideTool(() => call(...args));
    },
  };
}

function definitionOf(name: string, callable: CallableManifest, options: ToolOptions): ToolDefinition {
  const description = options.description ?? callable.description;
  return {
    name: wireName(name),
    ...(description === undefined ? {} : { description }),
    input_schema: options.inputSchema ?? callable.inputSchema,
    ...options.wire,
  };
}

/** A `ToolNotFoundError` from a tool's own body must not look like the set's own: a union would go on searching. */
async function insideTool(body: () => unknown): Promise<unknown> {
  try {
    return await collected(body());
  } catch (error) {
    if (isToolNotFound(error)) store.thrownInsideTool.add(error);
    throw error;
  }
}

/** A generator's values are the tool's result, as a list. */
async function collected(value: unknown): Promise<unknown> {
  const result = await value;
  if (!isGenerator(result)) return result;
  const items: unknown[] = [];
  for await (const item of result) items.push(item);
  return items;
}

function isGenerator(value: unknown): value is AsyncIterable<unknown> {
  const tag = Object.prototype.toString.call(value);
  return tag === "[object Generator]" || tag === "[object AsyncGenerator]";
}

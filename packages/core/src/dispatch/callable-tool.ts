import { asSent } from "../describe/explicit-schema";
import { store } from "../store";
import type { CallableManifest } from "../manifest";
import { isResult, unwrap, type Result } from "../result";
import type { ObjectSchema, ToolDefinition } from "../wire";
import { ArgumentReader, type ClassFinder } from "./arguments";
import { fittingInput } from "./input";
import { promised } from "./promised";
import { withAutoStrict } from "../validate/strict";
import { issuesAgainst } from "../validate/validator";
import type { ErrorClass, ToolOptions, ToolSpec } from "./tool-spec";
import { wireName } from "./wire-name";

export interface CallableTool {
  /** The declared name: `@Tool({ name })`, or the method's or function's. */
  name: string;
  /** See `ToolSpec`. */
  origin: string;
  callable: CallableManifest;
  options: ToolOptions;
  uses?: readonly string[];
  classOf: ClassFinder;
  call(args: unknown[]): unknown;
}

/** A described method or function as a tool. */
export function callableTool({
  name,
  origin,
  callable,
  options,
  uses,
  classOf,
  call,
}: CallableTool): ToolSpec {
  const definition = definitionOf(
    name,
    options.description ?? callable.description,
    options.inputSchema ? asSent(options.inputSchema) : callable.inputSchema,
    options.wire,
  );
  const reader = new ArgumentReader(definition.name, callable, classOf);
  return {
    definition,
    ...(name === definition.name ? {} : { declaredName: name }),
    origin,
    outputSchema: options.outputSchema ?? callable.outputSchema,
    options,
    ...(uses ? { uses } : {}),
    issuesIn: (input) => issuesAgainst(definition.input_schema, input),
    run(input, context, { lenient = false } = {}) {
      return promised(() => {
        const values = reader.read(fittingInput(definition, input, lenient), context);
        const called = () => insideTool(() => call(reader.spread(values)), options.errors);
        return reader.makesInstances ? reader.check(values).then(called) : called();
      });
    },
  };
}

/** @throws SkillsError S103 where no wire name comes of the name */
export function definitionOf(
  name: string,
  description: string | undefined,
  schema: ObjectSchema,
  { strict, ...wire }: NonNullable<ToolOptions["wire"]> = {},
): ToolDefinition {
  const definition: ToolDefinition = {
    name: wireName(name),
    ...(description === undefined ? {} : { description }),
    input_schema: schema,
    ...wire,
    ...(typeof strict === "boolean" ? { strict } : {}),
  };
  return strict === "auto" ? withAutoStrict(definition) : definition;
}

/** What comes out of a tool's own body must not look like the set's own errors: a union would go on searching. */
export async function insideTool(body: () => unknown, errors?: readonly ErrorClass[]): Promise<unknown> {
  try {
    const value = await body();
    if (typeof value !== "object" || value === null) return value;
    if (isGenerator(value)) return await collected(value);
    // A method that declares `errors` returns a `Result`, whoever made the object.
    return isResult(value) || (errors !== undefined && looksLikeResult(value)) ? unwrap(value) : value;
  } catch (error) {
    if (typeof error === "object" && error !== null) store.thrownInsideTool.add(error);
    throw error;
  }
}

const yielded = new WeakSet<object>();

/** Whether a result is the list of what a generator yielded: a tool's output schema is that of one item then. */
export function isYielded(value: unknown): value is unknown[] {
  return typeof value === "object" && value !== null && yielded.has(value);
}

/** Data may have a field `ok`, too: a Result's says yes or no, and what. */
function looksLikeResult(value: object): value is Result<unknown, unknown> {
  const { ok } = value as { ok?: unknown };
  return (ok === true && "value" in value) || (ok === false && "error" in value);
}

/** A generator's values are the tool's result, as a list. */
async function collected(generator: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of generator) items.push(item);
  yielded.add(items);
  return items;
}

function isGenerator(value: object): value is AsyncIterable<unknown> {
  if (typeof (value as { next?: unknown }).next !== "function") return false;
  const tag = Object.prototype.toString.call(value);
  return tag === "[object Generator]" || tag === "[object AsyncGenerator]";
}

import type { ToolContext } from "./tool-context";
import type { InputIssue } from "../validate/input-issue";
import type { JsonSchema, GivenObjectSchema, ToolDefinition } from "../wire";

/** Hints about a tool's behaviour, as in MCP. They inform; they are not enforced. */
export interface ToolAnnotations {
  title?: string;
  readOnly?: boolean;
  destructive?: boolean;
  idempotent?: boolean;
  openWorld?: boolean;
}

export interface ToolLimits {
  /** Milliseconds after which the call is answered as timed out and its signal is aborted. */
  timeoutMs?: number;
  /** Characters (code points) of the result's text that are kept, head and tail. */
  maxResultChars?: number;
  /** Calls in one run. */
  maxCalls?: number;
  /** Never beside another call of the same message. */
  sequential?: boolean;
}

export type ErrorClass = abstract new (...args: never[]) => Error;

/** What `@Tool` and `addTool` take. */
export interface ToolOptions {
  /** Default: the method's or function's name. */
  name?: string;
  /** Default: the doc comment. */
  description?: string;
  /** Send the return value to the model. Default true. */
  saveReturn?: boolean;
  /** JSON for the return value; false: `String(value)`, or content blocks with `interpretAsResponse`. Default true. */
  serialize?: boolean;
  /** The return value is the final answer (see the table in docs/results.md). Default false. */
  interpretAsResponse?: boolean;
  /** Taken as it is, in place of the schema from the signature. */
  inputSchema?: GivenObjectSchema;
  /** Held against what the tool returns, in place of the schema from the signature. */
  outputSchema?: JsonSchema;
  /**
   * The errors that it is meant to fail with: they reach the model by name and message, and are not logged. A method that
   * declares errors returns a `Result`; `[]` declares that it has none (`Result<T, never>`).
   */
  errors?: readonly ErrorClass[];
  /** What the tool does to the world: a run goes by it, and the API is not told. */
  annotations?: ToolAnnotations;
  /** Of each call: its time, the size of its result, how often, and whether beside others. */
  limits?: ToolLimits;
  /** A run may start the call while the reply still streams. Default: where readOnly or idempotent. */
  runEagerly?: boolean;
  /** A run asks for approval before the call. */
  needsApproval?: boolean;
  /**
   * Other fields of the API's tool definition, sent as they are. `strict: "auto"` is true where the API takes the
   * schema as strict, and as long as one request may have another strict tool.
   */
  wire?: Omit<ToolDefinition, "name" | "description" | "input_schema" | "strict"> & {
    strict?: boolean | "auto";
  };
}

/** One tool, ready to be called: what `MutableToolSet._addTool` receives. */
export interface ToolSpec {
  /** As it goes into a request's `tools`; `definition.name` is the wire name. */
  definition: ToolDefinition;
  /** The declared name, where it differs from the wire name (`Stripe.CreateRefund`). */
  declaredName?: string;
  /** Where it is declared, for errors: `Weather.forecast`, `forecast at weather.ts:12`. */
  origin?: string;
  outputSchema?: JsonSchema;
  options: ToolOptions;
  /** The tools that it may call through `context.tools`: names, with dots as declared. */
  uses?: readonly string[];
  /** What the schema has against an input; nothing is run. Where it is left out, only `run` judges. */
  issuesIn?(input: unknown): readonly InputIssue[];
  /** Checks the input, makes the arguments and calls the tool. Throws `BrokenSchemaError` before the tool runs. */
  run(input: unknown, context: ToolContext, options?: { lenient?: boolean }): Promise<unknown>;
}

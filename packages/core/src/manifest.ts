import type { JsonSchema, ObjectSchema } from "./wire";

/**
 * What the compiler knows of a project's tools, as plain JSON: deterministic, without absolute paths.
 * Production reads it in place of TypeScript.
 */
export interface Manifest {
  version: 1;
  skills: SkillManifest[];
  functions: FunctionManifest[];
  /** Schemas that stand in the sources in place of a signature's: their validators are written, too. */
  explicit?: ExplicitSchema[];
  /** Of a built one: the folder that `file`s are relative to, relative to the manifest's own. */
  root?: string;
  /** Of a built one: hashes of the files that have tools, so that a stale one is found. */
  sources?: { [file: string]: string };
}

/** A constant `inputSchema` of `@Tool` or `addTool`. */
export interface ExplicitSchema {
  /** `Class.method` or `Class.static method`, the function's name, or that given to `addTool`; absent where no constant. */
  tool?: string;
  file: string;
  line: number;
  schema: JsonSchema;
}

/** One class that has tools. */
export interface SkillManifest {
  /** The class's name in its source. */
  class: string;
  /** The one that its own `@Skill` gives it, where that is a constant: it stays when a bundler shortens `class`. */
  name?: string;
  /** The source file, relative to the manifest's project, with `/`. */
  file: string;
  /** Line of the class's declaration, from 1: tells two classes of one name in one file apart. */
  line: number;
  /** Own tools first in declaration order, then those inherited. */
  tools: ToolManifest[];
}

/** A method or function that the model can call. */
export interface CallableManifest {
  /** From the doc comment; whole, with its paragraphs. */
  description?: string;
  inputSchema: ObjectSchema;
  /** Of the awaited or yielded return type; absent for `void`. */
  outputSchema?: JsonSchema;
  /** In the order of the signature. */
  params: ParamManifest[];
  /** Definitions that `Revival`s of kind `ref` point to (recursive types). */
  revivals?: { [name: string]: Revival };
}

export interface ToolManifest extends CallableManifest {
  /** The method's name. A name given to `@Tool` is applied at run time. */
  method: string;
  static?: true;
}

export interface FunctionManifest extends CallableManifest {
  file: string;
  line: number;
  name: string;
}

/** How one parameter gets its argument from the input. */
export interface ParamManifest {
  name: string;
  /**
   * - `input`: the property of this name.
   * - `fields`: a destructured parameter: an object of the properties in `fields`.
   * - `rest`: the array property of this name, spread.
   * - `context`, `signal`: given by the framework (`ToolContext`, `AbortSignal`), never by the model.
   */
  kind: "input" | "fields" | "rest" | "context" | "signal";
  /** With kind `fields`: the names of the input's properties that it takes. */
  fields?: string[];
  /** How the JSON value becomes the value that the signature promises; absent where JSON is that value. */
  revive?: Revival;
}

/** A plan that turns JSON into the values that a type promises, beside the schema that describes them. */
export type Revival =
  | { to: "Date" | "URL" | "bigint" | "Uint8Array" | "Buffer" }
  | { to: "Set"; items?: Revival }
  | { to: "Map"; values?: Revival }
  /** An instance of a user's class: found through emitted metadata, `@Type` or `@Param({type})`. */
  | { to: "class"; class: string; properties?: { [name: string]: Revival } }
  /** A property that is `null` stays as it is, beside others that do not. */
  | { to: "object"; properties?: { [name: string]: Revival | null }; additional?: Revival }
  | { to: "array"; items?: Revival; prefix?: (Revival | null)[] }
  /** The first member whose schema accepts the value decides. */
  | { to: "union"; members: { schema: JsonSchema; revive?: Revival }[] }
  | { to: "ref"; name: string };

/** A problem found in sources, without throwing. */
export interface Diagnostic {
  /** `S2xx`, see docs/errors. */
  code: string;
  severity: "error" | "warning";
  message: string;
  /** Relative to the project, with `/`. */
  file: string;
  line: number;
  class?: string;
  method?: string;
  parameter?: string;
  /** The way out. */
  help: string;
}

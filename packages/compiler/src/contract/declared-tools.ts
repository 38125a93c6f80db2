import type ts from "typescript";
import type { ObjectSchema } from "@skills/core";
import type { Context } from "../context";
import { constantsIn, decoratorsFrom } from "../decorators";
import { classNameOf } from "../class-name";
import { classesIn, isTool, methodsOf, type ClassMethod } from "../discover/classes";
import { isCompiledTool } from "../discover/compiled-tools";
import { additionsIn, functionNamed } from "../discover/functions";
import { isObject } from "./schema-parts";

/** What options say of a tool and the manifest does not hold: it is applied at run time, and read here. */
interface Declared {
  file: string;
  line: number;
  /** The declared name; undefined where it is not a constant, and of a function that has none. */
  name: string | undefined;
  /** The option's, before the doc comment's. */
  description?: string;
  strict: boolean;
  /** Explicit, and a constant. */
  inputSchema?: ObjectSchema;
}

/** By `@Tool`. */
export interface DeclaredTool extends Declared {
  class: string;
  method: string;
  static: boolean;
}

/** By `addTool`. */
export interface AddedFunction extends Declared {
  /** Its own name; empty where it has none. */
  function: string;
}

/** The tools that the classes of a file declare or inherit. */
export function declaredTools(context: Context, source: ts.SourceFile): DeclaredTool[] {
  return classesIn(source).flatMap((node) =>
    methodsOf(context, node)
      .filter((method) => isTool(context, method))
      .map((method) => {
        const options = optionsOf(context, method);
        const { file, line } = context.spotOf(
          method.declarations[0]?.parent === node ? method.declarations[0].name : node,
        );
        return {
          class: classNameOf(node),
          method: method.name,
          static: method.isStatic,
          file,
          line,
          ...said(options, method.name),
        };
      }),
  );
}

/** The functions that a file gives to `addTool`. */
export function addedFunctions(context: Context, source: ts.SourceFile): AddedFunction[] {
  return additionsIn(context, source).flatMap(({ call, given, at: { file, line } }) => {
    const name = functionNamed(context, given)?.name;
    const [, second] = call.arguments;
    return name === undefined
      ? []
      : [{ function: name, file, line, ...said(second ? constantsIn(context, second) : {}, name) }];
  });
}

/** @param own the name of what is a tool by these options, where they give no other */
function said(options: { [name: string]: unknown }, own: string): Omit<Declared, "file" | "line"> {
  const name = "name" in options ? options.name : own;
  return {
    name: typeof name === "string" && name !== "" ? name : undefined,
    ...(typeof options.description === "string" ? { description: options.description } : {}),
    strict: isObject(options.wire) && options.wire.strict === true,
    ...(isObject(options.inputSchema) ? { inputSchema: options.inputSchema as ObjectSchema } : {}),
  };
}

/** The options that are constants, each by itself: one that is not leaves the others as they are. */
function optionsOf(context: Context, { declarations }: ClassMethod): { [name: string]: unknown } {
  for (const declaration of declarations) {
    for (const { name, args } of decoratorsFrom(context, declaration, "@skills/core"))
      if (name === "Tool") return args[0] ? constantsIn(context, args[0]) : {};
    // Its options stand in compiled code, which is not evaluated: what it is called is not known.
    if (isCompiledTool(context, declaration)) return { name: undefined };
  }
  return {};
}

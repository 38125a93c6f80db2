import ts from "typescript";
import type { Context } from "../context";
import { typesOf, type Shape } from "./shape";
import { lostNames, type Written } from "./written";

/** A named type that the walk has met while it describes one tool's input or output. */
export interface Definition {
  /** Its place among the definitions of this walk: how shapes refer to it until names are given. */
  id: number;
  type: ts.Type;
  shape: Shape;
  /** Whether the walk is inside it. */
  open: boolean;
  /** Whether it contains itself. */
  recursive: boolean;
}

/** Until `assemble` gives names, a reference is `#/$defs/` and the definition's id. */
export const REFERENCE = "#/$defs/";

export class Definitions {
  readonly all: Definition[] = [];
  private readonly byType = new Map<ts.Type, Map<string, Definition>>();

  constructor(readonly context: Context) {}

  find(type: ts.Type, written: Written | undefined): Definition | undefined {
    return this.byType.get(type)?.get(this.printOf(type, written));
  }

  add(type: ts.Type, written: Written | undefined): Definition {
    const definition = { id: this.all.length, type, shape: { schema: {} }, open: true, recursive: false };
    this.all.push(definition);
    const prints = this.byType.get(type) ?? new Map<string, Definition>();
    this.byType.set(type, prints.set(this.printOf(type, written), definition));
    return definition;
  }

  /** A type that needs no definition: its next use is described anew. */
  forget(type: ts.Type, written: Written | undefined): void {
    this.byType.get(type)?.delete(this.printOf(type, written));
  }

  /** The definition behind a schema that refers to one. */
  behind({ $ref }: { $ref?: unknown }): Definition | undefined {
    return typeof $ref === "string" ? this.all[Number($ref.slice(REFERENCE.length))] : undefined;
  }

  /** The JSON types of a schema, looked up where it only refers. */
  typesOf(schema: { [keyword: string]: unknown }): readonly string[] {
    return typesOf(this.behind(schema)?.shape.schema ?? schema);
  }

  /** Only instances of generics can differ in how they are written. */
  private printOf(type: ts.Type, written: Written | undefined): string {
    const isInstance = (type.aliasTypeArguments?.length ?? 0) > 0 || this.hasArguments(type);
    return isInstance && written ? lostNames(this.context, written) : "";
  }

  private hasArguments(type: ts.Type): boolean {
    const isReference =
      (type.flags & ts.TypeFlags.Object) !== 0 &&
      ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;
    return isReference && this.context.checker.getTypeArguments(type as ts.TypeReference).length > 0;
  }
}

/** Whether people gave a type a name. */
export function isNamed(type: ts.Type): boolean {
  const symbol = type.aliasSymbol ?? type.symbol;
  const named =
    ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Enum;
  return symbol !== undefined && (symbol.flags & named) !== 0 && !symbol.name.startsWith("__");
}

/** A word for a named type: its name, with its arguments. */
export function nameOf(context: Context, type: ts.Type): string {
  const word = context
    .text(type)
    .replace(/[^\w]+/g, "_")
    .replace(/^_+|_+$/g, "");
  const symbol = type.aliasSymbol ?? type.symbol;
  return word.length > 0 && word.length <= 60 ? word : symbol.name;
}

import ts from "typescript";
import type { Context } from "../context";
import { typesOf, type Shape } from "./shape";
import { lostNames } from "./instance-names";
import type { Written } from "./written";

/** A named type that a walk has met while it describes a tool's input or output. */
export interface Definition {
  /** Its place among all definitions: how shapes refer to it until names are given. */
  id: number;
  type: ts.Type;
  shape: Shape;
  /** Whether the walk is inside it. */
  open: boolean;
  /** Whether it contains itself. */
  recursive: boolean;
  /** Whether it is no more than a name for its shape, which stands wherever the type is used. */
  inPlace: boolean;
  /** Whether other tools that use the type need not describe it anew. */
  lasting: boolean;
  /** A word for the type, once it was needed. */
  name?: string;
  /** The definitions that its schema refers to, each as often as it does, once they were needed. */
  refersTo?: readonly Definition[];
}

/** Until `assemble` gives names, a reference is `#/$defs/` and the definition's id. */
export const REFERENCE = "#/$defs/";

/**
 * The definitions of one program, for inputs or for outputs. Some last from tool to tool. No tool's schema may depend
 * on those that were described before it, so a definition lasts only where its shape would come out the same
 * wherever a walk came from: a type that is declared with all its members and takes no arguments, that does not reach
 * a type that contains itself (what of a cycle is described in place depends on where it is entered), of which
 * nothing had to be said to the user (each tool is told of), and all of whose parts last.
 */
export class Definitions {
  readonly all: Definition[] = [];
  private readonly byType = new Map<ts.Type, Map<string, Definition>>();
  /** Those that the walk is inside of, outermost first. */
  private readonly open: Definition[] = [];
  /** What the next walk must not find. */
  private passing: (() => void)[] = [];

  constructor(readonly context: Context) {}

  /** Before another tool's input or output. */
  begin(): void {
    for (const forget of this.passing) forget();
    this.passing = [];
  }

  find(type: ts.Type, written: Written | undefined): Definition | undefined {
    const known = this.byType.get(type)?.get(this.printOf(type, written));
    if (known && (known.open || !known.lasting)) this.letPass();
    return known;
  }

  /**
   * Describes a type under a definition of its own.
   *
   * @param isReferred whether uses of the type refer to its definition; else its shape stands in place
   */
  define(
    type: ts.Type,
    written: Written | undefined,
    describe: () => Shape,
    isReferred: (definition: Definition) => boolean,
  ): Definition {
    const print = this.printOf(type, written);
    const prints = this.byType.get(type) ?? new Map<string, Definition>();
    const definition: Definition = {
      id: this.all.length,
      type,
      shape: { schema: {} },
      open: true,
      recursive: false,
      inPlace: true,
      lasting: this.isDeclared(type),
    };
    this.all.push(definition);
    this.byType.set(type, prints.set(print, definition));
    this.open.push(definition);
    let isRefused = true;
    try {
      definition.shape = describe();
      definition.inPlace = !isReferred(definition);
      isRefused = false;
    } finally {
      definition.open = false;
      this.open.pop();
      if (isRefused || (definition.inPlace && !definition.lasting)) prints.delete(print);
      else if (!definition.lasting) {
        this.letPass();
        this.passing.push(() => prints.delete(print));
      }
    }
    return definition;
  }

  /** What the walk is inside of now does not last. */
  letPass(): void {
    for (const definition of this.open) definition.lasting = false;
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

  /** Whether a type's declaration alone says what it is, however it was come by. */
  private isDeclared(type: ts.Type): boolean {
    if (!isNamed(type) || (type.aliasTypeArguments?.length ?? 0) > 0) return false;
    if (type.isUnion()) return type.types.every(({ flags }) => flags & ts.TypeFlags.Unit);
    return (
      (type.flags & ts.TypeFlags.Object) !== 0 &&
      ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) === 0 &&
      !this.hasArguments(type)
    );
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

/** A word for a definition's type: its name, with its arguments. */
export function nameOf(context: Context, definition: Definition): string {
  return (definition.name ??= wordFor(context, definition.type));
}

function wordFor(context: Context, type: ts.Type): string {
  const word = context
    .text(type)
    .replace(/[^\w]+/g, "_")
    .replace(/^_+|_+$/g, "");
  const symbol = type.aliasSymbol ?? type.symbol;
  return word.length > 0 && word.length <= 60 ? word : symbol.name;
}

import ts from "typescript";
import { instanceClassOf } from "../class-name";
import type { Context } from "../context";
import { constantsIn, decoratorsFrom } from "../decorators";
import { Refusal } from "../problems";

interface Options {
  [option: string]: unknown;
}

/**
 * The name under which class-transformer takes a member of the type `owner` from plain data, without groups and
 * versions, as dispatch calls it; undefined where it takes none. Only instances of classes are made by it.
 *
 * @throws Refusal where the name is not a constant
 */
export function inputNameOf(context: Context, owner: ts.Type, member: ts.Symbol): string | undefined {
  if (instanceClassOf(owner) === undefined) return member.name;
  const declarations = member.declarations ?? [];
  const exposed = optionsOf(context, declarations, "Expose");
  const excluded = optionsOf(context, declarations, "Exclude");
  const isExposed = exposed !== undefined && isForInput(exposed);
  if (!isExposed && excludesAll(context, owner)) return undefined;
  const name = isExposed ? nameIn(exposed) : undefined;
  // Both exclusion and groups go by the input's name: class-transformer finds neither under another one.
  if (name !== undefined && name !== member.name) return name;
  const isExcluded = excluded !== undefined && isForInput(excluded);
  return isExcluded || isGrouped(exposed) ? undefined : member.name;
}

/** Of the uppermost decorator, which is the last to run. */
function optionsOf(
  context: Context,
  declarations: readonly ts.Declaration[],
  decorator: "Expose" | "Exclude",
): Options | undefined {
  for (const declaration of declarations)
    for (const { name, args } of decoratorsFrom(context, declaration, "class-transformer"))
      if (name === decorator) return args[0] ? constantsIn(context, args[0]) : {};
  return undefined;
}

function isForInput({ toPlainOnly, toClassOnly }: Options): boolean {
  return toPlainOnly !== true || toClassOnly === true;
}

function nameIn(options: Options): string | undefined {
  if (!("name" in options)) return undefined;
  const { name } = options;
  if (typeof name === "string") return name === "" ? undefined : name;
  throw new Refusal(
    "notConstant",
    "@Expose: name is not a constant",
    "write the name itself, a const, or an enum member: sources are read, not run",
  );
}

function isGrouped(options: Options | undefined): boolean {
  if (!options || !("groups" in options)) return false;
  return !Array.isArray(options.groups) || options.groups.length > 0;
}

/** `@Exclude()` on the class itself, which subclasses do not inherit. */
function excludesAll(context: Context, owner: ts.Type): boolean {
  const declarations = owner.symbol.declarations?.filter(ts.isClassLike) ?? [];
  return (
    optionsOf(context, declarations, "Exclude") !== undefined &&
    optionsOf(context, declarations, "Expose") === undefined
  );
}

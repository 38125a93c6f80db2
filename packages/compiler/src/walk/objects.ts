import ts from "typescript";
import { recordOf, type JsonSchema, type Revival } from "@skills/core";
import { docOf } from "../docs/comments";
import { describeArray, describeTuple } from "./arrays";
import { builtInOf } from "./built-ins";
import { instanceRevival } from "../revivals";
import type { Describer } from "./kinds";
import { describeMember, isHidden } from "./members";
import { partPatternOf } from "./templates";
import { shape, type Shape } from "./shape";
import type { Walk } from "./walk";
import { keysOfMapped } from "./internals";
import { inKeyOrder } from "./order";
import { dependsOnParameter, isDeferred, opened } from "./type-parameters";
import { resolveWritten, type Written } from "./written";
import { basesOf, writtenIndex, writtenKeys } from "./written-members";

/** Everything with the flag `Object`: arrays, tuples, built-ins, classes, interfaces, literals of types. */
export const describeObjectType: Describer = (walk, type, written) => {
  const { checker } = walk.context;
  if (checker.isTupleType(type)) return describeTuple(walk, type as ts.TupleTypeReference, written);
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    if (element) return describeArray(walk, element, written);
  }
  const builtIn = builtInOf(walk.context, type);
  if (builtIn) return builtIn(walk, type, written);
  refuseCallable(walk, type);
  refuseUnresolvedBase(walk, type);
  const inherited = inheritedWhole(walk, type, written);
  if (inherited) return inherited;
  return describeMembers(walk, type, written);
};

/** An object by its members: also for intersections, and for what is to be described in place. */
export function describeMembers(walk: Walk, type: ts.Type, written: Written | undefined): Shape {
  const { checker } = walk.context;
  const members = checker.getPropertiesOfType(type);
  const indexes = checker.getIndexInfosOfType(type);
  const keys = keysOfMapped(type);
  const isWaiting = keys !== undefined && isDeferred(keys);
  if (members.length === 0 && indexes.length === 0 && isWaiting) throw dependsOnParameter(walk, type);
  if (members.length === 0 && indexes.length === 0 && isEmptyLiteral(type))
    return shape({ type: ["string", "number", "boolean", "object", "array"] });

  const properties = recordOf<JsonSchema>();
  const revivals = recordOf<Revival | null>();
  const required: string[] = [];
  for (const member of inDeclarationOrder(walk, type, members, written)) {
    if (isHidden(walk, member)) continue;
    const described = walk.into(`.${member.name}`, () => describeMember(walk, member, type, written));
    if (!described) continue;
    const { name } = described;
    if (Object.hasOwn(properties, name)) refuseTwice(walk, name);
    properties[name] = described.shape.schema;
    revivals[name] = described.shape.revive ?? null;
    if (!described.optional) required.push(name);
  }
  if (Object.keys(properties).length === 0 && indexes.length === 0) refuseWithoutData(walk, type, members);
  const open = describeIndexes(walk, type, indexes, written);
  const schema: JsonSchema = {
    type: "object",
    ...descriptionOf(type),
    ...(Object.keys(properties).length > 0 || !isOpen(open) ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...open.schema,
  };
  const described = shape(schema, instanceRevival(walk, type, revivals, open.additional));
  // `Partial<T>` of a type parameter has the keys of its constraint, and those that a type argument adds.
  return isWaiting ? opened(described) : described;
}

/** Only `@Expose({ name })` gives two members one name. */
function refuseTwice(walk: Walk, name: string): never {
  throw walk.refusal(
    "contradiction",
    `${walk.here()} takes two of its members from the input's ${name}`,
    "give one of them another name",
  );
}

/** Mapped types list members as they come; where all were declared in one place, that place has the order. */
function inDeclarationOrder(
  { context }: Walk,
  type: ts.Type,
  members: readonly ts.Symbol[],
  written: Written | undefined,
): readonly ts.Symbol[] {
  const isMapped =
    (type.flags & ts.TypeFlags.Object) !== 0 && (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped;
  if (!isMapped) return members;
  const places = members.map((member) => member.declarations?.[0]);
  if (places.includes(undefined))
    return renamesKeys(type) ? members : inKeyOrder(context, members, writtenKeys(context, written));
  const [parent] = places.map((place) => place?.parent);
  if (!parent || places.some((place) => place?.parent !== parent)) return members;
  return [...members].sort((a, b) => (a.declarations?.[0]?.pos ?? 0) - (b.declarations?.[0]?.pos ?? 0));
}

/** `[Key in keyof T as …]`: the members come in the order of T's, under names that stand nowhere. */
function renamesKeys(type: ts.Type): boolean {
  const mapped = type.symbol.declarations?.find(ts.isMappedTypeNode);
  const keys = mapped?.typeParameter.constraint;
  return (
    mapped?.nameType !== undefined &&
    keys !== undefined &&
    ts.isTypeOperatorNode(keys) &&
    keys.operator === ts.SyntaxKind.KeyOfKeyword
  );
}

interface Indexes {
  schema: JsonSchema;
  additional?: Revival;
}

function isOpen({ schema }: Indexes): boolean {
  return schema.additionalProperties !== false || schema.patternProperties !== undefined;
}

/** Index signatures: by their keys' pattern, or everything else. Without one, the object is closed. */
function describeIndexes(
  walk: Walk,
  owner: ts.Type,
  indexes: readonly ts.IndexInfo[],
  ownerWritten: Written | undefined,
): Indexes {
  const patterns: { [pattern: string]: JsonSchema } = {};
  let open: Shape | undefined;
  const plans: (Revival | undefined)[] = [];
  for (const index of indexes) {
    const { keyType, type } = index;
    // `Record<string, never>` has no keys.
    if (type.flags & ts.TypeFlags.Never) continue;
    const written = writtenIndex(walk.context, index, owner, ownerWritten);
    const pattern = partPatternOf(walk, keyType);
    if (pattern === undefined && !(keyType.flags & ts.TypeFlags.String)) continue;
    const value = walk.into("[key]", () => walk.value(type, written).shape);
    if (pattern === undefined) open = value;
    else patterns[`^${pattern}$`] = value.schema;
    plans.push(value.revive);
  }
  if (walk.direction === "input") refuseDifferent(walk, owner, plans);
  const [additional] = plans;
  return {
    schema: {
      ...(Object.keys(patterns).length > 0 ? { patternProperties: patterns } : {}),
      additionalProperties: open?.schema ?? false,
    },
    ...(additional ? { additional } : {}),
  };
}

/** A plan for additional properties is one for all, whatever their keys. Nothing is made of what an output holds. */
function refuseDifferent(walk: Walk, owner: ts.Type, plans: readonly (Revival | undefined)[]): void {
  if (new Set(plans.map((plan) => JSON.stringify(plan))).size < 2) return;
  throw walk.refusal(
    "undescribable",
    `${walk.here()} has the type ${walk.context.text(owner)}: its index signatures hold values of different kinds, of which JSON cannot hold all`,
    "take one object for each kind of value",
  );
}

/** `{}` as a type: anything but null. An interface or class without members is another thing. */
function isEmptyLiteral(type: ts.Type): boolean {
  const symbol = type.symbol as ts.Symbol | undefined;
  return !symbol || (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) === 0;
}

function descriptionOf(type: ts.Type): JsonSchema {
  const named = ts.SymbolFlags.Class | ts.SymbolFlags.Interface;
  const symbol = type.symbol as ts.Symbol | undefined;
  if (!symbol || !(symbol.flags & named)) return {};
  const description = symbol.declarations
    ?.map((declaration) => docOf(declaration)?.description)
    .find(Boolean);
  return description ? { description } : {};
}

function refuseCallable(walk: Walk, type: ts.Type): void {
  const { checker } = walk.context;
  const kinds = [ts.SignatureKind.Call, ts.SignatureKind.Construct];
  if (kinds.every((kind) => checker.getSignaturesOfType(type, kind).length === 0)) return;
  throw walk.refusal(
    "undescribable",
    `${walk.here()} has the type ${walk.context.text(type)}: a model cannot give a function`,
    "take the name of what is to be done as a string, or leave the member out",
  );
}

/** The checker drops a base that it cannot find, and with it the members that it would bring. */
function refuseUnresolvedBase(walk: Walk, type: ts.Type): void {
  const symbol = type.symbol as ts.Symbol | undefined;
  for (const declaration of symbol?.declarations ?? []) {
    if (!ts.isInterfaceDeclaration(declaration) && !ts.isClassLike(declaration)) continue;
    for (const clause of declaration.heritageClauses ?? []) {
      if (clause.token !== ts.SyntaxKind.ExtendsKeyword) continue;
      for (const base of clause.types) {
        const found = walk.context.checker.getTypeAtLocation(base);
        if (!(found.flags & ts.TypeFlags.Any)) continue;
        throw walk.refusal(
          "unresolved",
          `${walk.here()}: ${walk.context.text(type)} extends ${base.getText()}, which cannot be resolved`,
          "is the import right, and is the package with its types installed?",
        );
      }
    }
  }
}

/** `interface Tags extends Array<string>` and a class that extends Date are written in JSON as their base. */
function inheritedWhole(walk: Walk, type: ts.Type, written: Written | undefined): Shape | undefined {
  const { checker } = walk.context;
  const symbol = type.symbol as ts.Symbol | undefined;
  if (!symbol || !(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))) return undefined;
  const target = (type as ts.TypeReference).target as ts.InterfaceType | undefined;
  for (const base of checker.getBaseTypes(target ?? (type as ts.InterfaceType))) {
    if (!checker.isArrayLikeType(type) && !builtInOf(walk.context, base)) continue;
    const own = (symbol.members?.size ?? 0) > 0 || symbol.flags & ts.SymbolFlags.Class;
    if (own)
      throw walk.refusal(
        "undescribable",
        `${walk.here()} has the type ${walk.context.text(type)}, which adds to ${walk.context.text(base)}; JSON holds only the latter`,
        `take ${walk.context.text(base)}`,
      );
    const element = checker
      .getIndexInfosOfType(type)
      .find(({ keyType }) => keyType.flags & ts.TypeFlags.Number);
    const bases = written ? basesOf(walk.context, resolveWritten(walk.context, written).written) : [];
    const from = bases.length === 1 ? bases[0] : undefined;
    return element ? describeArray(walk, element.type, from) : walk.type(base, from);
  }
  return undefined;
}

function refuseWithoutData(walk: Walk, type: ts.Type, members: readonly ts.Symbol[]): void {
  const symbol = type.symbol as ts.Symbol | undefined;
  const isClass = symbol && symbol.flags & ts.SymbolFlags.Class;
  if (!isClass && members.length === 0) return;
  throw walk.refusal(
    "undescribable",
    `${walk.here()} has the type ${walk.context.text(type)}, which holds no data that JSON could give`,
    "declare public properties on it, or take another type",
  );
}

import ts from "typescript";
import type { JsonSchema, Revival } from "@skills/core";
import type { Context } from "../context";
import type { Describer } from "./kinds";
import { inWrittenOrder } from "./order";
import { shape, typesOf, type Shape } from "./shape";
import type { Walk } from "./walk";
import {
  argumentsOf,
  behindParameter,
  referenced,
  resolveWritten,
  typeAsWritten,
  typeAt,
  type Written,
} from "./written";
import { hasParts, writtenMembers } from "./written-parts";

/** The members in the order in which they were written, `null` last; `undefined` is the owner's affair. */
export const describeUnion: Describer = (walk, type, written) => {
  const { context } = walk;
  const all = (type as ts.UnionType).types.filter((member) => !(member.flags & ts.TypeFlags.VoidLike));
  const ordered = all.length < 2 ? all : inWrittenOrder(context, all, written, type.aliasSymbol);
  // Literals are all that they say; only other members can have lost a name.
  const isWanted = written && !all.every((member) => member.flags & ts.TypeFlags.Unit);
  return describeMembers(walk, ordered, isWanted ? membersAsWritten(context, written) : []);
};

/** `Lat | null`: the alias of a member stands before what it stands for. */
export function membersAsWritten(context: Context, written: Written): Written[] {
  const { node, env } = resolveWritten(context, written).written;
  const direct = ts.isUnionTypeNode(node) ? node.types.map((type) => ({ node: type, env })) : [];
  return [...direct, ...writtenMembers(context, written)];
}

/**
 * Members that are in order.
 *
 * @param written how they were: which is which is found by identity, or by elimination where the checker's type has
 *   lost its name
 */
export function describeMembers(walk: Walk, members: readonly ts.Type[], written: readonly Written[]): Shape {
  const waysOf = match(walk.context, members, written);
  const present = members.length === 1 ? members : joinBooleans(members);
  const described = present.flatMap((member) =>
    member === "boolean" ? [shape({ type: "boolean" })] : inEachWay(walk, member, waysOf(member)),
  );
  return joined(described);
}

/** A type that was written, and how. */
interface Way {
  type: ts.Type;
  written?: Written;
}

/** `Int` of `Int | undefined`, for what is left of the union; none where all of it is described. */
export function waysWritten(context: Context, type: ts.Type, { node, env }: Written): Way[] {
  if (!hasParts(node) || type.isUnion() || (ts.isIntersectionTypeNode(node) && type.isIntersection()))
    return [];
  // What has no parts is its only one.
  const parts = membersAsWritten(context, { node, env }).filter((part) => part.node !== node);
  return match(context, [type], parts)(type);
}

/** `Lat | Lng` is one `number` to the checker: what fits any of the ways in which that was written fits. */
export function inAnyWay(walk: Walk, type: ts.Type, ways: readonly Way[]): Shape {
  return joined(inEachWay(walk, type, ways));
}

function inEachWay(walk: Walk, type: ts.Type, ways: readonly Way[]): Shape[] {
  if (ways.length === 0) return [walk.type(type)];
  const shapes = ways.map((way) => walk.type(way.type, way.written));
  const unlimited = shapes.find(({ schema }) => isPlain(schema) && schema.type !== "integer");
  return shapes.length > 1 && unlimited ? [unlimited] : shapes;
}

function match(
  context: Context,
  all: readonly ts.Type[],
  written: readonly Written[],
): (member: ts.Type) => Way[] {
  if (written.length === 0) return () => [];
  const found = new Map<ts.Type, Way[]>(all.map((member) => [member, []]));
  const strangers: Written[] = [];
  const inferred: Written[] = [];
  for (const candidate of new Map(written.map((each) => [each.node, each])).values()) {
    const type = typeAsWritten(context, candidate);
    const wide = all.find((member) => absorbs(member, type));
    const ways = found.get(wide ?? type);
    if (ways && (ways.length === 0 || type.flags & NAMELESS)) ways.push({ type, written: candidate });
    else if (type.flags & ts.TypeFlags.Instantiable) inferred.push(candidate);
    else if (type.isUnion()) absorbed(all, type).forEach((each) => found.get(each.by)?.push(each));
    else if (!ways && !isNothing(candidate.node)) strangers.push(candidate);
  }
  // What was inferred may be any of them, without limits.
  for (const [member, ways] of found)
    if (member.flags & NAMELESS)
      ways.push(...inferred.map((written) => inferredWay(context, member, written)));
  for (const [member, ways] of found) {
    const named =
      ways.length === 0 && strangers.find((candidate) => isInstanceOf(context, member, candidate));
    if (named) ways.push({ type: member, written: named });
  }
  const unmatched = [...found].filter(([member, ways]) => !isNull(member) && ways.length === 0);
  const [stranger] = strangers;
  const [lost] = unmatched;
  if (stranger && lost && strangers.length <= 2 && unmatched.length === 1)
    lost[1].push({ type: lost[0], written: stranger });
  return (member) => found.get(member) ?? [];
}

/** Of these the checker has one type each, whatever aliases there are of it; and values that go under in them. */
const NAMELESS =
  ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.BooleanLike;

/** `Name | "x"`: the union has only `string`. */
function absorbs(member: ts.Type, type: ts.Type): boolean {
  return (
    (member.flags & ts.TypeFlags.String && type.flags & ts.TypeFlags.StringLiteral) !== 0 ||
    (member.flags & ts.TypeFlags.Number && type.flags & ts.TypeFlags.NumberLiteral) !== 0
  );
}

/** How what was inferred was written tells what it was inferred from. A type that works itself out further has no end. */
function inferredWay(context: Context, type: ts.Type, written: Written): Way {
  return hasParts(resolveWritten(context, written).written.node) ? { type } : { type, written };
}

/** The members of a union without syntax that go under in others: a value that is `number | string`. */
function absorbed(all: readonly ts.Type[], union: ts.UnionType): (Way & { by: ts.Type })[] {
  return union.types.flatMap((type) => {
    const by = all.find((member) => (member === type && type.flags & WIDE) || absorbs(member, type));
    return by ? [{ by, type }] : [];
  });
}

const WIDE = ts.TypeFlags.String | ts.TypeFlags.Number | ts.TypeFlags.BigInt;

/** `Page<T>` with `Int` for `T`: how a `Page<number>` was written. */
function isInstanceOf(context: Context, type: ts.Type, { node, env }: Written): boolean {
  const { checker } = context;
  const named = referenced(context, node);
  if (!named || (named !== type.symbol && named !== type.aliasSymbol)) return false;
  const given =
    named === type.aliasSymbol
      ? (type.aliasTypeArguments ?? [])
      : checker.getTypeArguments(type as ts.TypeReference);
  return argumentsOf(node).every(
    (argument, index) =>
      typeAt(context, behindParameter(context, { node: argument, env }).node) === given[index],
  );
}

function isNull(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Null) !== 0;
}

function isNothing(node: ts.Node): boolean {
  return (
    node.kind === ts.SyntaxKind.UndefinedKeyword ||
    node.kind === ts.SyntaxKind.NeverKeyword ||
    (ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword)
  );
}

/** `true` and `false` together are `boolean`; `null` goes to the end. */
function joinBooleans(members: readonly ts.Type[]): (ts.Type | "boolean")[] {
  const booleans = members.filter(
    ({ flags }) => flags & ts.TypeFlags.BooleanLiteral && !(flags & ts.TypeFlags.EnumLiteral),
  );
  const joined = members.flatMap((member): (ts.Type | "boolean")[] => {
    if (booleans.length < 2 || !booleans.includes(member)) return [member];
    return member === booleans[0] ? ["boolean"] : [];
  });
  const isLast = (member: ts.Type | "boolean") => member !== "boolean" && isNull(member);
  return [...joined.filter((member) => !isLast(member)), ...joined.filter(isLast)];
}

/** One shape for any of several. */
export function joined(shapes: readonly Shape[]): Shape {
  const distinct = [...new Map(shapes.map((each) => [JSON.stringify(each), each])).values()];
  const [first] = distinct;
  if (first && distinct.length === 1) return first;
  return shape(joinedSchema(distinct.map(({ schema }) => schema)), joinedRevival(distinct));
}

function joinedSchema(schemas: readonly JsonSchema[]): JsonSchema {
  // A union with `unknown` lets everything in.
  if (schemas.some((schema) => Object.keys(schema).length === 0)) return {};
  const values = mergeRun(schemas, isValues, ofValues);
  const plain = new Set(values.filter(isPlain).flatMap(typesOf));
  // `"a" | (string & {})`: the literals are only hints to an editor.
  const left = values.filter(
    (schema) => !isValues(schema) || !typesOf(schema).every((type) => plain.has(type)),
  );
  const parts = mergeRun(left, isPlain, ofTypes);
  const [only, second] = parts;
  if (only && parts.length === 1) return only;
  if (only && second && parts.length === 2 && isPlainNull(second) && isValues(only)) return withNull(only);
  return { anyOf: parts };
}

/** Replaces all schemas of one kind by one, at the place of the first. */
function mergeRun(
  schemas: readonly JsonSchema[],
  isOfKind: (schema: JsonSchema) => boolean,
  merge: (schemas: readonly JsonSchema[]) => JsonSchema,
): JsonSchema[] {
  const ofKind = schemas.filter(isOfKind);
  if (ofKind.length < 2) return [...schemas];
  return schemas.flatMap((schema) =>
    schema === ofKind[0] ? [merge(ofKind)] : isOfKind(schema) ? [] : [schema],
  );
}

/** Nothing but a type. */
function isPlain(schema: JsonSchema): boolean {
  return schema.type !== undefined && Object.keys(schema).length === 1;
}

function isPlainNull(schema: JsonSchema): boolean {
  return isPlain(schema) && schema.type === "null";
}

/** Nothing but a list of values. */
function isValues(schema: JsonSchema): boolean {
  return (
    Object.keys(schema).every((key) => key === "type" || key === "const" || key === "enum") &&
    !isPlain(schema)
  );
}

function ofTypes(schemas: readonly JsonSchema[]): JsonSchema {
  return { type: [...new Set(schemas.flatMap(typesOf))] };
}

function ofValues(schemas: readonly JsonSchema[]): JsonSchema {
  const types = [...new Set(schemas.flatMap(typesOf))];
  const values = schemas.flatMap((schema) => (schema.enum as unknown[] | undefined) ?? [schema.const]);
  return { type: types.length === 1 ? types[0] : types, enum: [...new Set(values)] };
}

function withNull(schema: JsonSchema): JsonSchema {
  const values = (schema.enum as unknown[] | undefined) ?? [schema.const];
  return { type: [...typesOf(schema), "null"], enum: [...values, null] };
}

function joinedRevival(shapes: readonly Shape[]): Revival | undefined {
  if (shapes.every(({ revive }) => !revive)) return undefined;
  const present = shapes.filter(({ schema }) => !isPlainNull(schema));
  const [only] = present;
  // Null passes through every plan as it is.
  if (only?.revive && present.length === 1) return only.revive;
  // A member that changes the value goes before one that would take the same JSON as it is.
  const byPlan = [...present].sort((a, b) => Number(!a.revive) - Number(!b.revive));
  return {
    to: "union",
    members: byPlan.map(({ schema, revive }) => (revive ? { schema, revive } : { schema })),
  };
}

import ts from "typescript";
import { describeAny, describeUnknown, refuseKind } from "./special";
import { describeIntersection } from "./intersections";
import { describeObjectType } from "./objects";
import {
  describeBigInt,
  describeBoolean,
  describeLiteral,
  describeNonPrimitive,
  describeNull,
  describeNumber,
  describeString,
} from "./primitives";
import type { Shape } from "./shape";
import { describeStringMapping, describeTemplate } from "./templates";
import { describeDeferred, describeTypeParameter } from "./type-parameters";
import { describeUnion } from "./unions";
import type { Walk } from "./walk";
import type { Written } from "./written";

export type Describer = (walk: Walk, type: ts.Type, written?: Written) => Shape;

const F = ts.TypeFlags;

/** Each kind of type and what describes it; the first row that fits counts. Every single flag has a row. */
const KINDS: readonly (readonly [flags: ts.TypeFlags, describe: Describer])[] = [
  // `boolean` and enums are unions too, and literals of enums carry both flags: these rows stand first.
  [F.Boolean, describeBoolean],
  [F.Union, describeUnion],
  [F.StringLiteral | F.NumberLiteral | F.BooleanLiteral | F.BigIntLiteral, describeLiteral],
  [F.Any, describeAny],
  [F.Unknown, describeUnknown],
  [F.String, describeString],
  // An enum with computed members, and a computed member, are known to be numbers and no more.
  [F.Number | F.Enum | F.EnumLiteral, describeNumber],
  [F.BigInt, describeBigInt],
  [F.Null, describeNull],
  [F.NonPrimitive, describeNonPrimitive],
  [F.TemplateLiteral, describeTemplate],
  [F.StringMapping, describeStringMapping],
  [F.Object, describeObjectType],
  [F.Intersection, describeIntersection],
  [F.TypeParameter, describeTypeParameter],
  [F.Index | F.IndexedAccess | F.Conditional | F.Substitution, describeDeferred],
  [F.Never | F.Void | F.Undefined | F.ESSymbol | F.UniqueESSymbol, refuseKind],
];

/** What describes a type. A kind that a later TypeScript brings is refused by name, never passed over. */
export function describerOf(type: ts.Type): Describer {
  return KINDS.find(([flags]) => type.flags & flags)?.[1] ?? refuseUnknownKind;
}

const refuseUnknownKind: Describer = (walk, type) => {
  throw walk.refusal(
    "unknownKind",
    `${walk.here()} has the type ${walk.context.text(type)}, of a kind that this compiler does not know (flags ${String(type.flags)}, TypeScript ${ts.version})`,
    "write the type in another way, and report this",
  );
};

import ts from "typescript";
import type { JsonSchema } from "@skills/core";
import { propertiesOf, requiredOf } from "../contract/schema-parts";
import { inputNameOf } from "../said/exposure";
import { saidOfProperty } from "../said/said-of";
import { writtenMember } from "../walk/written-members";
import { indexParts } from "./indexes";
import { isJust, partOf, withoutUndefined, type Account, type Evidence, type Place } from "./place";

/** The members of an object, and what accounts for those that only one of the two schemas has. */
export function objectParts(place: Place, evidence: Evidence): Account | undefined {
  const { type, ours, theirs } = place;
  const { checker } = evidence.context;
  const isOne = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  if (!isOne || checker.isArrayLikeType(type) || !isJust(ours, { type: "object" }, MEMBERS)) return undefined;
  if (typeof theirs !== "string" && !isJust(theirs, { type: "object" }, MEMBERS)) return undefined;
  const accounts = checker.getPropertiesOfType(type).map((member) => memberAccount(place, member, evidence));
  const all = [...accounts, strangers(place, evidence), indexParts(place, evidence)];
  return {
    reasons: all.flatMap(({ reasons = [] }) => reasons),
    unexplained: all.flatMap(({ unexplained = [] }) => unexplained),
    parts: all.flatMap(({ parts = [] }) => parts),
  };
}

const MEMBERS = ["properties", "required", "additionalProperties", "patternProperties"];

function memberAccount(place: Place, member: ts.Symbol, evidence: Evidence): Partial<Account> {
  const { context, ask } = evidence;
  const { type, ours, theirs, written } = place;
  const name = inputNameOf(context, type, member);
  const path = joined(place.path, name ?? member.name);
  const mine = name === undefined ? undefined : own(propertiesOf(ours), name);
  const other = typeof theirs === "string" ? undefined : own(propertiesOf(theirs), member.name);
  const isRenamed = name !== member.name && typeof theirs !== "string";
  if (!mine) {
    if (typeof theirs === "string" ? isNoData(evidence, member) : !other) return {};
    if (isRenamed) return { reasons: [{ path, reason: "names" }] };
    return isNoData(evidence, member)
      ? { reasons: [{ path, reason: "members" }] }
      : { unexplained: [{ path, what: "a property of the type is missing in ours" }] };
  }
  if (!other && typeof theirs !== "string")
    return { unexplained: [{ path, what: "a property that only ours has" }] };
  const held = withoutUndefined(context, context.checker.getTypeOfSymbol(member));
  const part: Place = {
    path,
    type: held,
    written: writtenMember(context, member, type, written),
    said: [saidOfProperty(context, member)],
    ours: partOf(ours, mine),
    theirs: typeof theirs === "string" || !other ? ask(held) : partOf(theirs, other),
  };
  const presence = presenceAccount(place, member, name ?? member.name, evidence);
  const reasons = isRenamed ? [{ path, reason: "names" as const }] : [];
  return { ...presence, reasons: [...reasons, ...(presence.reasons ?? [])], parts: [part] };
}

function presenceAccount(
  { path: around, ours, theirs }: Place,
  member: ts.Symbol,
  name: string,
  { context }: Evidence,
): Partial<Account> {
  const isNeeded = requiredOf(ours).includes(name);
  const isNeededThere =
    typeof theirs === "string"
      ? !mayBeAbsent(member, context.checker)
      : requiredOf(theirs).includes(member.name);
  if (isNeeded === isNeededThere) return {};
  const path = joined(around, name);
  const { presence } = saidOfProperty(context, member);
  const isSaid = presence === (isNeeded ? "required" : "optional") || (!isNeeded && hasInitializer(member));
  return isSaid
    ? { reasons: [{ path, reason: "presence" }] }
    : { unexplained: [{ path, what: isNeeded ? "is required in ours alone" : "is optional in ours alone" }] };
}

/** Properties that the type does not have. */
function strangers({ type, path: around, ours, theirs }: Place, { context }: Evidence): Partial<Account> {
  const members = context.checker.getPropertiesOfType(type);
  const known = new Set(members.flatMap((member) => [member.name, inputNameOf(context, type, member)]));
  const named = [ours, typeof theirs === "string" ? {} : theirs].flatMap((each) =>
    Object.keys(propertiesOf(each)),
  );
  return {
    unexplained: [...new Set(named)]
      .filter((name) => !known.has(name))
      .map((name) => ({ path: joined(around, name), what: "it is no member of the type" })),
  };
}

/** What JSON never has: functions, members that are not public, what a class computes. */
function isNoData({ context: { checker } }: Evidence, member: ts.Symbol): boolean {
  if (/^__[#@]/.test(member.escapedName as string)) return true;
  const held = checker.getNonNullableType(checker.getTypeOfSymbol(member));
  const declarations = member.declarations ?? [];
  return (
    checker.getSignaturesOfType(held, ts.SignatureKind.Call).length > 0 ||
    (held.flags & ts.TypeFlags.Never) !== 0 ||
    declarations.some((declaration) => (ts.getCombinedModifierFlags(declaration) & NOT_PUBLIC) !== 0) ||
    (declarations.some(isGetterOfClass) && !declarations.some(ts.isSetAccessorDeclaration))
  );
}

function isGetterOfClass(declaration: ts.Declaration): boolean {
  return ts.isGetAccessorDeclaration(declaration) && ts.isClassLike(declaration.parent);
}

const NOT_PUBLIC = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

function mayBeAbsent(member: ts.Symbol, checker: ts.TypeChecker): boolean {
  if (member.flags & ts.SymbolFlags.Optional) return true;
  const type = checker.getTypeOfSymbol(member);
  return (type.isUnion() ? type.types : [type]).some(({ flags }) => flags & ts.TypeFlags.VoidLike);
}

function hasInitializer({ valueDeclaration }: ts.Symbol): boolean {
  const isHeld =
    valueDeclaration && (ts.isPropertyDeclaration(valueDeclaration) || ts.isParameter(valueDeclaration));
  return isHeld === true && valueDeclaration.initializer !== undefined;
}

function own(named: { [name: string]: JsonSchema }, name: string): JsonSchema | undefined {
  return Object.hasOwn(named, name) ? named[name] : undefined;
}

function joined(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

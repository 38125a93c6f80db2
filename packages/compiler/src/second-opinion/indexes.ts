import ts from "typescript";
import { isObject, namedOf } from "../contract/schema-parts";
import { writtenIndex } from "../walk/written-members";
import { partOf, sameJson, type Account, type Evidence, type Place } from "./place";
import { fitsTemplate } from "./templates";

/** What an object holds beside its named members, by its index signatures. */
export function indexParts(place: Place, evidence: Evidence): Partial<Account> {
  const { checker } = evidence.context;
  const infos = checker.getIndexInfosOfType(place.type).filter(({ keyType }) => !isSymbol(keyType));
  const whole = infos.find(({ keyType }) => keyType.flags & ts.TypeFlags.String);
  const patterned = infos.filter((info) => info !== whole);
  const accounts = [byPattern(place, patterned, evidence), furtherOf(place, whole, evidence)];
  return {
    reasons: accounts.flatMap(({ reasons = [] }) => reasons),
    unexplained: accounts.flatMap(({ unexplained = [] }) => unexplained),
    parts: accounts.flatMap(({ parts = [] }) => parts),
  };
}

function isSymbol({ flags }: ts.Type): boolean {
  return (flags & ts.TypeFlags.ESSymbolLike) !== 0;
}

function furtherOf(place: Place, info: ts.IndexInfo | undefined, evidence: Evidence): Partial<Account> {
  const { ours, theirs, path, type, written } = place;
  const mine = ours.additionalProperties ?? true;
  const other = typeof theirs === "string" ? undefined : (theirs.additionalProperties ?? true);
  const isClosed = !info || (info.type.flags & ts.TypeFlags.Never) !== 0;
  if (isClosed || mine === false) {
    const isRight = isClosed && mine === false;
    if (isRight ? other === false || other === undefined : sameJson(mine, other)) return {};
    return {
      unexplained: [
        { path: `${path}[*]`, what: isRight ? "is closed in ours alone" : "is no part of the type" },
      ],
    };
  }
  const part = (schema: Place["theirs"]): Place => ({
    path: `${path}[*]`,
    type: info.type,
    written: writtenIndex(evidence.context, info, type, written),
    ours: partOf(ours, mine),
    theirs: schema,
  });
  if (typeof theirs === "string") return { parts: [part(evidence.ask(info.type))] };
  const inPlace = part(partOf(theirs, other));
  if (other !== false && evidence.isExplained(inPlace)) return { parts: [inPlace] };
  return { reasons: [{ path: `${path}[*]`, reason: "indexes" }], parts: [part(evidence.ask(info.type))] };
}

/** Each pattern of ours must be that of an index signature, and each signature have one. */
function byPattern(place: Place, infos: readonly ts.IndexInfo[], evidence: Evidence): Partial<Account> {
  const { ours, theirs, path, type, written } = place;
  const patterns = Object.entries(namedOf(ours.patternProperties));
  if (typeof theirs !== "string" && sameJson(theirs.patternProperties, ours.patternProperties)) return {};
  const left = [...infos];
  const parts: Place[] = [];
  for (const [pattern, schema] of patterns) {
    const at = left.findIndex(({ keyType }) => fitsTemplate(pattern, keyType));
    const [info] = at < 0 ? [] : left.splice(at, 1);
    if (!info || !isObject(schema))
      return { unexplained: [{ path, what: `no index signature has the keys of ${pattern}` }] };
    parts.push({
      path: `${path}[${pattern}]`,
      type: info.type,
      written: writtenIndex(evidence.context, info, type, written),
      ours: partOf(ours, schema),
      theirs: evidence.ask(info.type),
    });
  }
  if (left.length > 0) return { unexplained: [{ path, what: "an index signature is missing in ours" }] };
  return parts.length > 0 ? { reasons: [{ path, reason: "patterns" }], parts } : {};
}

import type { JsonSchema } from "@skills/core";
import { isObject, listOf, propertiesOf, requiredOf, resolved } from "./schema-parts";

/** One difference between two schemas. */
export interface SchemaChange {
  /** Where: `address.city`, `items[]`; empty for the whole. */
  path: string;
  /** Whether a value that the old schema accepts may be refused by the new one. */
  narrows: boolean;
  /** Whether a value that the old schema refuses may be accepted by the new one. */
  widens: boolean;
  what: string;
}

/** Keywords that say something and limit nothing. */
const SAYS = [
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "$comment",
  "readOnly",
  "writeOnly",
];

/** Limits of which a larger value lets less through. */
const LOWER = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"];
const UPPER = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"];

const HANDLED = new Set([
  ...SAYS,
  ...LOWER,
  ...UPPER,
  ..."type enum const anyOf properties required additionalProperties items prefixItems $ref $defs".split(" "),
]);

/**
 * What changed from one schema to another. Cautious: a difference whose effect is not known counts as one that both
 * narrows and widens.
 */
export function compareSchemas(before: JsonSchema, after: JsonSchema): SchemaChange[] {
  return new Comparison(before, after).compare(before, after, "");
}

class Comparison {
  private readonly comparing = new Map<JsonSchema, Set<JsonSchema>>();
  private readonly open = new Set<string>();

  constructor(
    private readonly rootBefore: JsonSchema,
    private readonly rootAfter: JsonSchema,
  ) {}

  compare(from: unknown, to: unknown, path: string): SchemaChange[] {
    if (!isObject(from) || !isObject(to)) {
      const isSame = sameJson(from, to) || (isAnything(from) && isAnything(to));
      return isSame ? [] : [byTruth(from, to, path)];
    }
    const key = typeof from.$ref === "string" || typeof to.$ref === "string" ? pairKey(from, to) : undefined;
    // A recursive type: what is compared further up is not compared again.
    if (key !== undefined) {
      if (this.open.has(key)) return [];
      this.open.add(key);
    }
    const before = resolved(from, this.rootBefore);
    const after = resolved(to, this.rootAfter);
    const changes = sameJson(withoutSayings(before), withoutSayings(after))
      ? this.deeper(before, after, path, key !== undefined || hasRef(before))
      : this.differing(before, after, path);
    if (key !== undefined) this.open.delete(key);
    return [...changes, ...sayings(from, to, path)];
  }

  /** Equal texts may still point to definitions that differ. */
  private deeper(before: JsonSchema, after: JsonSchema, path: string, points: boolean): SchemaChange[] {
    return points || hasSayings(before) || hasSayings(after) ? this.differing(before, after, path) : [];
  }

  private differing(before: JsonSchema, after: JsonSchema, path: string): SchemaChange[] {
    const from = alternativesOf(before, this.rootBefore);
    const to = alternativesOf(after, this.rootAfter);
    if (from.length === 1 && to.length === 1 && from[0] && to[0]) return this.plain(from[0], to[0], path);
    return this.alternatives(from, to, path);
  }

  /** Each old alternative that no new one takes whole is narrowed; each new one that no old one takes is added. */
  private alternatives(from: JsonSchema[], to: JsonSchema[], path: string): SchemaChange[] {
    const takes = (wide: JsonSchema, narrow: JsonSchema, isForward: boolean): boolean => {
      const changes = isForward ? this.plain(narrow, wide, path) : this.plain(wide, narrow, path);
      return !changes.some(({ narrows, widens }) => (isForward ? narrows : widens));
    };
    const lost = from.filter((old) => !to.some((now) => takes(now, old, true)));
    const added = to.filter((now) => !from.some((old) => takes(old, now, false)));
    const [one, other] = [lost[0], added[0]];
    // One for one: it is the same alternative, changed.
    if (one && other && lost.length === 1 && added.length === 1) return this.plain(one, other, path);
    return [
      ...lost.map((old) => change(path, "narrows", `${inWords(old)} is no longer allowed`)),
      ...added.map((now) => change(path, "widens", `${inWords(now)} is allowed, too`)),
    ];
  }

  private plain(before: JsonSchema, after: JsonSchema, path: string): SchemaChange[] {
    // As above, where the reference is one of several alternatives: `next: Node | null`.
    const partners = this.comparing.get(before) ?? new Set();
    if (partners.has(after)) return [];
    this.comparing.set(before, partners.add(after));
    const changes = [
      ...types(before, after, path),
      ...values(before, after, path),
      ...limits(before, after, path),
      ...this.properties(before, after, path),
      ...this.elements(before, after, path),
      ...unknownKeywords(before, after, path),
    ];
    partners.delete(after);
    return changes;
  }

  private properties(before: JsonSchema, after: JsonSchema, path: string): SchemaChange[] {
    const [neededOld, neededNow] = [requiredOf(before), requiredOf(after)];
    const names = [...Object.keys(propertiesOf(before)), ...Object.keys(propertiesOf(after))];
    const changes = [...new Set([...names, ...neededOld, ...neededNow])].flatMap((name): SchemaChange[] => {
      const at = path === "" ? name : `${path}.${name}`;
      const [old, now] = [propertyOf(before, name), propertyOf(after, name)];
      const [wasNeeded, isNeeded] = [neededOld.includes(name), neededNow.includes(name)];
      if (old === false && now !== false)
        return isNeeded
          ? [both(at, "a new property that is required")]
          : [change(at, "widens", "a new optional property")];
      if (now === false && old !== false)
        return [wasNeeded ? both(at, "the property is gone") : change(at, "narrows", "the property is gone")];
      // Where others are let in anyhow, a name that comes or goes is told as such, and not as what may stand there.
      if (isAnything(old) && !Object.hasOwn(propertiesOf(before), name) && !wasNeeded) {
        const what = isNeeded ? "a new property that is required" : "a new optional property";
        return [{ path: at, narrows: isNeeded || !isAnything(now), widens: false, what }];
      }
      if (isAnything(now) && !Object.hasOwn(propertiesOf(after), name) && !isNeeded)
        return [
          { path: at, narrows: false, widens: wasNeeded || !isAnything(old), what: "the property is gone" },
        ];
      return [
        ...(isNeeded && !wasNeeded ? [change(at, "narrows", "is required now")] : []),
        ...(wasNeeded && !isNeeded ? [change(at, "widens", "is optional now")] : []),
        ...this.compare(old, now, at),
      ];
    });
    const [old, now] = [before.additionalProperties ?? true, after.additionalProperties ?? true];
    return [...changes, ...this.further(old, now, path)];
  }

  /** What is accepted beside the named properties. */
  private further(old: unknown, now: unknown, path: string): SchemaChange[] {
    if (old !== false && now === false) return [change(path, "narrows", "other properties are refused now")];
    if (old === false && now !== false) return [change(path, "widens", "other properties are allowed, too")];
    return this.compare(old, now, `${path}[*]`);
  }

  private elements(before: JsonSchema, after: JsonSchema, path: string): SchemaChange[] {
    const [old, now] = [listOf(before.prefixItems), listOf(after.prefixItems)];
    const length = Math.max(old.length, now.length);
    const rest = (schema: JsonSchema): unknown => schema.items ?? true;
    const places = Array.from({ length }, (_, index) =>
      this.compare(
        index < old.length ? old[index] : rest(before),
        index < now.length ? now[index] : rest(after),
        `${path}[${String(index)}]`,
      ),
    );
    return [...places.flat(), ...this.compare(rest(before), rest(after), `${path}[]`)];
  }
}

/** What the value of a property must be, also where it is not named. */
function propertyOf(schema: JsonSchema, name: string): unknown {
  const named = propertiesOf(schema);
  return Object.hasOwn(named, name) ? named[name] : (schema.additionalProperties ?? true);
}

function alternativesOf(schema: JsonSchema, root: JsonSchema, depth = 0): JsonSchema[] {
  const target = resolved(schema, root);
  const branches = listOf(target.anyOf).filter(isObject);
  // Alternatives beside limits of their own are compared as one.
  const isUnion = branches.length > 0 && Object.keys(withoutSayings(target)).length === 1;
  if (isUnion && depth < 8) return branches.flatMap((branch) => alternativesOf(branch, root, depth + 1));
  const named = listOf(target.type);
  return named.length > 1 ? named.map((type) => ({ ...target, type })) : [target];
}

function types(before: JsonSchema, after: JsonSchema, path: string): SchemaChange[] {
  const [old, now] = [typeOf(before), typeOf(after)];
  if (old === now) return [];
  const what = `${old ?? "any type"} became ${now ?? "any type"}`;
  if (now === undefined || (old === "integer" && now === "number")) return [change(path, "widens", what)];
  if (old === undefined || (old === "number" && now === "integer")) return [change(path, "narrows", what)];
  return [both(path, what)];
}

function typeOf({ type }: JsonSchema): string | undefined {
  return Array.isArray(type) ? String(type[0]) : (type as string | undefined);
}

function values(before: JsonSchema, after: JsonSchema, path: string): SchemaChange[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  if (!old && !now) return [];
  if (!now) return [change(path, "widens", "any value of its type is allowed now")];
  if (!old) return [change(path, "narrows", `only ${now.join(", ")} ${isOrAre(now)} allowed now`)];
  const lost = old.filter((value) => !now.includes(value));
  const added = now.filter((value) => !old.includes(value));
  return [
    ...(lost.length > 0
      ? [change(path, "narrows", `${lost.join(", ")} ${isOrAre(lost)} no longer allowed`)]
      : []),
    ...(added.length > 0
      ? [change(path, "widens", `${added.join(", ")} ${isOrAre(added)} allowed, too`)]
      : []),
  ];
}

function isOrAre({ length }: readonly string[]): string {
  return length === 1 ? "is" : "are";
}

function valuesOf(schema: JsonSchema): string[] | undefined {
  if ("const" in schema) return [JSON.stringify(schema.const)];
  return Array.isArray(schema.enum) ? schema.enum.map((value) => JSON.stringify(value)) : undefined;
}

function limits(before: JsonSchema, after: JsonSchema, path: string): SchemaChange[] {
  return [...LOWER, ...UPPER].flatMap((keyword) => {
    const sign = LOWER.includes(keyword) ? 1 : -1;
    const size = (schema: JsonSchema): number =>
      typeof schema[keyword] === "number" ? sign * schema[keyword] : -Infinity;
    const [old, now] = [size(before), size(after)];
    if (old === now) return [];
    const what = `${keyword} ${limitText(before[keyword])} became ${limitText(after[keyword])}`;
    return [change(path, now > old ? "narrows" : "widens", what)];
  });
}

function limitText(value: unknown): string {
  return value === undefined ? "(none)" : JSON.stringify(value);
}

/** Keywords that this comparison does not know the meaning of; to drop one lets more through. */
function unknownKeywords(before: JsonSchema, after: JsonSchema, path: string): SchemaChange[] {
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keywords]
    .filter(
      (keyword) => !HANDLED.has(keyword) || (keyword === "anyOf" && (keyword in before || keyword in after)),
    )
    .filter((keyword) => !sameJson(before[keyword], after[keyword]))
    .map((keyword) => {
      const what = `${keyword} ${limitText(before[keyword])} became ${limitText(after[keyword])}`;
      const isPlain = !["if", "then", "else", "not", "contains"].includes(keyword);
      if (isPlain && !Object.hasOwn(after, keyword)) return change(path, "widens", what);
      if (isPlain && !Object.hasOwn(before, keyword)) return change(path, "narrows", what);
      return both(path, what);
    });
}

/** A schema that takes every value, and its absence, which does, too. */
function isAnything(schema: unknown): boolean {
  if (!isObject(schema)) return schema === true || schema === undefined;
  return Object.keys(withoutSayings(schema)).length === 0;
}

/** Where one of them is `true`, `false` or absent. */
function byTruth(from: unknown, to: unknown, path: string): SchemaChange {
  if (to === true || to === undefined) return change(path, "widens", "anything is allowed now");
  if (from === false) return change(path, "widens", `${inWords(to as JsonSchema)} is allowed now`);
  if (from === true || from === undefined || to === false)
    return change(
      path,
      "narrows",
      to === false ? "nothing is allowed any more" : `must be ${inWords(to as JsonSchema)} now`,
    );
  return both(path, "is described differently");
}

function sayings(from: JsonSchema, to: JsonSchema, path: string): SchemaChange[] {
  return SAYS.filter((keyword) => !sameJson(from[keyword], to[keyword])).map((keyword) => ({
    path,
    narrows: false,
    widens: false,
    what: `the ${keyword} ${!(keyword in to) ? "is gone" : keyword in from ? "changed" : "is new"}`,
  }));
}

function hasSayings(schema: JsonSchema): boolean {
  return /"(?:title|description|default|examples|deprecated)":/.test(JSON.stringify(schema));
}

function hasRef(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes('"$ref":');
}

function withoutSayings(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !SAYS.includes(keyword) && keyword !== "$defs"),
  );
}

function pairKey(from: JsonSchema, to: JsonSchema): string {
  return JSON.stringify([from.$ref ?? from, to.$ref ?? to]);
}

function inWords(schema: JsonSchema): string {
  const known = valuesOf(schema);
  if (known) return known.join(", ");
  const names = Object.keys(propertiesOf(schema));
  const type = schema.type === undefined ? "a value of another kind" : [schema.type].flat().join(" or ");
  if (type === "array" && isObject(schema.items) && schema.items.type !== undefined)
    return `array of ${inWords(schema.items)}`;
  return names.length > 0 ? `${type} with ${names.join(", ")}` : type;
}

function change(path: string, how: "narrows" | "widens", what: string): SchemaChange {
  return { path, narrows: how === "narrows", widens: how === "widens", what };
}

function both(path: string, what: string): SchemaChange {
  return { path, narrows: true, widens: true, what };
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

import { isObject } from "../wire/shapes";
import type { Judge } from "./judge";
import { branchesOf, expanded, schemaOf, typesOf, type Schema } from "./schema";

/** A valid input with one fault. */
export interface Mutant {
  input: unknown;
  /** In words: `without its required property`. */
  fault: string;
  /** Where the fault is, as one writes it in code. */
  path: string;
  /** Every place at which it may be named: the fault's own, and those from the outermost union above it down. */
  places: readonly string[];
}

type Step = string | number;
type At = readonly Step[];

interface Fault {
  at: At;
  fault: string;
  /** What stands at `at` instead; `GONE` for nothing. */
  value: unknown;
  /** The outermost union that the place lies in. */
  union?: At;
}

const GONE = Symbol("gone");

/** Every mutant of a valid input that the schema's keywords tell of, and that the judge finds broken. */
export function* mutantsOf(root: Schema, input: unknown, judge: Judge): Generator<Mutant> {
  for (const { at, fault, value, union } of new Faults(root, judge).in(root, input, [])) {
    const mutant = replaced(input, at, value);
    if (judge.accepts(mutant)) continue;
    const from = union ?? at;
    const places = at
      .slice(from.length)
      .reduce<At[]>((all, _, index) => [...all, at.slice(0, from.length + index)], []);
    yield { input: mutant, fault, path: printPath(at), places: [...places, at].map(printPath) };
  }
}

class Faults {
  constructor(
    private readonly root: Schema,
    private readonly judge: Judge,
  ) {}

  /** `above`: the outermost union on the way; `isBranch`: the part is a union's, which has tried the wrong types. */
  *in(part: unknown, value: unknown, at: At, above?: At, isBranch = false): Generator<Fault> {
    const { schema } = expanded(part, this.root);
    const branches = branchesOf(schema);
    const union = above ?? (branches === undefined ? undefined : at);
    const make = (fault: string, other: unknown): Fault => ({ at, fault, value: other, union });
    for (const other of isBranch ? [] : WRONG_TYPES) {
      if (!this.allowed(schema).some((type) => isOfType(other, type))) yield make("of the wrong type", other);
    }
    if (branches !== undefined) {
      const branch = branches.find((each) => this.judge.fits(each, value));
      if (branch !== undefined) yield* this.in(branch, value, at, union, true);
      return;
    }
    if ("const" in schema || "enum" in schema) {
      yield make("none of the values allowed", typeof value === "number" ? -98_765.5 : "no such value");
      return;
    }
    if (typeof value === "string") yield* textFaults(schema, value, make);
    if (typeof value === "number") yield* numberFaults(schema, value, make);
    if (Array.isArray(value)) yield* this.arrayFaults(schema, value, at, union, make);
    if (isObject(value)) yield* this.objectFaults(schema, value, at, union, make);
  }

  /** The types a value may have; empty: any. */
  private allowed(schema: Schema): string[] {
    const branches = branchesOf(schema);
    if (branches === undefined) {
      const fixed = Array.isArray(schema.enum)
        ? (schema.enum as unknown[])
        : "const" in schema
          ? [schema.const]
          : undefined;
      const types = fixed?.map(typeOf) ?? typesOf(schema);
      return types.length === 0 ? ["any"] : types;
    }
    return branches.flatMap((branch) => this.allowed(expanded(branch, this.root).schema));
  }

  private *arrayFaults(
    schema: Schema,
    value: readonly unknown[],
    at: At,
    union: At | undefined,
    make: (fault: string, other: unknown) => Fault,
  ): Generator<Fault> {
    const { minItems, maxItems } = schema as { [keyword: string]: number | undefined };
    const prefix: unknown[] = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
    if (minItems !== undefined && minItems > 0)
      yield make("with too few items", value.slice(0, minItems - 1));
    if (maxItems !== undefined && value.length > 0) {
      const more = Array.from({ length: maxItems + 1 }, (_, index) => value[index % value.length]);
      yield make("with too many items", more);
    }
    if (schema.items === false && value.length === prefix.length)
      yield make("with one item more", [...value, null]);
    if (schema.uniqueItems === true && value.length > 0)
      yield make("with an item twice", [...value, value[0]]);
    for (const [index, item] of value.entries()) {
      yield* this.in(index < prefix.length ? prefix[index] : schema.items, item, [...at, index], union);
    }
  }

  private *objectFaults(
    schema: Schema,
    value: { [name: string]: unknown },
    at: At,
    union: At | undefined,
    make: (fault: string, other: unknown) => Fault,
  ): Generator<Fault> {
    const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
    const names = Object.keys(value);
    for (const name of required) {
      yield { at: [...at, name], fault: "without its required property", value: GONE, union };
    }
    const extra = ["unknownProperty", "unknown-property"].find((name) => !names.includes(name)) ?? "";
    if (schema.additionalProperties === false) {
      yield { at: [...at, extra], fault: "with a property that is not known", value: 1, union };
    }
    const { maxProperties, minProperties } = schema as { [keyword: string]: number | undefined };
    if (minProperties !== undefined && required.length < minProperties && names.length > 0) {
      const few = Object.fromEntries(Object.entries(value).slice(0, minProperties - 1));
      yield make("with too few properties", few);
    }
    if (maxProperties !== undefined && names.length > 0) {
      const more = Array.from(
        { length: maxProperties + 1 },
        (_, index) => [`more${String(index)}`, value[names[0] ?? ""]] as const,
      );
      yield make("with too many properties", { ...value, ...Object.fromEntries(more) });
    }
    const patterns = Object.entries(schemaOf(schema.patternProperties));
    const properties = schemaOf(schema.properties);
    for (const name of names) {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const pattern = patterns.find(([pattern]) => new RegExp(pattern).test(name))?.[1];
      yield* this.in(known ?? pattern ?? schema.additionalProperties, value[name], [...at, name], union);
    }
  }
}

function* textFaults(
  schema: Schema,
  value: string,
  make: (fault: string, other: unknown) => Fault,
): Generator<Fault> {
  const { minLength, maxLength } = schema as { [keyword: string]: number | undefined };
  const points = Array.from(value);
  if (minLength !== undefined && minLength > 0)
    yield make("too short", points.slice(0, minLength - 1).join(""));
  if (maxLength !== undefined)
    yield make("too long", value.padEnd(value.length + maxLength + 1 - points.length, "x"));
  if (schema.pattern !== undefined) {
    for (const other of ["", "\u0000", "~ no match ~", `${value}\n~`])
      yield make("not of its pattern", other);
  }
  if (schema.format !== undefined) yield make("not of its format", "\u0000 of no format: [ ^");
}

function* numberFaults(
  schema: Schema,
  value: number,
  make: (fault: string, other: unknown) => Fault,
): Generator<Fault> {
  const limits = schema as { [keyword: string]: number | undefined };
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = limits;
  const step = multipleOf ?? (typesOf(schema).includes("integer") ? 1 : Math.max(1, Math.abs(value) / 1000));
  if (minimum !== undefined) yield make("too small", minimum - step);
  if (exclusiveMinimum !== undefined) yield make("too small", exclusiveMinimum);
  if (maximum !== undefined) yield make("too great", maximum + step);
  if (exclusiveMaximum !== undefined) yield make("too great", exclusiveMaximum);
  if (multipleOf !== undefined) yield make("no multiple", value + multipleOf / 2);
}

const WRONG_TYPES: readonly unknown[] = [null, true, 7, 0.5, "text", [], {}];

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === "any") return true;
  return type === "integer" ? Number.isInteger(value) : typeOf(value) === type;
}

/** A copy with another value at a place. */
function replaced(input: unknown, at: At, value: unknown): unknown {
  if (at.length === 0) return value;
  const copy: unknown = JSON.parse(JSON.stringify(input));
  const parent = at
    .slice(0, -1)
    .reduce((inner, step) => (inner as Record<Step, unknown>)[step], copy) as Record<Step, unknown>;
  const last = at.at(-1) ?? "";
  if (value === GONE) Reflect.deleteProperty(parent, last);
  else Object.defineProperty(parent, last, { value, enumerable: true, writable: true, configurable: true });
  return copy;
}

/** `items[0].sku`; names that are no identifiers in brackets. */
function printPath(at: At): string {
  return at.reduce<string>((path, step) => {
    if (/^\d+$/.test(String(step))) return `${path}[${String(step)}]`;
    if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(String(step))) return `${path}[${JSON.stringify(step)}]`;
    return path === "" ? String(step) : `${path}.${String(step)}`;
  }, "");
}

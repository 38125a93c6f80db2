import { SkillsError } from "@skills/core/errors";
import type { Arbitrary } from "fast-check";
import { isObject } from "../wire/shapes";
import type { Fc } from "./load";
import { branchesOf, expanded, heightOf, JSON_TYPES, schemaOf, typesOf, type Schema } from "./schema";
import { matching, stringsOf } from "./strings";

/** References that a value goes through before it is made as small as it can be. */
const DEPTH = 3;
/** Names that break programs which keep users' keys in plain objects. */
const AWKWARD_KEYS = ["__proto__", "constructor", "toString", "hasOwnProperty", "a.b", "", "0", "ключ"];
const ABSENT = Symbol("absent");

/**
 * Inputs that fit a tool's schema, as plain JSON. Keywords that say what must not be (`not`, `if`, `contains`, …)
 * are left to the judge that every input passes before it is used.
 * @throws SkillsError S508 where the schema has no finite value
 */
export function inputsOf(fc: Fc, schema: unknown): Arbitrary<unknown> {
  const root = schemaOf(schema);
  if (heightOf(root, root) === Infinity) throw noValue("its recursion never ends");
  // As it would come over the wire: no -0, no shared parts.
  return new Inputs(fc, root).of(root, DEPTH).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
}

export function noValue(why: string): SkillsError {
  return new SkillsError("S508", `no input fits the schema: ${why}`, {
    help: "mend the schema, or give the tool's inputs: fuzzSkill(…, { inputs: { toolName: arbitrary } })",
  });
}

class Inputs {
  private readonly made = new Map<Schema, Map<number, Arbitrary<unknown>>>();

  constructor(
    private readonly fc: Fc,
    private readonly root: Schema,
  ) {}

  /** At depth 0 only what must be there is: recursion ends. */
  of(schema: unknown, depth: number): Arbitrary<unknown> {
    const own = schemaOf(schema);
    const byDepth = this.made.get(own) ?? new Map<number, Arbitrary<unknown>>();
    this.made.set(own, byDepth);
    let arbitrary = byDepth.get(depth);
    if (arbitrary === undefined) byDepth.set(depth, (arbitrary = this.make(own, depth)));
    return arbitrary;
  }

  private make(schema: Schema, depth: number): Arbitrary<unknown> {
    const { fc } = this;
    const { schema: flat, hops } = expanded(schema, this.root);
    const left = Math.max(0, depth - hops);
    if ("const" in flat) return fc.constant(flat.const);
    if (Array.isArray(flat.enum)) return fc.constantFrom(...(flat.enum as unknown[]));
    const branches = branchesOf(flat);
    if (branches !== undefined) {
      return fc.oneof(...this.finite(branches, left).map((branch) => this.make(branch, left)));
    }
    const types = typesOf(flat);
    if (types.length === 0) return left === 0 ? fc.constant(null) : fc.jsonValue({ maxDepth: 2 });
    return fc.oneof(...this.finiteTypes(types, flat, left).map((type) => this.ofType(type, flat, left)));
  }

  /** At depth 0 the alternatives that end soonest. */
  private finite(branches: readonly Schema[], depth: number): readonly Schema[] {
    const heights = branches.map((branch) => heightOf(branch, this.root));
    const lowest = Math.min(...heights);
    return branches.filter((_, index) =>
      depth === 0 ? heights[index] === lowest : heights[index] !== Infinity,
    );
  }

  private finiteTypes(types: readonly string[], schema: Schema, depth: number): readonly string[] {
    const plain = types.filter((type) => type !== "object" && type !== "array");
    if (depth === 0 && plain.length > 0) return plain;
    const finite = types.filter((type) => heightOf({ ...schema, type }, this.root) !== Infinity);
    return finite.length === 0 ? types : finite;
  }

  private ofType(type: string, schema: Schema, depth: number): Arbitrary<unknown> {
    const { fc } = this;
    switch (type) {
      case "null":
        return fc.constant(null);
      case "boolean":
        return fc.boolean();
      case "integer":
        return this.integers(schema);
      case "number":
        return this.numbers(schema);
      case "string":
        return stringsOf(fc, schema);
      case "array":
        return this.arrays(schema, depth);
      case "object":
        return this.objects(schema, depth);
      default:
        throw noValue(`its type is ${JSON.stringify(type)}, JSON has ${JSON_TYPES.join(", ")}`);
    }
  }

  private integers(schema: Schema): Arbitrary<unknown> {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema as {
      [keyword: string]: number | undefined;
    };
    const range = (format as unknown) === "int32" ? 2 ** 31 : Number.MAX_SAFE_INTEGER;
    const low = Math.max(
      -range,
      minimum ?? -range,
      exclusiveMinimum === undefined ? -range : Math.floor(exclusiveMinimum) + 1,
    );
    const high = Math.min(
      range - 1,
      maximum ?? range,
      exclusiveMaximum === undefined ? range : Math.ceil(exclusiveMaximum) - 1,
    );
    const step = multipleOf ?? 1;
    const [min, max] = [Math.ceil(low / step), Math.floor(high / step)];
    if (min > max) throw noValue("no integer lies within its limits");
    return this.fc.integer({ min, max }).map((count) => rounded(count * step));
  }

  private numbers(schema: Schema): Arbitrary<unknown> {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as {
      [keyword: string]: number | undefined;
    };
    const min = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
    const max = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
    const low = Number.isFinite(min) ? min : -1e9;
    const high = Number.isFinite(max) ? max : Math.max(low, 0) + 1e9;
    if (low > high) throw noValue("no number lies within its limits");
    const step = multipleOf ?? 1;
    const whole = { min: Math.ceil(low / step), max: Math.floor(high / step) };
    const steps = this.fc
      .integer(whole.min > whole.max ? { min: 0, max: 0 } : whole)
      .map((count) => rounded(count * step));
    if (multipleOf !== undefined) return steps;
    const any = this.fc.double({
      ...(min > -Infinity && { min, minExcluded: min === exclusiveMinimum }),
      ...(max < Infinity && { max, maxExcluded: max === exclusiveMaximum }),
      noNaN: true,
      noDefaultInfinity: true,
    });
    const inside = (value: number): boolean =>
      value >= min && value <= max && value !== exclusiveMinimum && value !== exclusiveMaximum;
    return whole.min + 1 < whole.max ? this.fc.oneof(any, steps.filter(inside)) : any;
  }

  private arrays(schema: Schema, depth: number): Arbitrary<unknown> {
    const { fc } = this;
    const prefix: unknown[] = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
    const least = typeof schema.minItems === "number" ? schema.minItems : 0;
    const most = typeof schema.maxItems === "number" ? schema.maxItems : Infinity;
    const first = fc.tuple(...prefix.map((item) => this.of(item, depth)));
    const minLength = Math.max(0, least - prefix.length);
    const room =
      schema.items === false
        ? 0
        : depth === 0
          ? minLength
          : Math.max(minLength, Math.min(most - prefix.length, minLength + 5));
    const lengths = { minLength, maxLength: Math.max(0, room) };
    const item = lengths.maxLength === 0 ? fc.constant(null) : this.of(schema.items, depth);
    const rest =
      schema.uniqueItems === true
        ? fc.uniqueArray(item, { ...lengths, selector: (value) => JSON.stringify(value) })
        : fc.array(item, lengths);
    // A tuple may be shorter than its list of items where nothing says how long it is.
    const cut = fc.integer({ min: Math.min(least, prefix.length), max: Math.min(prefix.length, most) });
    return fc
      .tuple(depth === 0 ? fc.constant(Math.min(least, prefix.length)) : cut, first, rest)
      .map(([length, head, tail]) => (length < prefix.length ? head.slice(0, length) : [...head, ...tail]));
  }

  private objects(schema: Schema, depth: number): Arbitrary<unknown> {
    const { fc } = this;
    const properties = schemaOf(schema.properties);
    const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
    const named = Object.entries(properties).map(([name, inner]): [string, Arbitrary<unknown>] => [
      name,
      required.includes(name)
        ? this.of(inner, depth)
        : depth === 0 || inner === false || heightOf(inner, this.root) === Infinity
          ? fc.constant(ABSENT)
          : fc.option(this.of(inner, depth), { nil: ABSENT, freq: 2 }),
    ]);
    const unnamed = required
      .filter((name) => !Object.hasOwn(properties, name))
      .map((name): [string, Arbitrary<unknown>] => [name, this.of(schema.additionalProperties, depth)]);
    const fixed = [...named, ...unnamed];
    const values = fc.tuple(...fixed.map(([, value]) => value));
    return fc
      .tuple(values, ...this.extras(schema, depth))
      .map(([all, ...extras]) =>
        objectOf([
          ...fixed.map(([name], index): [string, unknown] => [name, all[index]]),
          ...extras.flat().filter(([name]) => !Object.hasOwn(properties, name)),
        ]),
      );
  }

  /** Properties beyond those with a name of their own. */
  private extras(schema: Schema, depth: number): Arbitrary<[string, unknown][]>[] {
    const { fc } = this;
    const patterns = Object.entries(schemaOf(schema.patternProperties));
    const open = schema.additionalProperties ?? schema.unevaluatedProperties ?? true;
    const least = typeof schema.minProperties === "number" ? schema.minProperties : 0;
    const most = typeof schema.maxProperties === "number" ? schema.maxProperties : Infinity;
    if (depth === 0 && least === 0) return [];
    const some = {
      minLength: Math.min(least, 5),
      maxLength: Math.max(Math.min(least, 5), Math.min(most, 3)),
    };
    const byPattern = patterns.flatMap(([pattern, inner]) => {
      const keys = matching(fc, pattern);
      return keys === undefined ? [] : [fc.array(fc.tuple(keys, this.of(inner, depth)), some)];
    });
    if (open === false) return byPattern;
    const keys = isObject(schema.propertyNames)
      ? (this.of({ type: "string", ...schema.propertyNames }, depth) as Arbitrary<string>)
      : fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...AWKWARD_KEYS));
    const free = fc.uniqueArray(fc.tuple(keys, this.of(open, depth)), { ...some, selector: ([key]) => key });
    // A key that a pattern speaks for must fit the pattern's schema: the judge sorts those out.
    return [...byPattern, free];
  }
}

/** Without the noise of binary fractions: 3 × 0.1 is 0.3. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(12));
}

/** Own properties whatever their names are: `__proto__` is one, as JSON.parse makes it. */
function objectOf(entries: readonly (readonly [string, unknown])[]): object {
  const object = {};
  for (const [name, value] of entries) {
    if (value === ABSENT) continue;
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  }
  return object;
}

import { classTransformer } from "../peers";
import type { Revival } from "../manifest";
import { emittedProperty, type EmittedType } from "../describe/emitted-types";
import { isAlwaysSet, propertyOf } from "../describe/input-name";
import type { InputIssue } from "../validate/input-issue";
import { issueAt, join, MOST_ERRORS } from "../validate/issues";
import { accepts } from "../validate/validator";

export interface RevivalContext {
  /** Takes what fits the schema and is none of the promised values all the same: 23:59:60, a port of 99999. */
  issues: InputIssue[];
  definitions: { [name: string]: Revival };
  /** The constructor behind a plan `to: "class"`, where one is known at this place. */
  classOf(name: string): (new () => object) | undefined;
}

/**
 * Turns JSON that fits the schema into the values that the signature promises, at every depth. The input is left
 * as it was. Where there are issues in the end, what comes of it is of no use.
 *
 * @param value JSON, or what class-transformer made of it: what is of the promised kind already is kept
 * @param given the JSON itself, where it is known: for messages, and to tell what was given from a class's defaults
 */
export function revive(
  value: unknown,
  plan: Revival,
  context: RevivalContext,
  path: string,
  given: unknown = value,
): unknown {
  if (value === null || value === undefined) return value;
  switch (plan.to) {
    case "Date":
    case "URL":
    case "bigint":
    case "Buffer":
    case "Uint8Array":
      return isMade(value, plan.to) ? value : reviveValue(value, plan.to, context.issues, path, given);
    case "Set":
      if (!Array.isArray(value) && !(value instanceof Set)) return value;
      return new Set(items([...value], given, () => plan.items, context, path));
    case "Map":
      if (value instanceof Map) return new Map(members(value, given, () => plan.values, context, path));
      return isPlain(value)
        ? new Map(members(Object.entries(value), given, () => plan.values, context, path))
        : value;
    case "array":
      return Array.isArray(value)
        ? items(value, given, (index) => elementPlan(plan, index), context, path)
        : value;
    case "object":
      return reviveObject(value, given, plan, context, path);
    case "class":
      return isPlain(value)
        ? reviveInstance(value, plan, context, path)
        : completeInstance(value, given, plan.properties, context, path);
    case "union":
      return optionally(value, memberOf(plan, value, context)?.revive, context, path, given);
    case "ref":
      return optionally(value, context.definitions[plan.name], context, path, given);
  }
}

type ValueKind = "Date" | "URL" | "bigint" | "Buffer" | "Uint8Array";

function isMade(value: unknown, to: ValueKind): boolean {
  switch (to) {
    case "Date":
      return value instanceof Date && !Number.isNaN(value.getTime());
    case "URL":
      return value instanceof URL;
    case "bigint":
      return typeof value === "bigint";
    case "Buffer":
    case "Uint8Array":
      return value instanceof Uint8Array;
  }
}

function reviveValue(
  value: unknown,
  to: ValueKind,
  issues: InputIssue[],
  path: string,
  given: unknown,
): unknown {
  const refuse = (expected: string): void => {
    if (issues.length < MOST_ERRORS) issues.push(issueAt(path, expected, given));
  };
  const text = String(value);
  switch (to) {
    case "Date": {
      const date = new Date(text);
      return Number.isNaN(date.getTime()) ? refuse("a date and time that there is") : date;
    }
    case "URL":
      return URL.canParse(text) ? new URL(text) : refuse("a URL (such as https://example.com/a)");
    case "bigint":
      // JSON's reader has rounded a larger number already: what the model wrote is lost.
      if (typeof value === "number" && !Number.isSafeInteger(value))
        return refuse(`an integer of at most ${String(Number.MAX_SAFE_INTEGER)}, up or down`);
      return /^-?\d+$/.test(text) ? BigInt(text) : refuse("an integer");
    case "Buffer":
    case "Uint8Array": {
      if (!/^[\w+/\s-]*={0,2}\s*$/.test(text)) return refuse("bytes in base64");
      const bytes = Buffer.from(text, "base64");
      return to === "Buffer" ? bytes : new Uint8Array(bytes);
    }
  }
}

function optionally(
  value: unknown,
  plan: Revival | null | undefined,
  context: RevivalContext,
  path: string,
  given: unknown,
): unknown {
  return plan ? revive(value, plan, context, path, given) : value;
}

function items(
  values: readonly unknown[],
  given: unknown,
  planOf: (index: number) => Revival | null | undefined,
  context: RevivalContext,
  path: string,
): unknown[] {
  // A `@Transform` may have left some out: then nobody knows which is which.
  const isWhole = Array.isArray(given) && given.length === values.length;
  return values.map((item, index) => {
    const raw = isWhole ? (given as unknown[])[index] : undefined;
    return optionally(item, planOf(index), context, join(path, String(index)), raw);
  });
}

function members(
  entries: Iterable<[unknown, unknown]>,
  given: unknown,
  planOf: (key: string) => Revival | null | undefined,
  context: RevivalContext,
  path: string,
): [string, unknown][] {
  return Array.from(entries, ([name, item]) => {
    const key = String(name);
    return [key, optionally(item, planOf(key), context, join(path, key), memberAt(given, key))];
  });
}

function memberAt(given: unknown, key: string): unknown {
  return typeof given === "object" && given !== null && Object.hasOwn(given, key)
    ? (given as Record<string, unknown>)[key]
    : undefined;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value) as unknown;
  return prototype === Object.prototype || prototype === null;
}

/** The first member whose schema accepts the value; that of its class where class-transformer chose one. */
function memberOf(
  { members }: Revival & { to: "union" },
  value: unknown,
  { definitions }: RevivalContext,
): { revive?: Revival } | undefined {
  const className = typeof value === "object" && value !== null && !isPlain(value) && value.constructor.name;
  const isOfClass = ({ revive: plan }: { revive?: Revival }): boolean => {
    const target = plan?.to === "ref" ? definitions[plan.name] : plan;
    return target?.to === "class" && target.class === className;
  };
  return members.find(isOfClass) ?? members.find(({ schema }) => accepts(schema, value));
}

function elementPlan(plan: Revival & { to: "array" }, index: number): Revival | null | undefined {
  return plan.prefix && index < plan.prefix.length ? plan.prefix[index] : plan.items;
}

function propertyPlan(plan: Revival & { to: "object" }, key: string): Revival | null | undefined {
  return plan.properties && Object.hasOwn(plan.properties, key) ? plan.properties[key] : plan.additional;
}

function reviveObject(
  value: unknown,
  given: unknown,
  plan: Revival & { to: "object" },
  context: RevivalContext,
  path: string,
): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (!isPlain(value)) return completeInstance(value, given, plan.properties, context, path);
  const planOf = (key: string): Revival | null | undefined => propertyPlan(plan, key);
  return Object.fromEntries(members(Object.entries(value), given, planOf, context, path));
}

/** class-transformer makes the instance and, by the class's own `@Type`s, those inside it. */
function reviveInstance(
  value: object,
  plan: Revival & { to: "class" },
  context: RevivalContext,
  path: string,
): unknown {
  const type = context.classOf(plan.class);
  if (!type) return revive(value, { to: "object", properties: plan.properties }, context, path);
  const instance = classTransformer(`an argument of class ${plan.class}`).plainToInstance(type, value);
  return completeInstance(instance, value, plan.properties, context, path);
}

/** The values that class-transformer knows nothing of (bytes, URLs, sets …) are made from what it left as JSON. */
function completeInstance(
  instance: object,
  given: unknown,
  properties: { [name: string]: Revival | null } = {},
  context: RevivalContext,
  path: string,
): object {
  const values = instance as Record<string, unknown>;
  const own = instance.constructor as EmittedType & (new () => Record<string, unknown>);
  for (const [name, plan] of Object.entries(properties)) {
    if (!plan) continue;
    const property = propertyOf(own, name);
    const raw = given === instance ? values[property] : memberAt(given, name);
    if (raw === undefined) continue;
    const inner = insideProperty(context, plan, emittedProperty(own, property));
    values[property] = revive(values[property], plan, inner, join(path, name), raw);
  }
  restoreDefaults(values, own);
  return instance;
}

/** Without a `@Type`, an object in a property is plain: then the property's own emitted type tells its class. */
function insideProperty(
  context: RevivalContext,
  plan: Revival,
  emitted: EmittedType | undefined,
): RevivalContext {
  const target = plan.to === "ref" ? context.definitions[plan.name] : plan;
  if (target?.to !== "class" || !emitted || emitted === Object) return context;
  const { classOf } = context;
  return {
    ...context,
    classOf: (name) => (name === target.class ? (emitted as unknown as new () => object) : classOf(name)),
  };
}

/** class-transformer sets a property with `@Expose()` to undefined where the input leaves it out, default or not. */
function restoreDefaults(members: Record<string, unknown>, type: new () => Record<string, unknown>): void {
  // What a `@Transform` made has none of these, and may have a constructor that wants arguments.
  const lost = Object.keys(members).filter((name) => members[name] === undefined && isAlwaysSet(type, name));
  if (lost.length === 0) return;
  const initial = new type();
  for (const name of lost) members[name] = initial[name];
}

import { classTransformer } from "../peers";
import type { Revival } from "../manifest";
import { emittedProperty, type EmittedType } from "../describe/emitted-types";
import { propertyOf } from "../describe/input-name";
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
 */
export function revive(value: unknown, plan: Revival, context: RevivalContext, path: string): unknown {
  if (value === null || value === undefined) return value;
  switch (plan.to) {
    case "Date":
    case "URL":
    case "bigint":
    case "Buffer":
    case "Uint8Array":
      return reviveValue(value, plan.to, context.issues, path);
    case "Set":
      return new Set(items(value, path, ({ items: inner }) => inner, plan, context));
    case "Map":
      return new Map(members(value, path, () => plan.values, context));
    case "array":
      return items(value, path, elementPlan, plan, context);
    case "object":
      return Object.fromEntries(members(value, path, (key) => propertyPlan(plan, key), context));
    case "class":
      return reviveInstance(value, plan, context, path);
    case "union": {
      const member = plan.members.find(({ schema }) => accepts(schema, value));
      return optionally(value, member?.revive, context, path);
    }
    case "ref": {
      const definition = context.definitions[plan.name];
      return optionally(value, definition, context, path);
    }
  }
}

function reviveValue(
  value: unknown,
  to: "Date" | "URL" | "bigint" | "Buffer" | "Uint8Array",
  issues: InputIssue[],
  path: string,
): unknown {
  const refuse = (expected: string): void => {
    if (issues.length < MOST_ERRORS) issues.push(issueAt(path, expected, value));
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
): unknown {
  return plan ? revive(value, plan, context, path) : value;
}

function items<P>(
  value: unknown,
  path: string,
  planOf: (plan: P, index: number) => Revival | null | undefined,
  plan: P,
  context: RevivalContext,
): unknown[] {
  return (value as unknown[]).map((item, index) =>
    optionally(item, planOf(plan, index), context, join(path, String(index))),
  );
}

function members(
  value: object,
  path: string,
  planOf: (key: string) => Revival | null | undefined,
  context: RevivalContext,
): [string, unknown][] {
  return Object.entries(value).map(([key, item]) => [
    key,
    optionally(item, planOf(key), context, join(path, key)),
  ]);
}

function elementPlan(plan: Revival & { to: "array" }, index: number): Revival | null | undefined {
  return plan.prefix && index < plan.prefix.length ? plan.prefix[index] : plan.items;
}

function propertyPlan(plan: Revival & { to: "object" }, key: string): Revival | null | undefined {
  return plan.properties && Object.hasOwn(plan.properties, key) ? plan.properties[key] : plan.additional;
}

/**
 * class-transformer makes the instance and, by the class's own `@Type`s, those inside it; then the values that it
 * knows nothing of (bytes, URLs, sets …) are set from the plan.
 */
function reviveInstance(
  value: object,
  plan: Revival & { to: "class" },
  context: RevivalContext,
  path: string,
): unknown {
  const type = context.classOf(plan.class);
  if (!type) return revive(value, { to: "object", properties: plan.properties }, context, path);
  const instance = classTransformer(`an argument of class ${plan.class}`).plainToInstance(type, value);
  return completeInstance(instance, value, plan, context, path);
}

function completeInstance(
  instance: object,
  value: object,
  plan: Revival & { to: "class" },
  context: RevivalContext,
  path: string,
): object {
  const members = instance as Record<string, unknown>;
  const own = instance.constructor as EmittedType & (new () => Record<string, unknown>);
  for (const [name, inner] of Object.entries(plan.properties ?? {})) {
    if (!Object.hasOwn(value, name)) continue;
    const raw = (value as Record<string, unknown>)[name];
    const property = propertyOf(own, name);
    const type = emittedProperty(own, property) as new () => object;
    members[property] = complete(members[property], raw, inner, context, join(path, name), type);
  }
  restoreDefaults(members, own);
  return instance;
}

/** class-transformer sets a property with `@Expose()` to undefined where the input leaves it out, default or not. */
function restoreDefaults(members: Record<string, unknown>, type: new () => Record<string, unknown>): void {
  const lost = Object.keys(members).filter((name) => members[name] === undefined);
  if (lost.length === 0) return;
  const initial = new type();
  for (const name of lost) members[name] = initial[name];
}

/**
 * `made` is class-transformer's: kept where the plan wants instances, replaced where it wants other values. Without
 * a `@Type` it is plain: then the property's own emitted type tells its class.
 */
function complete(
  made: unknown,
  raw: unknown,
  plan: Revival,
  context: RevivalContext,
  path: string,
  declared?: new () => object,
): unknown {
  if (raw === null || raw === undefined) return raw;
  if (plan.to === "ref") {
    const definition = context.definitions[plan.name];
    return definition ? complete(made, raw, definition, context, path, declared) : made;
  }
  if (plan.to === "class" && typeof made === "object" && made !== null) {
    const type = Object.getPrototypeOf(made) === Object.prototype ? declared : undefined;
    return type
      ? reviveInstance(raw, plan, { ...context, classOf: () => type }, path)
      : completeInstance(made, raw, plan, context, path);
  }
  if (plan.to === "array" && Array.isArray(made))
    return made.map((item: unknown, index) => {
      const inner = elementPlan(plan, index);
      const rawItem = (raw as unknown[])[index];
      return inner ? complete(item, rawItem, inner, context, join(path, String(index))) : item;
    });
  return revive(raw, plan, context, path);
}

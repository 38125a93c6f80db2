import { classTransformer } from "../peers";
import type { Revival } from "../manifest";
import { accepts } from "./validator";

export interface RevivalContext {
  definitions: { [name: string]: Revival };
  /** The constructor behind a plan `to: "class"`, where one is known at this place. */
  classOf(name: string): (new () => object) | undefined;
}

/**
 * Turns JSON that fits the schema into the values that the signature promises, at every depth. The input is left
 * as it was.
 */
export function revive(value: unknown, plan: Revival, context: RevivalContext): unknown {
  if (value === null || value === undefined) return value;
  switch (plan.to) {
    case "Date":
      return new Date(value as string);
    case "URL":
      return new URL(value);
    case "bigint":
      return BigInt(value as number | string);
    case "Buffer":
      return Buffer.from(value as string, "base64");
    case "Uint8Array":
      return new Uint8Array(Buffer.from(value as string, "base64"));
    case "Set":
      return new Set((value as unknown[]).map((item) => optionally(item, plan.items, context)));
    case "Map":
      return new Map(
        Object.entries(value).map(([key, item]) => [key, optionally(item, plan.values, context)]),
      );
    case "array":
      return (value as unknown[]).map((item, index) => optionally(item, elementPlan(plan, index), context));
    case "object":
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, optionally(item, propertyPlan(plan, key), context)]),
      );
    case "class":
      return reviveInstance(value, plan, context);
    case "union": {
      const member = plan.members.find(({ schema }) => accepts(schema, value));
      return optionally(value, member?.revive, context);
    }
    case "ref": {
      const definition = context.definitions[plan.name];
      return optionally(value, definition, context);
    }
  }
}

function optionally(value: unknown, plan: Revival | null | undefined, context: RevivalContext): unknown {
  return plan ? revive(value, plan, context) : value;
}

function elementPlan(plan: Revival & { to: "array" }, index: number): Revival | null | undefined {
  return plan.prefix && index < plan.prefix.length ? plan.prefix[index] : plan.items;
}

function propertyPlan(plan: Revival & { to: "object" }, key: string): Revival | undefined {
  return plan.properties && Object.hasOwn(plan.properties, key) ? plan.properties[key] : plan.additional;
}

/**
 * class-transformer makes the instance and, by the class's own `@Type`s, those inside it; then the values that it
 * knows nothing of (bytes, URLs, sets …) are set from the plan.
 */
function reviveInstance(value: object, plan: Revival & { to: "class" }, context: RevivalContext): unknown {
  const type = context.classOf(plan.class);
  if (!type) return revive(value, { to: "object", properties: plan.properties }, context);
  const instance = classTransformer(`an argument of class ${plan.class}`).plainToInstance(type, value);
  return completeInstance(instance, value, plan, context);
}

function completeInstance(
  instance: object,
  value: object,
  plan: Revival & { to: "class" },
  context: RevivalContext,
): object {
  for (const [name, inner] of Object.entries(plan.properties ?? {})) {
    if (!Object.hasOwn(value, name)) continue;
    const members = instance as Record<string, unknown>;
    members[name] = complete(members[name], (value as Record<string, unknown>)[name], inner, context);
  }
  return instance;
}

/** `made` is class-transformer's: kept where the plan wants instances, replaced where it wants other values. */
function complete(made: unknown, raw: unknown, plan: Revival, context: RevivalContext): unknown {
  if (raw === null || raw === undefined) return raw;
  if (plan.to === "class" && typeof made === "object" && made !== null)
    return completeInstance(made, raw, plan, context);
  if (plan.to === "array" && Array.isArray(made))
    return made.map((item: unknown, index) => {
      const inner = elementPlan(plan, index);
      return inner ? complete(item, (raw as unknown[])[index], inner, context) : item;
    });
  return revive(raw, plan, context);
}

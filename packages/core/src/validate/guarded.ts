import { recordOf } from "../record-of";
import type { JsonSchema } from "../wire";
import { isOfType, propertiesOf, resolved, withSubschemas } from "./schema-reading";

const originals = new WeakMap<object, JsonSchema>();

/**
 * A copy of a schema that accepts the same values, in which each alternative of a union is asked only of values that
 * can mean it: those of its type and with its constants (`kind: "card"`). A validator that is to name every error
 * goes down all alternatives, on each level anew: nested unions would take time that doubles with each level, and
 * the errors of alternatives that were never meant would stand among the others.
 */
export function guarded(schema: JsonSchema, root: JsonSchema = schema): JsonSchema {
  const copy = withSubschemas(schema, (inner, keyword) => {
    const branch = guarded(inner, root);
    if (keyword !== "anyOf" && keyword !== "oneOf") return branch;
    const guard = guardOf(resolved(inner, root));
    return Object.keys(guard).length === 0 ? branch : { if: guard, then: branch, else: false };
  });
  originals.set(copy, schema);
  return copy;
}

/** The schema that a guarded one was made from. */
export function originalOf(schema: JsonSchema): JsonSchema {
  return originals.get(schema) ?? schema;
}

/** What tells an alternative from its neighbours at first sight; each part of it is a part of the alternative. */
function guardOf(branch: JsonSchema): JsonSchema {
  const constants = recordOf(
    Object.entries(constantsOf(branch)).map(([name, values]) => [name, { enum: values }]),
  );
  const names = Object.keys(constants);
  const required = ((branch.required ?? []) as string[]).filter((name) => names.includes(name));
  return {
    ...(branch.type === undefined ? {} : { type: branch.type }),
    ...(names.length === 0 ? {} : { properties: constants }),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** Whether a value passes an alternative's guard. */
export function isMeant(branch: JsonSchema, value: unknown): boolean {
  if (!isOfType(value, branch)) return false;
  if (typeof value !== "object" || value === null) return true;
  const required = (branch.required ?? []) as string[];
  return Object.entries(constantsOf(branch)).every(([name, values]) =>
    Object.hasOwn(value, name)
      ? values.includes((value as Record<string, unknown>)[name])
      : !required.includes(name),
  );
}

/** The properties of an alternative that hold one of a few plain values. */
export function constantsOf(branch: JsonSchema): { [name: string]: unknown[] } {
  return recordOf(
    Object.entries(propertiesOf(branch)).flatMap(([name, schema]): [string, unknown[]][] => {
      if ("const" in schema) return [[name, [schema.const]]];
      return Array.isArray(schema.enum) ? [[name, schema.enum as unknown[]]] : [];
    }),
  );
}

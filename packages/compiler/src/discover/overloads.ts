import { joined } from "../walk/unions";
import type { Callable } from "./callable";
import type { Parameter, Property } from "./parameters";

/**
 * One list of parameters for all overloads: at each position a union of what they take, required only where every
 * overload requires it.
 */
export function overloaded(
  callable: Callable,
  bySignature: readonly (readonly Parameter[])[],
): Parameter[] | undefined {
  const length = Math.max(...bySignature.map((parameters) => parameters.length));
  const merged: Parameter[] = [];
  for (let index = 0; index < length; index += 1) {
    const present = bySignature.flatMap((parameters) => parameters[index] ?? []);
    const [first, ...others] = present;
    if (!first) continue;
    const stranger = others.find(({ name, kind }) => name !== first.name || kind !== first.kind);
    if (stranger) {
      callable.context.report(
        "overloads",
        { ...callable.spot, parameter: first.name },
        `overloads name parameter ${String(index + 1)} differently: ${first.name}, ${stranger.name}`,
        "use one name at each position of all overloads, or make two tools of it",
      );
      return undefined;
    }
    merged.push(mergeParameters(present, first, bySignature.length));
  }
  return merged;
}

function mergeParameters(present: readonly Parameter[], first: Parameter, overloads: number): Parameter {
  const names = [...new Set(present.flatMap(({ properties }) => properties.map(({ name }) => name)))];
  const properties = names.map((name): Property => {
    const found = present.flatMap(({ properties }) =>
      properties.filter((property) => property.name === name),
    );
    const { schema } = joined(found.map(({ schema }) => ({ schema })));
    return { name, schema, required: found.length === overloads && found.every(({ required }) => required) };
  });
  const { revive } = joined(
    present.map((parameter) => ({
      schema: parameter.properties[0]?.schema ?? {},
      ...(parameter.revive ? { revive: parameter.revive } : {}),
    })),
  );
  return { name: first.name, kind: first.kind, properties, ...(revive ? { revive } : {}) };
}

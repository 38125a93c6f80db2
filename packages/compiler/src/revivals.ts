import ts from "typescript";
import type { Revival } from "@skills/core";
import type { Walk } from "./walk/walk";

/** The plan for an object: an instance where the type is a user's class, else an object whose members may change. */
export function instanceRevival(
  walk: Walk,
  type: ts.Type,
  properties: { [name: string]: Revival },
  additional: Revival | undefined,
): Revival | undefined {
  if (walk.direction === "output") return undefined;
  const members = Object.keys(properties).length > 0 ? { properties } : {};
  if (isClass(type)) return { to: "class", class: type.symbol.name, ...members };
  return { to: "object", ...members, ...(additional ? { additional } : {}) };
}

/** Whether a type's values are instances of a class of the users' own. */
export function isClass(type: ts.Type): boolean {
  const symbol = type.symbol as ts.Symbol | undefined;
  return (
    (type.flags & ts.TypeFlags.Object) !== 0 &&
    symbol !== undefined &&
    (symbol.flags & ts.SymbolFlags.Class) !== 0
  );
}

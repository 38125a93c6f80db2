import type ts from "typescript";
import { recordOf, type Revival } from "@skills/core";
import { instanceClassOf } from "./class-name";
import type { Walk } from "./walk/walk";

/** The plan for an object: an instance where the type is a user's class, else an object whose members may change. */
export function instanceRevival(
  walk: Walk,
  type: ts.Type,
  properties: { [name: string]: Revival | null },
  additional: Revival | undefined,
): Revival | undefined {
  if (walk.direction === "output") return undefined;
  const className = instanceClassOf(type);
  if (className === undefined) return { to: "object", properties, ...(additional ? { additional } : {}) };
  const changed = Object.entries(properties).flatMap(([name, plan]) => (plan ? [[name, plan] as const] : []));
  const members = changed.length > 0 ? { properties: recordOf(changed) } : {};
  return { to: "class", class: className, ...members };
}

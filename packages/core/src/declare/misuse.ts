import { SkillsError } from "../errors";
import { framesOf, type Site } from "./call-site";

/** The arguments that a decorator was called with, whatever the compiler's settings were. */
export type DecoratorArguments = readonly unknown[];

/**
 * Standard (TC39) decorators pass `(value, {kind, name})` and emit no types: the commonest misconfiguration,
 * so it gets an error of its own.
 */
export function refuseStandardDecorators(decorator: string, args: DecoratorArguments, site: Site): void {
  const context = args[1];
  if (args.length !== 2 || typeof context !== "object" || context === null || !("kind" in context)) return;
  const { kind, name } = context as { kind: string; name?: unknown };
  throw new SkillsError(
    "S101",
    `@${decorator} on ${kind} ${typeof name === "string" ? `"${name}"` : ""} was compiled as a standard decorator`,
    {
      place: framesOf(site)[0],
      help: 'set "experimentalDecorators": true and "emitDecoratorMetadata": true in tsconfig.json (swc: legacyDecorator, decoratorMetadata)',
    },
  );
}

export function wrongTarget(
  decorator: string,
  takes: string,
  args: DecoratorArguments,
  site: Site,
): SkillsError {
  return new SkillsError("S102", `@${decorator} stands on ${targetOf(args)}; it belongs on ${takes}`, {
    place: framesOf(site)[0],
    help: `move @${decorator} to ${takes}`,
  });
}

function targetOf([target, key, third]: DecoratorArguments): string {
  if (key === undefined && typeof third === "number")
    return `parameter ${String(third)} of ${ownerOf(target)}'s constructor`;
  if (key === undefined)
    return typeof target === "function" ? `class ${target.name}` : `something that is no class member`;
  const member = `${ownerOf(target)}.${String(key)}`;
  if (typeof third === "number") return `parameter ${String(third)} of ${member}`;
  if (typeof key === "symbol") return `${member}, a member without a name that a model could call`;
  if (third === undefined) return `property ${member}`;
  const descriptor = third as PropertyDescriptor;
  if (descriptor.get ?? descriptor.set) return `accessor ${member}`;
  return `${typeof descriptor.value === "function" ? "method" : "property"} ${member}`;
}

/** The class name of a decorator's target: a prototype, or a constructor for static members. */
export function ownerOf(target: unknown): string {
  if (typeof target === "function") return target.name;
  const owner = (target as { constructor?: unknown } | null)?.constructor;
  return typeof owner === "function" ? owner.name : String(target);
}

import "reflect-metadata";
import { ownerOf } from "../declare/misuse";
import { SkillsError, type Place } from "../errors";

/**
 * The one place that reads what the compiler emits for decorated signatures (`design:*`). What is there:
 * the class of each parameter; `Object` for unions, interfaces, `unknown` and whatever an `import type` erased;
 * `Array`, `Promise`, `Map` without their arguments; `undefined` where an import cycle left a class unset.
 */
export type EmittedType = (abstract new (...args: never[]) => unknown) & { name: string };

/** Emitted for types that carry nothing. */
const NOTHING: ReadonlySet<unknown> = new Set([Object, Function]);

/** The emitted types of a method's parameters; undefined where the compiler emitted none. */
export function emittedParams(target: object, method: string): (EmittedType | undefined)[] | undefined {
  return Reflect.getMetadata("design:paramtypes", target, method) as (EmittedType | undefined)[] | undefined;
}

/** The emitted type of a property. */
export function emittedProperty(owner: EmittedType, name: string): EmittedType | undefined {
  return Reflect.getMetadata("design:type", owner.prototype as object, name) as EmittedType | undefined;
}

export interface ParameterOf {
  target: object;
  method: string;
  index: number;
  /** The parameter's name, where it is known. */
  name?: string;
  place?: Place;
}

/**
 * The class of a parameter that is to become an instance.
 *
 * @throws SkillsError S106 (no emitted metadata), S107 (an import cycle), S108 (the class was erased)
 */
export function emittedClass(parameter: ParameterOf, expected?: string): EmittedType {
  const { target, method, index, place } = parameter;
  const types = emittedParams(target, method);
  const what = describeParameter(parameter);
  if (!types) {
    throw new SkillsError(
      "S106",
      `the class of ${what} is unknown: no types were emitted for ${ownerOf(target)}.${method}`,
      {
        place,
        help: 'set "emitDecoratorMetadata": true in tsconfig.json (swc: decoratorMetadata; esbuild and tsx cannot emit it), or name the class: @Param({ type: () => TheClass })',
      },
    );
  }
  const type = types[index];
  if (type === undefined) {
    throw new SkillsError(
      "S107",
      `the class of ${what} was undefined when its decorator ran: an import cycle`,
      {
        place,
        help: `break the cycle between the two files, or name the class later: @Param({ type: () => ${expected ?? "TheClass"} })`,
      },
    );
  }
  if (NOTHING.has(type)) {
    throw new SkillsError(
      "S108",
      `the class of ${what} is not to be had: only "${type.name}" was emitted for it`,
      {
        place,
        help: `import ${expected ?? "the class"} as a value, not with "import type"; where it is one already, two files import each other: break that cycle; or name the class: @Param({ type: () => ${expected ?? "TheClass"} })`,
      },
    );
  }
  return type;
}

export function describeParameter({ target, method, index, name }: ParameterOf): string {
  return `parameter ${name ? `"${name}"` : String(index)} of ${ownerOf(target)}.${method}`;
}

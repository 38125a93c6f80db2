import { SkillsError, toolSet, type SkillClass, type ToolSet } from "@skills/core";

/** A tool set that counts how often one of its methods was entered, where that can be seen. */
export interface Spied {
  set: ToolSet;
  calls(): number;
}

/** An instance's methods are watched; a set's tools, and static ones, cannot be. */
export function spied(target: SkillClass | object): Spied {
  if (typeof target === "function") return spiedClass(target as SkillClass);
  if ("toolsSchema" in target) return { set: toolSet(target), calls: () => 0 };
  let calls = 0;
  const watched = new Proxy(target, {
    get(instance, key) {
      const value: unknown = Reflect.get(instance, key, instance);
      if (typeof value !== "function" || key === "constructor") return value;
      return (...args: unknown[]): unknown => {
        calls += 1;
        // On the instance itself: private fields are not the proxy's.
        return Reflect.apply(value, instance, args);
      };
    },
  });
  return { set: toolSet(watched), calls: () => calls };
}

/** Its instance's tools, and its static ones. */
function spiedClass(skill: SkillClass): Spied {
  const statics = orNone(() => toolSet(skill));
  const help = `give an instance: fuzzSkill(new ${skill.name}(…))`;
  if (skill.length > 0) {
    if (statics !== undefined) return { set: statics, calls: () => 0 };
    throw new SkillsError("S508", `${skill.name} needs ${String(skill.length)} argument(s) to be made`, {
      help,
    });
  }
  let instance: object;
  try {
    instance = new (skill as unknown as new () => object)();
  } catch (cause) {
    if (statics !== undefined) return { set: statics, calls: () => 0 };
    throw new SkillsError("S508", `no instance of ${skill.name} could be made`, { help, cause });
  }
  const own = statics === undefined ? spied(instance) : orNone(() => spied(instance));
  if (own === undefined || statics === undefined) return own ?? spied(instance);
  return { ...own, set: toolSet(own.set, statics) };
}

/** Undefined where there are no tools. */
function orNone<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if ((error as { code?: unknown }).code === "S105") return undefined;
    throw error;
  }
}

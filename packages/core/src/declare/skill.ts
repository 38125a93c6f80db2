import { captureSite } from "./call-site";
import { declarationsOf } from "./declarations";
import { refuseStandardDecorators, wrongTarget, type DecoratorArguments } from "./misuse";

export interface SkillOptions {
  /** Default: the class name. */
  name?: string;
  description?: string;
  /** Goes into the system prompt of a run that has this skill. */
  instructions?: string;
  /** The tools that this class's tools may call through `context.tools`, by declared name. */
  uses?: readonly string[];
}

/**
 * Names a class as a skill and says how it is used. Optional: a class with tools is one already.
 *
 * @throws SkillsError S101 where the compiler is in standard-decorator mode, S102 on anything but a class
 */
export function Skill(options: SkillOptions = {}): ClassDecorator {
  const site = captureSite(Skill);
  const decorator = (...args: DecoratorArguments): void => {
    refuseStandardDecorators("Skill", args);
    const [target] = args;
    if (typeof target !== "function" || args.length > 1) throw wrongTarget("Skill", "a class", args);
    for (const holder of [target.prototype as object, target]) {
      const declarations = declarationsOf(holder);
      declarations.skill = options;
      declarations.site ??= site;
    }
  };
  return decorator;
}

/** The name and options of the skill that a class is. */
export function skillOf(constructor: { name: string; prototype: object }): SkillOptions & { name: string } {
  const declared = declarationsOf(constructor.prototype).skill;
  return { ...declared, name: declared?.name ?? constructor.name };
}

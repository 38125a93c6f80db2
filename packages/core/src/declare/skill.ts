import { captureSite, type Site } from "./call-site";
import { declarationsAlong, declarationsOf } from "./declarations";
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
 * Names a class as a skill and says how it is used. Optional: a class with tools is one already. With and without
 * parentheses.
 *
 * @throws SkillsError S101 where the compiler is in standard-decorator mode, S102 on anything but a class
 */
export function Skill(target: abstract new (...args: never[]) => object): void;
export function Skill(options?: SkillOptions): ClassDecorator;
export function Skill(...args: DecoratorArguments): ClassDecorator | undefined {
  const site = captureSite(Skill);
  const [first = {}] = args;
  if (typeof first === "function" || args.length > 1) {
    declareSkill(args, {}, site);
    return undefined;
  }
  const decorator = (...inner: DecoratorArguments): void => {
    declareSkill(inner, first as SkillOptions, site);
  };
  return decorator;
}

function declareSkill(args: DecoratorArguments, options: SkillOptions, site: Site): void {
  refuseStandardDecorators("Skill", args);
  const [target] = args;
  if (typeof target !== "function" || args.length > 1) throw wrongTarget("Skill", "a class", args);
  for (const holder of [target.prototype as object, target]) {
    const declarations = declarationsOf(holder);
    declarations.skill = options;
    declarations.site ??= site;
  }
}

/**
 * The name and options of the skill that a class is. What it does not say itself, the nearest base class that does
 * says; its tools may call what its own `uses` and those of its base classes name, since it inherits their tools.
 */
export function skillOf(constructor: { name: string; prototype: object }): SkillOptions & { name: string } {
  const skills = [...declarationsAlong(constructor.prototype)].flatMap(([at, { skill }]) =>
    skill ? [at === constructor.prototype ? skill : { ...skill, name: undefined }] : [],
  );
  const uses = skills.flatMap((skill) => skill.uses ?? []);
  return {
    name: skills[0]?.name ?? constructor.name,
    description: skills.find(({ description }) => description !== undefined)?.description,
    instructions: skills.find(({ instructions }) => instructions !== undefined)?.instructions,
    ...(uses.length > 0 ? { uses: [...new Set(uses)] } : {}),
  };
}

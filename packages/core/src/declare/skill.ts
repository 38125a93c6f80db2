import { SkillsError } from "../errors";
import { captureSite, framesOf, type Site } from "./call-site";
import { declarationsAlong, declarationsOf } from "./declarations";
import { refuseStandardDecorators, wrongTarget, type DecoratorArguments } from "./misuse";
import { readFolderOf, type FolderText } from "./skill-folder";

export interface SkillOptions {
  /** Default: the class name. */
  name?: string;
  description?: string;
  /** Goes into the system prompt of a run that has this skill. */
  instructions?: string;
  /**
   * A skill folder, whose SKILL.md has the instructions, and the description where none is given here. From the
   * class's own file; read when it is first needed, by `@skills/folders`.
   */
  folder?: string;
  /** The tools that this class's tools may call through `context.tools`, by declared name. */
  uses?: readonly string[];
}

/**
 * Names a class as a skill and says how it is used. Optional: a class with tools is one already. With and without
 * parentheses.
 *
 * @throws SkillsError S101 where the compiler is in standard-decorator mode, S102 on anything but a class, S104 where
 *   both `instructions` and `folder` are given
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
  refuseStandardDecorators("Skill", args, site);
  const [target] = args;
  if (typeof target !== "function" || args.length > 1) throw wrongTarget("Skill", "a class", args, site);
  if (options.instructions !== undefined && options.folder !== undefined) {
    throw new SkillsError("S104", `${target.name}: instructions and folder both say how the skill is used`, {
      place: framesOf(site)[0],
      help: "leave one of them out",
    });
  }
  for (const holder of [target.prototype as object, target]) {
    const declarations = declarationsOf(holder);
    declarations.skill = options;
    declarations.site ??= site;
  }
}

/**
 * The name and options of the skill that a class is. What it does not say itself, the nearest base class that does
 * says; its tools may call what its own `uses` and those of its base classes name, since it inherits their tools.
 * A folder is read when its description or its instructions are asked for.
 */
export function skillOf(constructor: { name: string; prototype: object }): SkillOptions & { name: string } {
  const declared = [...declarationsAlong(constructor.prototype)].flatMap(([at, { skill, site }]) =>
    skill ? [{ at, skill, site }] : [],
  );
  const [nearest] = declared;
  const uses = declared.flatMap(({ skill }) => skill.uses ?? []);
  const description = declared.find(({ skill }) => skill.description !== undefined)?.skill.description;
  const instructed = declared.find(({ skill }) => (skill.instructions ?? skill.folder) !== undefined);
  const { instructions, folder } = instructed?.skill ?? {};
  let text: FolderText | undefined;
  const fromFolder = () =>
    folder === undefined ? undefined : (text ??= readFolderOf(folder, instructed?.site));
  return {
    name: (nearest?.at === constructor.prototype ? nearest.skill.name : undefined) ?? constructor.name,
    get description() {
      return description ?? fromFolder()?.description;
    },
    get instructions() {
      return instructions ?? fromFolder()?.instructions;
    },
    ...(folder !== undefined && { folder }),
    ...(uses.length > 0 ? { uses: [...new Set(uses)] } : {}),
  };
}

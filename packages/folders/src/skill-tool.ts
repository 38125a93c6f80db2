import {
  SkillsError,
  ToolNotFoundError,
  ToolSet,
  type ToolDefinition,
  type ToolOutput,
  type ToolUse,
} from "@skills/core";
import { closest } from "fastest-levenshtein";
import { catalogue, isOffered, type CatalogueOptions } from "./catalogue";
import type { SkillDiagnostic } from "./diagnostics";
import type { FoundSkill } from "./find-skills";
import { nameKey } from "./names";
import { renderSkill, type RenderOptions } from "./render-skill";
import { permitted, type SkillsOption } from "./skills-option";
import { ruleFor } from "./tool-rules";

export type SkillToolOptions = RenderOptions & CatalogueOptions;

/** What one use of the tool gave. */
export interface SkillUse {
  /** For the model: the skill's text, or why there is none. */
  text: string;
  isError: boolean;
  /** The skill that is active from now on. */
  skill?: FoundSkill;
}

/** Tool rules of the skills that are active, as their frontmatter has them. */
export interface ActiveRules {
  allowed: string[];
  disallowed: string[];
}

const NAME = "Skill";

const DEFINITION: ToolDefinition = {
  name: NAME,
  description:
    "Load the instructions of a skill. Call it with a name from <available_skills> when a task is one the skill is for, before anything else is done about the task, and follow what it says.",
  input_schema: {
    type: "object",
    properties: {
      skill: { type: "string", description: "The skill's name" },
      args: { type: "string", description: "Arguments for the skill, where it takes any" },
    },
    required: ["skill"],
    additionalProperties: false,
  },
};

/**
 * The tool `Skill`: a tool set with its definition (none where no skill is offered), the catalogue as its instructions,
 * and the rules of the skills that are active. With a `sessionId` it is that session's own, and a skill is loaded once;
 * without one it may serve any number of conversations, of which it cannot know what their models have read.
 */
export class SkillTool extends ToolSet {
  /** What was cut from the catalogue. */
  readonly diagnostics: readonly SkillDiagnostic[];
  override readonly toolsSchema: ToolDefinition[];
  private readonly catalogue: string[];
  private readonly found = new Map<string, FoundSkill>();
  private readonly permitted: ReadonlySet<FoundSkill>;
  /** By name, the arguments that it was last loaded with. Empty where nothing says that it serves one session only. */
  private readonly loaded = new Map<string, string>();
  private readonly activeSkills = new Set<FoundSkill>();

  /** @throws InvalidSkillsOptionError as `checkSkillsOption` */
  constructor(
    skills: readonly FoundSkill[],
    option: SkillsOption,
    private readonly options: SkillToolOptions,
  ) {
    super();
    for (const skill of skills) this.found.set(nameKey(skill.name), skill);
    this.permitted = new Set(permitted(skills, option));
    const { text, diagnostics } = catalogue([...this.permitted], options);
    const isOffering = [...this.permitted].some(isOffered);
    this.diagnostics = diagnostics;
    this.toolsSchema = isOffering ? [DEFINITION] : [];
    this.catalogue = isOffering ? [text] : [];
  }

  override get label(): string {
    return NAME;
  }

  /** The catalogue of the skills that are offered. */
  override get instructions(): string[] {
    return this.catalogue;
  }

  /** Also where it is not offered: a call is then answered in the words that say why. */
  override has(name: string): boolean {
    return name === NAME;
  }

  /** The input is read here and not held to the schema: `name` is another word for `skill`. */
  override async runTool({ id, name, input }: ToolUse): Promise<ToolOutput> {
    if (name !== NAME)
      throw new ToolNotFoundError(
        name,
        this.toolsSchema.map((tool) => tool.name),
      );
    const { text, isError } = this.use(input);
    return { toolUseId: id, name, value: text, content: text, isError };
  }

  /** Answer a call's input. Never throws: what goes wrong is an answer that the model reads. */
  use(input: unknown): SkillUse {
    const {
      skill: wanted = undefined,
      name = undefined,
      args = "",
    } = (input ?? {}) as Record<string, unknown>;
    const given = wanted ?? name;
    if (typeof given !== "string" || typeof args !== "string") {
      return failure(
        'Skill takes {"skill": "NAME", "args": "…"}: the name of a skill, and a text of arguments.',
      );
    }
    const skill = this.found.get(nameKey(given)) ?? this.found.get(nameKey(given.trim().replace(/^\//, "")));
    if (!skill) return failure(this.unknown(given));
    if (!this.permitted.has(skill))
      return failure(`Skill ${skill.name} is not in this session's skills allowlist`);
    if (skill.disableModelInvocation) {
      return failure(`Skill ${skill.name} can only be started by a user (disable-model-invocation)`);
    }
    try {
      return this.load(skill, args);
    } catch (error) {
      if (!(error instanceof SkillsError)) throw error;
      return failure(error.plainMessage);
    }
  }

  /** Names of the skills that a user may start, permitted ones only: the model's option bounds a prompt, too. */
  get commands(): string[] {
    return [...this.permitted].filter(isCommand).map(({ name }) => name);
  }

  /**
   * What a user starts by a prompt that begins with `/NAME`; what follows are the arguments. Undefined where no skill of
   * that name may be started so: the prompt is what it says.
   * @throws SkillsError S621 where SKILL.md has changed or gone since it was found
   */
  startedBy(prompt: string): SkillUse | undefined {
    const [, name, args = ""] = /^\/(\S+)(?:\s+([^]*))?$/.exec(prompt) ?? [];
    const skill = name === undefined ? undefined : this.found.get(nameKey(name));
    return skill && this.permitted.has(skill) && isCommand(skill) ? this.load(skill, args.trim()) : undefined;
  }

  /** The rules of the skills that were used since the last prompt. */
  get active(): ActiveRules {
    const skills = [...this.activeSkills];
    return {
      allowed: skills.flatMap(({ allowedTools }) => allowedTools),
      disallowed: skills.flatMap(({ disallowedTools }) => disallowedTools),
    };
  }

  /** What the active skills say of a tool: that it needs no approval, that it is refused, or nothing. */
  permissionFor(tool: string): "allow" | "deny" | undefined {
    return ruleFor(tool, this.active);
  }

  /** A prompt's run is over: no skill is active any more. */
  endPrompt(): void {
    this.activeSkills.clear();
  }

  /** The conversation no longer holds what was loaded (it was compacted, or begun anew). */
  forget(): void {
    this.loaded.clear();
  }

  private load(skill: FoundSkill, args: string): SkillUse {
    const before = this.loaded.get(skill.name);
    if (before === args) {
      this.activeSkills.add(skill);
      return {
        text: `Skill ${skill.name} is already loaded; follow it as it stands above.`,
        isError: false,
        skill,
      };
    }
    const text = renderSkill(skill, args, this.options);
    if (this.options.sessionId !== undefined) this.loaded.set(skill.name, args);
    this.activeSkills.add(skill);
    const again = `Skill ${skill.name} is already loaded; with these arguments it reads:\n\n`;
    return { text: before === undefined ? text : again + text, isError: false, skill };
  }

  private unknown(name: string): string {
    const names = [...this.permitted].filter(isOffered).map((skill) => skill.name);
    const shown = [...name].slice(0, MOST_SHOWN).join("");
    if (names.length === 0) return `Unknown skill: ${shown}`;
    // Models misspell case first.
    const lower = names.map((each) => each.toLowerCase());
    const near = names[lower.indexOf(closest(shown.toLowerCase(), lower))];
    return `Unknown skill: ${shown}. Did you mean ${String(near)}?`;
  }
}

/** A name with blanks could not be told from the arguments. */
function isCommand({ name, userInvocable }: FoundSkill): boolean {
  return userInvocable && !/\s/.test(name);
}

/** Characters of a name that nobody has: a model may send any length. */
const MOST_SHOWN = 128;

function failure(text: string): SkillUse {
  return { text, isError: true };
}

/**
 * The tool `Skill` over the skills that were found, of which `option` permits some.
 * @throws InvalidSkillsOptionError as `checkSkillsOption`
 */
export function skillTool(
  skills: readonly FoundSkill[],
  option?: SkillsOption,
  options: SkillToolOptions = {},
): SkillTool {
  return new SkillTool(skills, option, options);
}

import type { Anthropic } from "@anthropic-ai/sdk";
import { toolSet, ToolSet, type ToolDefinition } from "@skills/core";
import {
  checkSkillsOption,
  findSkills,
  permitted,
  SkillTool,
  type FindSkillsOptions,
  type FoundSkill,
  type SkillsOption,
  type SkillUse,
} from "@skills/folders";
import { ShopModel } from "./shop-model";
import { isObject } from "./wire";

/** As much of `query`'s options as the desk needs: give it the same object. */
export interface ShopDeskOptions extends FindSkillsOptions {
  /** Which of the skills that are found the model may use. Undefined and `"all"`: every one; `[]`: none. */
  skills?: SkillsOption;
  /** For `offered()`: a query has them from its own options. */
  tools?: readonly object[];
}

/**
 * The transport of a `query` around a `ShopModel`: the desk stands in for the model and for the tool `Skill`, and the
 * session around them is the real one. It obeys one instruction of a skill, `Say exactly: …`; of a skill without it,
 * the whole body is said.
 */
export class ShopDesk {
  readonly model = "shop-desk";
  /** The model that answers, for what it was asked: `desk.shopModel.requests`. */
  readonly shopModel: ShopModel;

  /**
   * @param made the way to the model, such as a client of the server that `model.listen()` gives. Default: in process
   * @throws InvalidSkillsOptionError for skills that cannot be meant
   */
  constructor(
    private readonly options: ShopDeskOptions = {},
    model: ShopModel = new ShopModel(),
    private made?: Anthropic,
  ) {
    checkSkillsOption(options.skills);
    this.shopModel = model;
  }

  /** @throws SkillsError S503 where `@anthropic-ai/sdk` is not installed */
  get client(): Anthropic {
    return (this.made ??= this.shopModel.client());
  }

  /** Called by `query` when its session starts. */
  openSkills(session: { sessionId?: string } = {}): { found: FoundSkill[]; tool: SkillTool } {
    const found = this.findSkills();
    return { found, tool: new DeskSkillTool(found, this.options, session.sessionId) };
  }

  /** Every skill folder that a session of these options finds, permitted or not. */
  findSkills(): FoundSkill[] {
    return findSkills(this.options).skills;
  }

  /** Of those, what the model may use: the skills option filters what was found. */
  permitted(): FoundSkill[] {
    return permitted(this.findSkills(), this.options.skills);
  }

  /** Names of what the model may call: the tools, and `Skill` where a skill is permitted. */
  offered(): string[] {
    const sets = (this.options.tools ?? []).map((tool) => (tool instanceof ToolSet ? tool : toolSet(tool)));
    return [...sets, this.openSkills().tool].flatMap((set) => set.toolsSchema.map(({ name }) => name));
  }

  /** What a call of `Skill` is answered with. */
  runSkill(name: string, args = ""): string {
    return this.openSkills().tool.use({ name, args }).text;
  }

  /** What the desk makes of a skill's instructions. */
  follow(body: string): string {
    return follow(body);
  }
}

const DEFINITION: ToolDefinition = {
  name: "Skill",
  description: "Use a skill of <available_skills>, by its name.",
  input_schema: {
    type: "object",
    properties: {
      name: { type: "string", description: "The skill's name" },
      skill: { type: "string", description: "The same as name" },
      args: { type: "string", description: "Arguments for the skill, where it takes any" },
    },
    additionalProperties: false,
  },
};

/** The tool `Skill` as the desk runs it. */
class DeskSkillTool extends SkillTool {
  override readonly toolsSchema: ToolDefinition[];
  private readonly permittedNames: ReadonlySet<string>;

  constructor(found: readonly FoundSkill[], { skills, cwd }: ShopDeskOptions, sessionId?: string) {
    super(found, skills, { folderLine: false, projectDir: cwd, sessionId });
    this.toolsSchema = this.instructions.length > 0 ? [DEFINITION] : [];
    this.permittedNames = new Set(permitted(found, skills).map(({ name }) => name));
  }

  override use(input: unknown): SkillUse {
    const { name, skill = name } = isObject(input) ? input : {};
    // One that is not there at all is answered alike: it is not on the list.
    if (typeof skill === "string" && !this.permittedNames.has(skill))
      return { text: `Skill ${skill} is not in this session's skills allowlist`, isError: true };
    // It has no memory: what it was told before is told again.
    this.forget();
    const use = super.use(input);
    return use.isError ? use : { ...use, text: follow(use.text) };
  }
}

function follow(body: string): string {
  const line = body.split("\n").find((each) => /^say exactly:/i.test(each));
  return (line === undefined ? body : line.slice(line.indexOf(":") + 1)).trim();
}

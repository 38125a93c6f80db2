/** @ts-ignore: an optional peer, whose types are any where it is not installed */
import type { Anthropic } from "@anthropic-ai/sdk";
import type {
  FindSkillsOptions,
  FoundSkill,
  FoundSkills,
  SkillDiagnostic,
  SkillsOption,
  SkillTool,
} from "@skills/folders";
import { ShopModel } from "./shop-model";

// Loaded with the first desk: most tests have none, and need not wait for a parser of YAML.

function core(): typeof import("@skills/core") {
  return require("@skills/core") as typeof import("@skills/core");
}

function folders(): typeof import("@skills/folders") {
  return require("@skills/folders") as typeof import("@skills/folders");
}

function deskSkillTool(): typeof import("./desk-skill-tool") {
  return require("./desk-skill-tool") as typeof import("./desk-skill-tool");
}

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
    // It checks the option before it looks at any skill.
    folders().permitted([], options.skills);
    this.shopModel = model;
  }

  /** @throws SkillsError S503 where `@anthropic-ai/sdk` is not installed */
  get client(): Anthropic {
    return (this.made ??= this.shopModel.client<Anthropic>());
  }

  /** Called by `query` when its session starts. */
  openSkills(session: { sessionId?: string } = {}): {
    found: FoundSkill[];
    tool: SkillTool;
    diagnostics: SkillDiagnostic[];
  } {
    const { skills: option, cwd = "." } = this.options;
    const { skills: found, diagnostics } = this.find();
    const { DeskSkillTool } = deskSkillTool();
    const tool = new DeskSkillTool(found, this.options, session.sessionId);
    const missing = folders().missingSkills(found, option, cwd);
    return { found, tool, diagnostics: [...diagnostics, ...missing, ...tool.diagnostics] };
  }

  /** Every skill folder that a session of these options finds, permitted or not. */
  findSkills(): FoundSkill[] {
    return this.find().skills;
  }

  /** Of those, what the model may use: the skills option filters what was found. */
  permitted(): FoundSkill[] {
    return folders().permitted(this.findSkills(), this.options.skills);
  }

  /** Names of what the model may call: the tools, and `Skill` where a skill is permitted. */
  offered(): string[] {
    const { toolSet, ToolSet } = core();
    const sets = (this.options.tools ?? []).map((tool) => (tool instanceof ToolSet ? tool : toolSet(tool)));
    return [...sets, this.openSkills().tool].flatMap((set) => set.toolsSchema.map(({ name }) => name));
  }

  /** What a call of `Skill` is answered with. */
  runSkill(name: string, args = ""): string {
    return this.openSkills().tool.use({ name, args }).text;
  }

  /** What the desk makes of a skill's instructions. */
  follow(body: string): string {
    return deskSkillTool().follow(body);
  }

  private find(): FoundSkills {
    return folders().findSkills(this.options);
  }
}

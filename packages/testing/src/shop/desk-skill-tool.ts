import type { ToolDefinition } from "@skills/core";
import { permitted, SkillTool, type FoundSkill, type SkillUse } from "@skills/folders";
import type { ShopDeskOptions } from "./shop-desk";
import { isObject } from "../wire/shapes";

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
export class DeskSkillTool extends SkillTool {
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

/** The text after `Say exactly:`, or the whole body. */
export function follow(body: string): string {
  const line = body.split("\n").find((each) => /^say exactly:/i.test(each));
  return (line === undefined ? body : line.slice(line.indexOf(":") + 1)).trim();
}

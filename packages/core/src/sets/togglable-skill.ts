import { store } from "../store";
import { DuplicateToolError, ToolNotFoundError, ToolOffError } from "../dispatch/errors";
import { callableTool } from "../dispatch/callable-tool";
import type { RunToolOptions, ToolOutput } from "../dispatch/outcomes";
import { runSpec } from "../dispatch/run-spec";
import { checkCall } from "../dispatch/tool-uses";
import type { ToolSpec } from "../dispatch/tool-spec";
import type { ToolDefinition, ToolUse } from "../wire";
import { checkToolSet, frozen, originOf, ToolSet } from "./tool-set";

export interface TogglableSkillOptions {
  /** Whether it is on at first. Default false. */
  enabled?: boolean;
  /** The name of a tool by which the model itself switches the skill on. Default: there is none. */
  enableTool?: string;
}

/**
 * A set that is offered only while it is on. A call to one of its tools while it is off is answered with the way
 * on, so that a message with several calls goes on; the enabling tool is run alone and in its place, so that calls
 * after it in the same message find the skill on.
 */
export class TogglableSkill extends ToolSet {
  private isOn: boolean;
  private readonly enableSpec: ToolSpec | undefined;
  private readonly off: ToolDefinition[];

  /** @throws DuplicateToolError where the enabling tool has the name of one of the skill's */
  constructor(
    private readonly skill: ToolSet,
    { enabled = false, enableTool }: TogglableSkillOptions = {},
  ) {
    super();
    checkToolSet(skill, "new TogglableSkill(toolSet(new Orders()))");
    this.isOn = enabled;
    this.enableSpec = enableTool === undefined ? undefined : this.enablingTool(enableTool);
    this.off = frozen(this.enableSpec ? [this.enableSpec.definition] : []);
    for (const { name } of this.off)
      if (skill.has(name)) throw new DuplicateToolError(name, [originOf(skill, name), originOf(this, name)]);
  }

  get enabled(): boolean {
    return this.isOn;
  }

  enable(): this {
    this.isOn = true;
    store.changes += 1;
    return this;
  }

  disable(): this {
    this.isOn = false;
    store.changes += 1;
    return this;
  }

  override get label(): string {
    return this.skill.label;
  }

  override get toolsSchema(): ToolDefinition[] {
    return this.isOn ? this.skill.toolsSchema : this.off;
  }

  override announcesChanges(): boolean {
    return this.constructor === TogglableSkill && this.skill.announcesChanges();
  }

  override get instructions(): string[] {
    return this.isOn ? this.skill.instructions : [];
  }

  override hiddenNames(): string[] {
    const off = this.isOn ? [] : this.skill.toolsSchema.map(({ name }) => name);
    return [...off, ...this.skill.hiddenNames()];
  }

  /** True of its tools while they are off, too: they are here, and a union need not search on. */
  override has(name: string): boolean {
    return this.isEnableTool(name) || this.skill.has(name);
  }

  override tool(name: string): ToolSpec | undefined {
    return this.isEnableTool(name) ? this.enableSpec : this.isOn ? this.skill.tool(name) : undefined;
  }

  override async runTool(toolUse: ToolUse, options?: RunToolOptions): Promise<ToolOutput> {
    checkCall(toolUse);
    if (this.isEnableTool(toolUse.name)) return runSpec(this, toolUse, options);
    if (this.isOn) return this.skill.runTool(toolUse, options);
    if (this.skill.has(toolUse.name)) throw new ToolOffError(toolUse.name, this.enableSpec?.definition.name);
    throw new ToolNotFoundError(
      toolUse.name,
      this.off.map(({ name }) => name),
    );
  }

  private isEnableTool(name: string): boolean {
    return (
      name === this.enableSpec?.definition.name ||
      (name === this.enableSpec?.declaredName && name !== undefined)
    );
  }

  private enablingTool(name: string): ToolSpec {
    // By what they do, and not by their names: a view of this set gives them others.
    const deeds = this.skill.toolsSchema.map(({ description, name }) => firstSentence(description) ?? name);
    return callableTool({
      name,
      origin: `the enabling tool of ${this.skill.label}`,
      callable: {
        description: `Switches further tools on. Call it once, before you need one of them: ${deeds.join("; ")}.`,
        inputSchema: { type: "object", properties: {}, additionalProperties: false },
        params: [],
      },
      options: { annotations: { idempotent: true }, limits: { sequential: true } },
      classOf: () => undefined,
      call: () => {
        const already = this.isOn;
        this.enable();
        const state = `Its tools are ${already ? "already" : "now"} on.`;
        return [state, ...this.skill.instructions].join("\n\n");
      },
    });
  }
}

/** Without its full stop: it goes into a list. */
function firstSentence(text: string | undefined): string | undefined {
  return text?.split(/\.(?:\s|$)|\n/, 1)[0]?.trim() || undefined;
}

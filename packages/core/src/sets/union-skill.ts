import { store } from "../declare/declarations";
import { DuplicateToolError, isToolNotFound, ToolNotFoundError } from "../dispatch/errors";
import type { ToolSpec } from "../dispatch/tool-spec";
import type { ToolDefinition, ToolUse } from "../wire";
import { BasicToolSet } from "./basic-tool-set";
import type { RunToolOptions, ToolOutput } from "../dispatch/outcomes";
import type { ToolSet } from "./tool-set";

/** Several sets as one, with tools of its own beside them. Changes of its sets are seen at once. */
export class UnionSkill extends BasicToolSet {
  private readonly skills: ToolSet[] = [];
  private made: { parts: ToolDefinition[][]; all: ToolDefinition[] } | undefined;

  /** @throws DuplicateToolError */
  constructor(...skills: ToolSet[]) {
    super();
    for (const skill of skills) this.addSkill(skill);
  }

  /** @throws DuplicateToolError where one of its tools has the name of a tool that is here */
  addSkill(skill: ToolSet): this {
    const names = this.ownersByName();
    for (const { name } of skill.toolsSchema) {
      const owner = names.get(name);
      if (owner) throw new DuplicateToolError(name, [owner.label, skill.label]);
    }
    this.skills.push(skill);
    return this;
  }

  removeSkill(skill: ToolSet): this {
    const index = this.skills.indexOf(skill);
    if (index >= 0) this.skills.splice(index, 1);
    return this;
  }

  /** @throws DuplicateToolError where a set has since gained a name that another has */
  override get toolsSchema(): ToolDefinition[] {
    const parts = [super.toolsSchema, ...this.skills.map(({ toolsSchema }) => toolsSchema)];
    const { made } = this;
    if (made?.parts.length === parts.length && parts.every((part, index) => part === made.parts[index]))
      return made.all;
    this.ownersByName();
    const all = parts.flat();
    this.made = { parts, all };
    return all;
  }

  override tool(name: string): ToolSpec | undefined {
    return super.tool(name) ?? this.skills.find((skill) => skill.has(name))?.tool(name);
  }

  override has(name: string): boolean {
    return super.tool(name) !== undefined || this.skills.some((skill) => skill.has(name));
  }

  override get instructions(): string[] {
    return this.skills.flatMap(({ instructions }) => instructions);
  }

  /** Asks its own tools first, then each set in order, going on after a set's own `ToolNotFoundError`. */
  override async runTool(toolUse: ToolUse, options: RunToolOptions = {}): Promise<ToolOutput> {
    if (super.tool(toolUse.name)) return super.runTool(toolUse, options);
    const { registry = { sets: [this] } } = options;
    for (const skill of this.skills) {
      try {
        return await skill.runTool(toolUse, { ...options, registry });
      } catch (error) {
        if (!isToolNotFound(error) || store.thrownInsideTool.has(error)) throw error;
      }
    }
    throw new ToolNotFoundError(
      toolUse.name,
      this.toolsSchema.map(({ name }) => name),
    );
  }

  protected override _addTool(tool: ToolSpec): void {
    const { name } = tool.definition;
    const owner = this.skills.find((skill) => skill.has(name));
    if (owner) throw new DuplicateToolError(name, [owner.label, this.label]);
    super._addTool(tool);
  }

  /** @throws DuplicateToolError */
  private ownersByName(): Map<string, ToolSet> {
    const owners = new Map<string, ToolSet>();
    const claim = (set: ToolSet, tools: readonly ToolDefinition[]): void => {
      for (const { name } of tools) {
        const owner = owners.get(name);
        if (owner) throw new DuplicateToolError(name, [owner.label, set.label]);
        owners.set(name, set);
      }
    };
    claim(this, super.toolsSchema);
    for (const skill of this.skills) claim(skill, skill.toolsSchema);
    return owners;
  }
}

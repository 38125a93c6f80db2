import { store } from "../store";
import { DuplicateToolError, isToolNotFound, ToolNotFoundError } from "../dispatch/errors";
import { withinStrictLimits } from "../validate/strict";
import { checkCall } from "../dispatch/tool-uses";
import type { ToolSpec } from "../dispatch/tool-spec";
import type { ToolDefinition, ToolUse } from "../wire";
import { BasicToolSet } from "./basic-tool-set";
import type { RunToolOptions, ToolOutput } from "../dispatch/outcomes";
import { SkillsError } from "../errors";
import { checkToolSet, frozen, originOf, sameTools, type ToolSet } from "./tool-set";

/** What a union's sets come to, and when that was so. */
interface Made {
  parts: ToolDefinition[][];
  all: ToolDefinition[];
  owners: Map<string, ToolSet>;
  /** `store.changes` then; undefined where a set does not announce its changes and has to be asked. */
  at: number | undefined;
}

/** Several sets as one, with tools of its own beside them. Changes of its sets are seen at once. */
export class UnionSkill extends BasicToolSet {
  private readonly skills: ToolSet[] = [];
  private made: Made | undefined;

  /** @throws DuplicateToolError */
  constructor(...skills: ToolSet[]) {
    super();
    for (const skill of skills) this.addSkill(skill);
  }

  /** @throws DuplicateToolError where one of its tools has the name of a tool that is here */
  addSkill(skill: ToolSet): this {
    checkToolSet(skill, "addSkill(toolSet(new Orders()))");
    if (skill === this || (skill instanceof UnionSkill && skill.contains(this)))
      throw new SkillsError("S312", "a union cannot be one of its own skills", {
        help: "make another union of both",
      });
    const names = this.ownersByName();
    for (const { name } of skill.toolsSchema) {
      const owner = names.get(name);
      if (owner) throw this.duplicate(name, owner, skill);
    }
    this.skills.push(skill);
    store.changes += 1;
    return this;
  }

  /** Whether a set is among its skills, at any depth. */
  private contains(set: ToolSet): boolean {
    return this.skills.some((skill) => skill === set || (skill instanceof UnionSkill && skill.contains(set)));
  }

  removeSkill(skill: ToolSet): this {
    const index = this.skills.indexOf(skill);
    if (index >= 0) this.skills.splice(index, 1);
    store.changes += 1;
    return this;
  }

  /** @throws DuplicateToolError where a set has since gained a name that another has */
  override get toolsSchema(): ToolDefinition[] {
    if (this.made?.at === store.changes) return this.made.all;
    const parts = [super.toolsSchema, ...this.skills.map(({ toolsSchema }) => toolsSchema)];
    const isSame =
      this.made?.parts.length === parts.length &&
      parts.every((part, at) => sameTools(part, this.made?.parts[at]));
    const made =
      isSame && this.made
        ? this.made
        : {
            parts: parts.map((part) => [...part]),
            all: frozen(withinStrictLimits(parts.flat())),
            owners: this.ownersByName(),
          };
    const announced = this.skills.every((skill) => skill.announcesChanges());
    this.made = { ...made, at: announced ? store.changes : undefined };
    return made.all;
  }

  override tool(name: string): ToolSpec | undefined {
    return super.tool(name) ?? this.ownerOf(name)?.tool(name);
  }

  override has(name: string): boolean {
    return super.tool(name) !== undefined || this.ownerOf(name) !== undefined;
  }

  override announcesChanges(): boolean {
    return this.constructor === UnionSkill && this.skills.every((skill) => skill.announcesChanges());
  }

  override hiddenNames(): string[] {
    return this.skills.flatMap((skill) => skill.hiddenNames());
  }

  override get instructions(): string[] {
    return this.skills.flatMap(({ instructions }) => instructions);
  }

  /** Asks its own tools first, then each set in order, going on after a set's own `ToolNotFoundError`. */
  override async runTool(toolUse: ToolUse, options: RunToolOptions = {}): Promise<ToolOutput> {
    checkCall(toolUse);
    if (super.tool(toolUse.name)) return super.runTool(toolUse, options);
    const { registry = { sets: [this] } } = options;
    const owner = this.ownerOf(toolUse.name);
    const output = owner && (await unlessNotFound(() => owner.runTool(toolUse, { ...options, registry })));
    if (output) return output;
    for (const skill of this.skills) {
      if (skill === owner) continue;
      const found = await unlessNotFound(() => skill.runTool(toolUse, { ...options, registry }));
      if (found) return found;
    }
    throw new ToolNotFoundError(
      toolUse.name,
      this.toolsSchema.map(({ name }) => name),
    );
  }

  protected override _addTool(tool: ToolSpec): void {
    const { name } = tool.definition;
    const owner = this.skills.find((skill) => skill.has(name));
    if (owner)
      throw new DuplicateToolError(name, [
        this.placeOf(name, owner),
        tool.origin ?? `a tool of ${this.label}`,
      ]);
    super._addTool(tool);
  }

  /** The skill that has a tool of this name: known beforehand, or the first that says so. */
  private ownerOf(name: string): ToolSet | undefined {
    const known = this.made?.at === store.changes ? this.made.owners.get(name) : undefined;
    return known && known !== this ? known : this.skills.find((skill) => skill.has(name));
  }

  private duplicate(name: string, one: ToolSet, other: ToolSet): DuplicateToolError {
    const second = one === other ? "the same skill, added again" : this.placeOf(name, other);
    return new DuplicateToolError(name, [this.placeOf(name, one), second]);
  }

  /** A tool's origin, and which of the skills has it: two may be instances of one class. */
  private placeOf(name: string, set: ToolSet): string {
    if (set === this) return super.tool(name)?.origin ?? `a tool of ${this.label}`;
    const at = this.skills.indexOf(set);
    return `${originOf(set, name)} (skill ${String((at < 0 ? this.skills.length : at) + 1)})`;
  }

  /** @throws DuplicateToolError */
  private ownersByName(): Map<string, ToolSet> {
    const owners = new Map<string, ToolSet>();
    const claim = (set: ToolSet, tools: readonly ToolDefinition[]): void => {
      for (const { name } of tools) {
        const owner = owners.get(name);
        if (owner) throw this.duplicate(name, owner, set);
        owners.set(name, set);
      }
    };
    claim(this, super.toolsSchema);
    for (const skill of this.skills) claim(skill, skill.toolsSchema);
    return owners;
  }
}

/** Undefined where the set itself has no such tool; what a tool throws goes through. */
async function unlessNotFound(run: () => Promise<ToolOutput>): Promise<ToolOutput | undefined> {
  try {
    return await run();
  } catch (error) {
    if (!isToolNotFound(error) || store.thrownInsideTool.has(error)) throw error;
    return undefined;
  }
}

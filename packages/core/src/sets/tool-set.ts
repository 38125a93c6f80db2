import { BrokenSchemaError, DuplicateToolError, isBrokenSchema, ToolNotFoundError } from "../dispatch/errors";
import { wireName } from "../dispatch/wire-name";
import { respondTo } from "../dispatch/respond";
import type { RespondOptions, RunToolOptions, ToolOutput } from "../dispatch/outcomes";
import { runnableToolsOf, type RunnableToolOfSet } from "./runnable-tool";
import { renamedDefinition } from "../dispatch/strict";
import type { ToolSpec } from "../dispatch/tool-spec";
import type { ToolFinder } from "../registry/calls";
import type { AssistantMessage, ToolDefinition, ToolResultMessage, ToolUse } from "../wire";

/** A set of tools: their definitions for a request, and the way to call them. */
export abstract class ToolSet {
  /** The `tools` of a request. */
  abstract get toolsSchema(): ToolDefinition[];

  /**
   * Run one call.
   * @throws ToolNotFoundError where this set has no tool of that name
   * @throws BrokenSchemaError where the input does not fit the schema
   * @throws whatever the tool itself throws
   */
  abstract runTool(toolUse: ToolUse, options?: RunToolOptions): Promise<ToolOutput>;

  /** Whether a call of this (wire or declared) name would find a tool here. */
  has(name: string): boolean {
    return this.toolsSchema.some((tool) => tool.name === name);
  }

  /** The tool of this name with its options, where this set knows them. */
  tool(_name: string): ToolSpec | undefined {
    return undefined;
  }

  /** What a registry knows this set by: what has the same source takes the place of what was registered before. */
  get source(): unknown {
    return this;
  }

  /** How errors name this set. */
  get label(): string {
    return this.constructor.name;
  }

  /**
   * Whether each change of its tools is counted, so that a union need not ask it at every look-up. A set of one's own
   * is asked.
   */
  announcesChanges(): boolean {
    return false;
  }

  /** What the set's skills want to say in the system prompt, one text a skill. */
  get instructions(): string[] {
    return [];
  }

  /**
   * Answer every call of an assistant message, by id, in call order; each failure becomes an `is_error` result.
   * Null where there is nothing to run: no calls, or a `stop_reason` other than `tool_use`.
   */
  async respond(message: AssistantMessage, options: RespondOptions = {}): Promise<ToolResultMessage | null> {
    return respondTo(this, message, options);
  }

  /** The tools as the SDK's own runner takes them (`client.beta.messages.toolRunner({ tools })`). */
  toRunnableTools(): RunnableToolOfSet[] {
    return runnableToolsOf(this);
  }

  /** A set of those tools whose (wire) name is kept. Changes of this set show in it. */
  filter(keep: (name: string) => boolean): ToolSet {
    return new RenamedToolSet(this, (name) => (keep(name) ? name : undefined));
  }

  /** A set in which tools have other names; those without an entry keep theirs. */
  rename(names: { readonly [name: string]: string } | ((name: string) => string)): ToolSet {
    const nameOf =
      typeof names === "function"
        ? names
        : (name: string) => (Object.hasOwn(names, name) ? names[name] : name);
    return new RenamedToolSet(this, nameOf);
  }

  /** A set in which every name begins with `prefix`: two shops' `findOrder` side by side. */
  prefix(prefix: string): ToolSet {
    return new RenamedToolSet(this, (name) => `${prefix}${name}`);
  }
}

/** Another set, seen with other names or with fewer tools. Here, because the methods above make it. */
class RenamedToolSet extends ToolSet {
  private made:
    { from: ToolDefinition[]; tools: ToolDefinition[]; innerNames: Map<string, string> } | undefined;

  constructor(
    private readonly inner: ToolSet,
    private readonly nameOf: (name: string) => string | undefined,
  ) {
    super();
  }

  override get label(): string {
    return this.inner.label;
  }

  override get instructions(): string[] {
    return this.inner.instructions;
  }

  override announcesChanges(): boolean {
    return this.inner.announcesChanges();
  }

  override get toolsSchema(): ToolDefinition[] {
    return this.view.tools;
  }

  override has(name: string): boolean {
    return this.innerName(name) !== undefined;
  }

  override tool(name: string): ToolSpec | undefined {
    const inner = this.innerName(name);
    const spec = inner === undefined ? undefined : this.inner.tool(inner);
    if (!spec || inner === name) return spec;
    const { declaredName: _, ...rest } = spec;
    return { ...rest, definition: renamedDefinition(spec.definition, wireName(name)) };
  }

  override async runTool(toolUse: ToolUse, options: RunToolOptions = {}): Promise<ToolOutput> {
    const name = this.innerName(toolUse.name);
    if (name === undefined) throw new ToolNotFoundError(toolUse.name, [...this.view.innerNames.keys()]);
    const { inner } = this;
    const { registry: around = { sets: [this] } } = options;
    // Tools call one another by the names that their class knows, whatever the model calls them.
    const registry: ToolFinder = {
      get sets() {
        return [inner, ...around.sets];
      },
    };
    try {
      const output = await inner.runTool({ ...toolUse, name }, { ...options, registry });
      return { ...output, name: toolUse.name };
    } catch (error) {
      // The model knows the tool by its name here.
      if (isBrokenSchema(error) && error.toolName === name)
        throw new BrokenSchemaError(toolUse.name, error.issues);
      throw error;
    }
  }

  private innerName(name: string): string | undefined {
    const { innerNames } = this.view;
    return innerNames.get(name) ?? innerNames.get(name.replaceAll(".", "__"));
  }

  /** @throws DuplicateToolError where two tools come to one name; SkillsError S103 for a name the API refuses */
  private get view(): NonNullable<RenamedToolSet["made"]> {
    const from = this.inner.toolsSchema;
    if (this.made?.from === from) return this.made;
    const innerNames = new Map<string, string>();
    const tools = from.flatMap((tool): ToolDefinition[] => {
      const declared = this.nameOf(tool.name);
      if (declared === undefined) return [];
      const name = wireName(declared);
      const taken = innerNames.get(name);
      if (taken !== undefined)
        throw new DuplicateToolError(name, [`${this.label}.${taken}`, `${this.label}.${tool.name}`]);
      innerNames.set(name, tool.name);
      return [renamedDefinition(tool, name)];
    });
    return (this.made = { from, tools, innerNames });
  }
}

import {
  BrokenSchemaError,
  DuplicateToolError,
  isBrokenSchema,
  isToolOff,
  ToolNotFoundError,
  ToolOffError,
} from "../dispatch/errors";
import { SkillsError } from "../errors";
import { store } from "../store";
import { wireForm, wireName } from "../dispatch/wire-name";
import { respondTo } from "../dispatch/respond";
import { checkCall } from "../dispatch/tool-uses";
import type { RespondOptions, RunToolOptions, ToolOutput } from "../dispatch/outcomes";
import { runnableToolsOf, type RunnableToolOfSet } from "./runnable-tool";
import { renamedDefinition } from "../validate/strict";
import type { ToolSpec } from "../dispatch/tool-spec";
import type { ToolFinder } from "../registry/calls";
import type { AssistantMessage, ToolDefinition, ToolResultMessage, ToolUse } from "../wire";

/** A set of tools: their definitions for a request, and the way to call them. */
export abstract class ToolSet {
  /** The `tools` of a request. The same list until something changes, and so not to be changed: copy it to add to it. */
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

  /** Names of tools that are here and not offered now: a call to one is answered with the way to have it. */
  hiddenNames(): string[] {
    return [];
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

  /**
   * A set in which tools have other names, by their (wire or declared) names here; those without an entry keep theirs.
   */
  rename(names: { readonly [name: string]: string } | ((name: string) => string)): ToolSet {
    if (typeof names === "function") return new RenamedToolSet(this, names);
    const byWireName = new Map(Object.entries(names).map(([from, to]) => [wireName(from), to]));
    return new RenamedToolSet(this, (name) => byWireName.get(name) ?? name, JSON.stringify(names));
  }

  /** A set in which every name begins with `prefix`: two shops' `findOrder` side by side. */
  prefix(prefix: string): ToolSet {
    return new RenamedToolSet(this, (name) => `${prefix}${name}`, `prefix ${prefix}`);
  }
}

/** By shape: another copy of this package has another class. */
export function isToolSet(member: unknown): member is ToolSet {
  if (member instanceof ToolSet) return true;
  const { runTool, toolsSchema } = (member ?? {}) as { runTool?: unknown; toolsSchema?: unknown };
  return typeof runTool === "function" && Array.isArray(toolsSchema);
}

/** @throws SkillsError S105, which says how a set is made of an instance */
export function checkToolSet(skill: unknown, way: string): void {
  if (isToolSet(skill)) return;
  throw new SkillsError("S105", `${String(skill)} is no tool set`, {
    help: `make one of an instance: ${way}`,
  });
}

/** Where a set's tool comes from, for errors: where it is declared, or else its set. */
export function originOf(set: ToolSet, name: string): string {
  return set.tool(name)?.origin ?? `a tool of ${set.label}`;
}

/** A list that is given to everyone who asks: what one of them did to it, all would see. */
export function frozen(tools: ToolDefinition[]): ToolDefinition[] {
  return Object.freeze(tools) as ToolDefinition[];
}

/** Whether two lists hold the same definitions. A set of one's own may change the list that it gives. */
export function sameTools<T>(one: readonly T[], other: readonly T[] | undefined): boolean {
  return one.length === other?.length && one.every((tool, at) => tool === other[at]);
}

interface View {
  from: ToolDefinition[];
  hidden: string[];
  tools: ToolDefinition[];
  /** By the name here; hidden tools' too. */
  innerNames: Map<string, string>;
  /** `store.changes` then; undefined where the inner set has to be asked. */
  at: number | undefined;
}

/** Another set, seen with other names or with fewer tools. Here, because the methods above make it. */
class RenamedToolSet extends ToolSet {
  private made: View | undefined;

  /** @param key says what `nameOf` does, where words can: the same view of the same source is the same source */
  constructor(
    private readonly inner: ToolSet,
    private readonly nameOf: (name: string) => string | undefined,
    private readonly key?: string,
  ) {
    super();
  }

  override get source(): unknown {
    const { source } = this.inner;
    return this.key !== undefined && typeof source === "string" ? `${source} ${this.key}` : this;
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

  override hiddenNames(): string[] {
    const { innerNames, tools } = this.view;
    const offered = new Set(tools.map(({ name }) => name));
    return [...innerNames.keys()].filter((name) => !offered.has(name));
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
    checkCall(toolUse);
    const name = this.innerName(toolUse.name);
    if (name === undefined) {
      throw new ToolNotFoundError(
        toolUse.name,
        this.toolsSchema.map((tool) => tool.name),
      );
    }
    const { inner } = this;
    const { registry: around = { sets: [this] }, calledAs = toolUse.name } = options;
    // Tools call one another by the names that their class knows, whatever the model calls them.
    const registry: ToolFinder = {
      get sets() {
        return [inner, ...around.sets];
      },
    };
    try {
      const output = await inner.runTool({ ...toolUse, name }, { ...options, registry, calledAs });
      return { ...output, name: toolUse.name };
    } catch (error) {
      throw this.inOwnNames(error, name, toolUse.name);
    }
  }

  /** The model knows the tools by their names here. */
  private inOwnNames(error: unknown, innerName: string, name: string): unknown {
    if (isBrokenSchema(error) && error.toolName === innerName)
      return new BrokenSchemaError(name, error.issues);
    if (isToolOff(error) && error.toolName === innerName)
      return new ToolOffError(
        name,
        error.enableTool === undefined ? undefined : this.outerName(error.enableTool),
      );
    return error;
  }

  private innerName(name: string): string | undefined {
    const { innerNames } = this.view;
    return innerNames.get(name) ?? innerNames.get(wireForm(name));
  }

  private outerName(innerName: string): string | undefined {
    for (const [name, inner] of this.view.innerNames) if (inner === innerName) return name;
    return undefined;
  }

  /** @throws DuplicateToolError where two tools come to one name; SkillsError S103 for a name the API refuses */
  private get view(): View {
    if (this.made?.at === store.changes) return this.made;
    const from = this.inner.toolsSchema;
    const hidden = this.inner.hiddenNames();
    const at = this.inner.announcesChanges() ? store.changes : undefined;
    if (this.made && sameTools(from, this.made.from) && sameTools(hidden, this.made.hidden))
      return (this.made = { ...this.made, at });
    const innerNames = new Map<string, string>();
    const rename = (innerName: string): string | undefined => {
      const declared = this.nameOf(innerName);
      if (declared === undefined) return undefined;
      const name = wireName(declared);
      const taken = innerNames.get(name);
      if (taken !== undefined)
        throw new DuplicateToolError(name, [originOf(this.inner, taken), originOf(this.inner, innerName)]);
      innerNames.set(name, innerName);
      return name;
    };
    const tools = from.flatMap((tool): ToolDefinition[] => {
      const name = rename(tool.name);
      return name === undefined ? [] : [renamedDefinition(tool, name)];
    });
    for (const name of hidden) rename(name);
    return (this.made = { from: [...from], hidden, tools: frozen(tools), innerNames, at });
  }
}

import {
  DuplicateToolError,
  type ToolOutput,
  type ToolSpec,
  type RunToolOptions,
  type ToolDefinition,
  ToolSet,
  ToolNotFoundError,
  type ToolUse,
  wireForm,
} from "@skills/core";
import type { BetaMessageParam, BetaRunnableToolset, BetaToolUnion, BetaToolUseBlock } from "../sdk-types";
import { definitionsOf, toolEntry, type RunnerTool, type ToolEntry } from "./tool-entries";
import { availabilityFrom } from "./tool-changes";

/**
 * The tools of one run: what is sent, and what a call's name finds. A tool that was added or removed while the run
 * goes on is kept beside the entries, because the sent `tools` stay as they were.
 */
export class RunTools extends ToolSet {
  private entries: ToolEntry[] = [];
  private sets: ToolSet[] = [];
  private toolsets = new Map<string, BetaRunnableToolset>();
  private readonly changed = new Map<string, ToolSet | null>();
  /** Names that the history itself took away or gave back, in `tool_removal` and `tool_addition` blocks. */
  private history: ReadonlyMap<string, boolean> = new Map();

  constructor(tools: readonly RunnerTool[]) {
    super();
    this.replace(tools);
  }

  /** Take another list of tools; what was added and removed by name stays. */
  replace(tools: readonly RunnerTool[]): void {
    this.entries = tools.map(toolEntry);
    this.sets = this.entries.flatMap((entry) => (entry.kind === "set" ? [entry.set] : []));
    // Of two of one family the first counts.
    this.toolsets = new Map();
    for (const entry of this.entries)
      if (entry.kind === "toolset" && !this.toolsets.has(entry.family))
        this.toolsets.set(entry.family, entry.toolset);
  }

  /** From now on a call of this name runs the set's tool, or with null none. */
  change(name: string, set: ToolSet | null): void {
    this.changed.set(wireForm(name), set);
  }

  /** Follow the tool changes that stand in the history. */
  readHistory(messages: readonly BetaMessageParam[]): void {
    this.history = availabilityFrom(messages);
  }

  /** Of removed tools a compaction may leave no trace in the history: keep them removed by name. */
  keepRemovals(): void {
    for (const [name, available] of this.history) if (!available) this.changed.set(name, null);
  }

  /**
   * What goes into a request's `tools`, in the order that it was given.
   * @throws DuplicateToolError where two are of one name: the API would say only that there are such
   */
  get definitions(): BetaToolUnion[] {
    const owners = new Map<string, number>();
    return this.entries.flatMap((entry, at) => {
      const definitions = definitionsOf(entry);
      for (const definition of definitions) {
        if (!("name" in definition)) continue;
        const { name } = definition;
        const other = owners.get(name);
        if (other !== undefined)
          throw new DuplicateToolError(name, [this.placeOf(name, other), this.placeOf(name, at)]);
        owners.set(name, at);
      }
      return definitions;
    });
  }

  /** A tool's origin, and where in `tools` it stands: two may be instances of one class. */
  private placeOf(name: string, at: number): string {
    const entry = this.entries[at];
    const origin =
      entry?.kind === "set"
        ? (entry.set.tool(name)?.origin ?? `a tool of ${entry.set.label}`)
        : "a definition";
    return `${origin} (tools[${String(at)}])`;
  }

  get families(): ReadonlySet<string> {
    return new Set(this.toolsets.keys());
  }

  toolset(family: string): BetaRunnableToolset | undefined {
    return this.toolsets.get(family);
  }

  /** The toolset that a call belongs to: by `toolset_name`, never by the member's name, which a tool may share. */
  familyOf(toolUse: Pick<BetaToolUseBlock, "name" | "toolset_name">): string | undefined {
    if (toolUse.toolset_name) return toolUse.toolset_name;
    const malformed = this.toolsets.has(toolUse.name) && !this.has(toolUse.name);
    return malformed ? toolUse.name : undefined;
  }

  /** Only what can be called: server tools are not here. */
  override get toolsSchema(): ToolDefinition[] {
    const own = this.sets.flatMap((set) => set.toolsSchema);
    const added = [...this.changed.values()].flatMap((set) => set?.toolsSchema ?? []);
    const byName = new Map([...own, ...added].map((tool) => [tool.name, tool]));
    return [...byName.values()].filter((tool) => this.has(tool.name));
  }

  override has(name: string): boolean {
    return this.find(name) !== undefined;
  }

  override tool(name: string): ToolSpec | undefined {
    return this.find(name)?.tool(name);
  }

  override async runTool(toolUse: ToolUse, options?: RunToolOptions): Promise<ToolOutput> {
    const set = this.find(toolUse.name);
    if (!set) {
      throw new ToolNotFoundError(
        toolUse.name,
        this.toolsSchema.map((tool) => tool.name),
      );
    }
    return set.runTool(toolUse, options);
  }

  /** Whether anything here could run this call. */
  isThere(toolUse: Pick<BetaToolUseBlock, "name" | "toolset_name">): boolean {
    const family = this.familyOf(toolUse);
    return family === undefined ? this.has(toolUse.name) : this.toolsets.has(family);
  }

  /** The set that runs a call of this name. */
  find(name: string): ToolSet | undefined {
    const wireName = wireForm(name);
    if (this.history.get(wireName) === false) return undefined;
    const changed = this.changed.get(wireName);
    if (changed !== undefined) return changed ?? undefined;
    return this.sets.find((set) => set.has(name));
  }
}

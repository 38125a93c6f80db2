import type { ToolSpec } from "../dispatch/tool-spec";
import type { ToolDefinition, ToolUse } from "../wire";
import { MutableToolSet } from "./mutable-tool-set";
import { runSpec } from "../dispatch/run-spec";
import { SpecList } from "./spec-list";
import type { RunToolOptions, ToolOutput } from "../dispatch/outcomes";

/** A container for tools that are plain functions. */
export class BasicToolSet extends MutableToolSet {
  private readonly specs = new SpecList();

  override get toolsSchema(): ToolDefinition[] {
    return this.specs.definitions;
  }

  override tool(name: string): ToolSpec | undefined {
    return this.specs.find(name);
  }

  override has(name: string): boolean {
    return this.tool(name) !== undefined;
  }

  override announcesChanges(): boolean {
    return this.constructor === BasicToolSet;
  }

  override runTool(toolUse: ToolUse, options?: RunToolOptions): Promise<ToolOutput> {
    return runSpec(this, toolUse, options);
  }

  protected override _addTool(tool: ToolSpec): void {
    this.specs.add(tool);
  }

  protected override _removeTool(name: string): void {
    this.specs.remove(name);
  }
}

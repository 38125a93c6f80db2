import { store } from "../store";
import { DuplicateToolError } from "../dispatch/errors";
import { withinStrictLimits } from "../validate/strict";
import type { ToolSpec } from "../dispatch/tool-spec";
import type { ToolDefinition } from "../wire";
import { frozen } from "./tool-set";

/** Tools by name, and the definitions of them all, made anew only when something changed. */
export class SpecList {
  private readonly byName = new Map<string, ToolSpec>();
  private readonly byDeclaredName = new Map<string, ToolSpec>();
  private made: ToolDefinition[] | undefined;

  get definitions(): ToolDefinition[] {
    return (this.made ??= frozen(
      withinStrictLimits([...this.byName.values()].map(({ definition }) => definition)),
    ));
  }

  find(name: string): ToolSpec | undefined {
    return this.byName.get(name) ?? this.byDeclaredName.get(name);
  }

  /** @throws DuplicateToolError where another tool has the wire name */
  add(spec: ToolSpec): void {
    const { name } = spec.definition;
    const taken = this.byName.get(name);
    if (taken) throw new DuplicateToolError(name, [labelOf(taken), labelOf(spec)]);
    this.byName.set(name, spec);
    if (spec.declaredName !== undefined) this.byDeclaredName.set(spec.declaredName, spec);
    this.made = undefined;
    store.changes += 1;
  }

  remove(name: string): void {
    const spec = this.byName.get(name);
    if (!spec) return;
    this.byName.delete(name);
    if (spec.declaredName !== undefined) this.byDeclaredName.delete(spec.declaredName);
    this.made = undefined;
    store.changes += 1;
  }
}

function labelOf({ origin = "a tool of this set", declaredName }: ToolSpec): string {
  return declaredName === undefined ? origin : `${origin} (declared "${declaredName}")`;
}

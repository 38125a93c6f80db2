import type { BetaToolUnion } from "../sdk-types";
import type { ToolChanges } from "./tool-changes";

/** The beta under which a tool change is a message, and the prompt cache survives it. */
const INLINE_TOOLS = /^inline-tools-/;

export function sendsChangesInline(betas: readonly string[] | undefined): boolean {
  return betas?.some((beta) => INLINE_TOOLS.test(beta)) ?? false;
}

/**
 * The `tools` of a run's requests. Tool sets may change while it goes on: with inline changes `tools` stays as it was
 * first sent, and what came or went since is told in messages.
 */
export class SentTools {
  private first?: BetaToolUnion[];
  /** What the model knows of each tool, by name. */
  private readonly known = new Map<string, string>();

  /** Note what changed since the last request. Before the first there is nothing to change. */
  noteChanges(current: readonly BetaToolUnion[], changes: ToolChanges): void {
    if (!this.first) return;
    const now = byName(current);
    for (const [name, definition] of now) {
      if (this.known.get(name) !== JSON.stringify(definition)) changes.add(definition);
    }
    for (const name of this.known.keys()) if (!now.has(name)) changes.remove(name);
    this.remember(now);
  }

  /** What to send where the tools are these. */
  toSend(current: BetaToolUnion[]): BetaToolUnion[] {
    if (!this.first) {
      this.first = current;
      this.remember(byName(current));
    }
    return this.first;
  }

  private remember(tools: ReadonlyMap<string, BetaToolUnion>): void {
    this.known.clear();
    for (const [name, definition] of tools) this.known.set(name, JSON.stringify(definition));
  }
}

/** Without nameless entries (toolsets): a run keeps those it was made with. */
function byName(tools: readonly BetaToolUnion[]): Map<string, BetaToolUnion> {
  return new Map(tools.flatMap((tool) => ("name" in tool ? [[tool.name, tool] as const] : [])));
}

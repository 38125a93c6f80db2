import { blocksIn } from "../history/history";
import type { BetaCompactionBlock, BetaMessageParam, BetaToolUnion } from "../sdk-types";

export type SystemMessage = BetaMessageParam & { role: "system" };
type ToolChangeBlock = Exclude<SystemMessage["content"], string | undefined>[number];

/** Tool changes that wait for the next request, in the order they were made. */
export class ToolChanges {
  private pending: ToolChangeBlock[] = [];

  add(definition: BetaToolUnion): void {
    this.pending.push({ type: "tool_addition", tool: { type: "tool_definition", definition } });
  }

  remove(name: string): void {
    this.pending.push({ type: "tool_removal", tool: { type: "tool_reference", name } });
  }

  /** The one message that tells the model of all of them; undefined where there are none. */
  get message(): SystemMessage | undefined {
    return this.pending.length === 0 ? undefined : { role: "system", content: [...this.pending] };
  }

  /** As `message`; they no longer wait. */
  take(): SystemMessage | undefined {
    const message = this.message;
    this.pending = [];
    return message;
  }
}

/**
 * Which tools the history took away (false) or gave back (true), the last word of each. A compaction block speaks
 * for the messages that it stands for.
 */
export function availabilityFrom(messages: readonly BetaMessageParam[]): Map<string, boolean> {
  const available = new Map<string, boolean>();
  for (const message of messages) {
    if (message.role === "user") continue;
    for (const block of blocksIn(message)) {
      if (message.role === "system") note(block, available);
      else if (block.type === "compaction") {
        for (const change of (block as BetaCompactionBlock).tool_changes ?? []) note(change, available);
      }
    }
  }
  return available;
}

function note(block: { type: string; tool?: unknown }, available: Map<string, boolean>): void {
  if (block.type !== "tool_addition" && block.type !== "tool_removal") return;
  const name = changedName(block.tool);
  if (name !== undefined) available.set(name, block.type === "tool_addition");
}

/** Of a reference or a definition by value; references to MCP servers' tools name nothing that runs here. */
function changedName(tool: unknown): string | undefined {
  const { type, name, definition } = tool as { type: string; name?: string; definition?: { name?: string } };
  if (type === "tool_reference") return name;
  return type === "tool_definition" ? definition?.name : undefined;
}

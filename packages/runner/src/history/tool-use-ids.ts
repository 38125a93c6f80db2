import { callsIn } from "./history";
import type { BetaMessage, BetaMessageParam } from "../sdk-types";

/**
 * Keeps the ids of a history's calls unique and not empty: the API refuses a history otherwise, and two results
 * under one id could not be told apart. A clash is renamed (`t1`, `t1-2`) before anything runs.
 */
export class ToolUseIds {
  private readonly taken = new Set<string>();

  constructor(messages: readonly BetaMessageParam[]) {
    for (const message of messages) this.remember(message);
  }

  /** Ids of a message that is in the history now. */
  remember(message: Pick<BetaMessageParam, "content">): void {
    for (const call of callsIn(message)) this.taken.add(call.id);
  }

  /** The ids of one reply's calls; they count as taken once its message is remembered. */
  forReply(): ReplyIds {
    return new ReplyIds(this.taken);
  }
}

/** The ids that one reply's calls get, each settled when it is first asked for. */
export class ReplyIds {
  private readonly byIndex = new Map<number, string>();
  private readonly here = new Set<string>();

  constructor(private readonly taken: ReadonlySet<string>) {}

  /** The id of the call at this place of the reply's content; the model gave it `id`. */
  at(index: number, id: string): string {
    const settled = this.byIndex.get(index);
    if (settled !== undefined) return settled;
    const base = id === "" ? "toolu_unnamed" : id;
    let name = base;
    for (let n = 2; this.taken.has(name) || this.here.has(name); n++) name = `${base}-${String(n)}`;
    this.byIndex.set(index, name);
    this.here.add(name);
    return name;
  }

  /** The reply with its calls under their ids: the same object where nothing needed mending. */
  mend(message: BetaMessage): BetaMessage {
    let changed = false;
    const content = message.content.map((block, index) => {
      if (block.type !== "tool_use") return block;
      const id = this.at(index, block.id);
      if (id === block.id) return block;
      changed = true;
      return { ...block, id };
    });
    return changed ? { ...message, content } : message;
  }
}

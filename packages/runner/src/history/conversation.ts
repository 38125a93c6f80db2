import type { JournalRecord } from "../journal/journal";
import { completeHistory, findGaps, keptReply, lastAssistant, putResults } from "./history";
import type {
  BetaContentBlockParam,
  BetaMessage,
  BetaMessageParam,
  BetaToolResultBlockParam,
  BetaToolUseBlock,
} from "../sdk-types";
import { mendIds } from "./mend-ids";
import { ToolUseIds, type ReplyIds } from "./tool-use-ids";

/** The history of a run: what the next request carries. Its messages are never changed in place. */
export class Conversation {
  private history: BetaMessageParam[] = [];
  private ids = new ToolUseIds([]);

  private readonly changes: JournalRecord[] = [];

  /** @param record keeps what was changed from outside, when `recordChanges` says so */
  constructor(
    messages: readonly BetaMessageParam[],
    private readonly record?: (record: JournalRecord) => void | Promise<void>,
  ) {
    this.take(messages);
  }

  /** A copy: a request, or whoever else keeps it, sees nothing that comes later. */
  get messages(): BetaMessageParam[] {
    return [...this.history];
  }

  /** The history itself, for a look at it: it goes on growing. */
  get current(): readonly BetaMessageParam[] {
    return this.history;
  }

  get last(): BetaMessageParam | undefined {
    return this.history.at(-1);
  }

  replace(messages: BetaMessageParam[]): void {
    this.take(messages);
    this.changes.push({ type: "history", messages });
  }

  private take(messages: readonly BetaMessageParam[]): void {
    this.history = [...mendIds(messages)];
    this.ids = new ToolUseIds(this.history);
  }

  add(message: BetaMessageParam): void {
    this.append(message);
    this.changes.push({ type: "message", message });
  }

  /** Before the next request, which is the first that the changes matter to. */
  async recordChanges(): Promise<void> {
    for (const change of this.changes.splice(0)) await this.record?.(change);
  }

  private append(message: BetaMessageParam): void {
    this.history.push(message);
    this.ids.remember(message);
  }

  /** The ids for the calls of the reply that is asked for now. */
  idsForReply(): ReplyIds {
    return this.ids.forReply();
  }

  addReply(reply: BetaMessage): void {
    const message = keptReply(reply);
    if (message) this.append(message);
  }

  /**
   * Results go right after the calls they answer, ahead of what the caller added since.
   * @returns the message that holds them
   */
  addResults(
    results: readonly BetaToolResultBlockParam[],
    following: readonly BetaContentBlockParam[] = [],
  ): BetaMessageParam {
    return putResults(this.history, lastAssistant(this.history), results, following);
  }

  /** The calls of the last turn that nobody answered. */
  get openCalls(): BetaToolUseBlock[] {
    const gap = findGaps(this.history).at(-1);
    return gap?.index === lastAssistant(this.history) ? gap.missing : [];
  }

  /** Answer with this text whatever is open: what the API would refuse. */
  complete(text: string): void {
    this.history = completeHistory(this.history, text);
  }
}

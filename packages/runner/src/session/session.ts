import { randomUUID } from "node:crypto";
import type { AgentRun } from "../agent/agent-run";
import { RunError } from "../errors";
import { completeHistory, WAITED } from "../history/history";
import type { Decisions } from "../agent/approval";
import type { RunState } from "../journal/run-state";
import type { BetaMessageParam } from "../sdk-types";
import type { SessionRecord, SessionStore } from "./session-store";

/** Starts an agent's run that reports the history it ends with. */
export interface SessionRuns<Output, Options> {
  run(messages: () => BetaMessageParam[], options: Options, onEnd: OnEnd): AgentRun<Output>;
  resume(state: RunState, decisions: Decisions, options: Options, around: Around): AgentRun<Output>;
}

/** Hears of the history that a run left; of none where the run could not begin. */
export type OnEnd = (messages?: BetaMessageParam[]) => Promise<void>;

interface Around {
  onBegin: () => void;
  onEnd: OnEnd;
}

/**
 * A conversation over any number of runs: each goes on from the history that the one before it left, whether it was
 * done, aborted or failed. What another `Session` of this id has added to the store meanwhile is kept, and heard from
 * the next run on.
 */
export class Session<Output = unknown, Options extends object = object> {
  private running = false;
  private history: BetaMessageParam[];
  /** Records of the store that the history comes from. */
  private known: number;

  private constructor(
    readonly id: string,
    private readonly store: SessionStore,
    private readonly runs: SessionRuns<Output, Options>,
    records: readonly SessionRecord[],
  ) {
    this.history = historyOf(records);
    this.known = records.length;
  }

  /** @internal Through `agent.session()`. */
  static async open<Output, Options extends object>(
    id: string,
    store: SessionStore,
    runs: SessionRuns<Output, Options>,
  ): Promise<Session<Output, Options>> {
    return new Session(id, store, runs, await store.read(id));
  }

  /** The history so far. */
  get messages(): readonly BetaMessageParam[] {
    return this.history;
  }

  /**
   * Ask something. As every run it begins when it is awaited or iterated; its history is kept before it ends.
   * It fails with S425 where another run of this session is under way then, and with S430 where it ends with a history
   * that was compacted or resumed while another `Session` of this id replaced the stored one.
   */
  run(prompt: string | BetaMessageParam["content"], options = {} as Options): AgentRun<Output> {
    const asked = { role: "user", content: prompt } as BetaMessageParam;
    const messages = () => {
      this.begin();
      return [...this.history, asked];
    };
    return this.runs.run(messages, options, (left) => this.end(left));
  }

  /**
   * Go on with a run of this session that paused. What was said in the session since then follows what the run adds.
   * It fails with S430, and runs nothing, where the history no longer begins with what the run left.
   */
  resume(state: RunState, decisions: Decisions = {}, options = {} as Options): AgentRun<Output> {
    let since: BetaMessageParam[] = [];
    const onBegin = () => {
      since = this.saidSince(state);
      this.begin();
    };
    const onEnd = (left?: BetaMessageParam[]) => this.end(left && [...left, ...since]);
    return this.runs.resume(state, decisions, options, { onBegin, onEnd });
  }

  private saidSince({ messages }: RunState): BetaMessageParam[] {
    const left = completeHistory(messages, WAITED);
    if (this.history.length === 0 || beginsWith(this.history, left)) return this.history.slice(left.length);
    throw new RunError("S430", `the history of the session ${this.id} was replaced since this run paused`, {
      messages: left,
      help: "it was resumed before, or the session was compacted: agent.resume(state) goes on with the run outside of it",
    });
  }

  /** Add messages without a run. */
  async append(...messages: BetaMessageParam[]): Promise<void> {
    this.begin();
    await this.end([...this.history, ...messages]);
  }

  /**
   * A session of its own with the history so far: what is said there is not heard here.
   * @param id of a session that the store does not know. Default: a new one
   * @throws RunError S428 where it does
   */
  async fork(id: string = randomUUID()): Promise<Session<Output, Options>> {
    if ((await this.store.read(id)).length > 0) {
      throw new RunError("S428", `the store holds a session ${id} already`, {
        help: "fork to another id, or go on with that session: agent.session({ id, store })",
      });
    }
    const record: SessionRecord = { type: "history", messages: this.history };
    await this.store.append(id, record);
    return new Session(id, this.store, this.runs, [record]);
  }

  private begin(): void {
    if (this.running) {
      throw new RunError("S425", `a run of the session ${this.id} is under way`, {
        help: "await it first, steer() it, or fork() the session",
      });
    }
    this.running = true;
  }

  private async end(messages = this.history): Promise<void> {
    try {
      const record = recordOf(this.history, messages);
      this.history = messages;
      if (record) await this.keep(record);
    } finally {
      this.running = false;
    }
  }

  private async keep(made: SessionRecord): Promise<void> {
    for (;;) {
      const stored = await this.store.read(this.id);
      const others = stored.slice(this.known);
      const isReplaced = made.type === "history" && others.some(({ type }) => type === "history");
      if (isReplaced) throw this.replaced(made.messages, stored);
      const record = made.type === "history" ? followedBy(made, others) : made;
      if ((await this.store.append(this.id, record, stored.length)) === false) continue;
      if (others.length > 0) this.history = historyOf([...stored, record]);
      this.known = stored.length + 1;
      return;
    }
  }

  /** Two replaced one history: neither can be added to the other. This one gives way, and goes on from the stored one. */
  private replaced(messages: BetaMessageParam[], stored: readonly SessionRecord[]): RunError {
    this.history = historyOf(stored);
    this.known = stored.length;
    return new RunError(
      "S430",
      `the history of the session ${this.id} was replaced while a run replaced it, too`,
      {
        messages,
        help: "let one run of a session go on at a time; what this one left is in the error's messages, and is not kept",
      },
    );
  }
}

/** Only what is new, where the rest stayed as it was. */
function recordOf(before: BetaMessageParam[], after: BetaMessageParam[]): SessionRecord | undefined {
  if (!beginsWith(after, before)) return { type: "history", messages: after };
  const messages = after.slice(before.length);
  return messages.length === 0 ? undefined : { type: "messages", messages };
}

function beginsWith(messages: BetaMessageParam[], before: BetaMessageParam[]): boolean {
  return (
    messages.length >= before.length &&
    before.every((message, index) => {
      const now = messages[index];
      return message === now || JSON.stringify(message) === JSON.stringify(now);
    })
  );
}

function followedBy({ type, messages }: SessionRecord, others: readonly SessionRecord[]): SessionRecord {
  return { type, messages: [...messages, ...others.flatMap((other) => other.messages)] };
}

function historyOf(records: readonly SessionRecord[]): BetaMessageParam[] {
  const start = records.findLastIndex(({ type }) => type === "history");
  return records.slice(Math.max(0, start)).flatMap(({ messages }) => messages);
}

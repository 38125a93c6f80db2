import { CallRunner, pendingOf, type CallAnswer } from "./call-runner";
import {
  compactedHistory,
  compactionRequest,
  refuseCompactionEdit,
  refuseCompactionParam,
  type CompactionState,
} from "./compaction";
import { checkMessages } from "../history/check-messages";
import { Conversation } from "../history/conversation";
import { EarlyCalls } from "./early-calls";
import { abortError, RunError } from "../errors";
import { callsIn, WAITED } from "../history/history";
import type { LoopOptions, LoopParams, Step, UserContent } from "./loop-options";
import { handled, requestReply, type ModelClient, type Reply } from "../model-port";
import type { RunState } from "../journal/run-state";
import type { BetaCompactionConfig, BetaMessage, BetaMessageParam, BetaToolUseBlock } from "../sdk-types";
import { nextStep } from "./stop-reasons";
import { ToolOffer } from "../tools/tool-offer";
import type { ReplyIds } from "../history/tool-use-ids";
import { TurnCalls } from "./turn-calls";
import { blockOfWholeTexts, withWholeTexts } from "./sendable";

/** The reply that is being handled. */
interface Turn {
  reply: Reply;
  ids: ReplyIds;
  calls: TurnCalls;
  early?: EarlyCalls;
}

/**
 * The agent loop: ask, run the calls, answer, until a reply says that the turn is over. It orchestrates only; what a
 * call, a history, a compaction or a tool change is stands in the files of those names.
 */
export class Loop {
  readonly offer: ToolOffer;
  /** The last reply of the run; a compaction's where it gave a summary. */
  lastMessage?: Promise<BetaMessage>;
  /** Requests so far, compactions not counted. */
  asked = 0;
  /** The text of a tool that ended the run by its result. */
  finalAnswer?: string;

  /** With calls that wait for a decision: the history with what was answered beside them. */
  paused?: { messages: BetaMessageParam[]; pending: BetaToolUseBlock[]; inside: Record<string, RunState> };

  private fields: Omit<LoopParams, "messages">;
  private readonly conversation: Conversation;
  private readonly runner: CallRunner;
  /** For calls of a run that nobody can abort: a signal is dear to make. */
  private noSignal?: AbortSignal;
  private turn?: Turn;
  private handling?: Reply;
  private answering?: Promise<CallAnswer[] | null>;
  /** The caller replaced the params while handling a reply: the history is theirs, the reply not part of it. */
  private replaced = false;
  private compaction: CompactionState = { status: "idle" };
  private lastStop: string | null = null;
  /** The records of the run before end with its last reply. */
  private isOver = false;
  private readonly steering: BetaMessageParam[] = [];

  constructor(
    private readonly client: ModelClient,
    { messages, ...fields }: LoopParams,
    readonly options: LoopOptions,
  ) {
    refuseCompactionParam(fields);
    checkMessages(messages);
    this.fields = fields;
    this.offer = new ToolOffer(fields.tools ?? []);
    // A copy: a message that the caller changes later goes out as it was given.
    this.conversation = new Conversation(
      JSON.parse(JSON.stringify(messages)) as BetaMessageParam[],
      options.record,
    );
    this.runner = new CallRunner(this.offer.tools, options.calls);
    const { standing } = options;
    if (!standing) return;
    this.asked = standing.turns;
    this.finalAnswer = standing.finalAnswer;
    this.lastStop = standing.lastReply?.stop_reason ?? null;
    this.isOver = standing.atReply && nextStep(this.lastStop) === "stop";
  }

  /** The history as the API would accept it now. While a reply is handled, it is not part of it yet. */
  get messages(): BetaMessageParam[] {
    return this.conversation.messages;
  }

  get params(): LoopParams {
    return { ...this.fields, messages: this.messages };
  }

  /**
   * @throws RunError where `compaction` stands in the params, the history changes while it is being compacted, or is
   *   none
   */
  setParams({ messages, ...fields }: LoopParams): void {
    refuseCompactionParam(fields);
    checkMessages(messages);
    if (this.compaction.status !== "idle") refuseCompactionEdit(fields);
    if (
      this.compaction.status === "in_flight" &&
      JSON.stringify(messages) !== JSON.stringify(this.conversation.current)
    ) {
      throw new RunError("S403", "messages cannot change while the conversation is being compacted", {
        help: "change them after this iteration: the compaction is about to replace them",
      });
    }
    if (fields.tools !== this.fields.tools) this.offer.replace(fields.tools ?? []);
    this.fields = fields;
    this.conversation.replace(messages);
    this.replaced = true;
    this.answering = undefined;
    this.isOver = false;
  }

  /** The user says this before the next request. */
  steer(content: UserContent): void {
    this.steering.push({ role: "user", content });
  }

  /** Whether the user said what no request has told the model. */
  get isSteered(): boolean {
    return this.steering.length > 0;
  }

  /** After the run's end: what no request told the model stays in the history, for whoever goes on from it. */
  async keepSteering(): Promise<void> {
    if (!this.isSteered) return;
    this.paused?.messages.push(...this.steering);
    this.addSteering();
    await this.conversation.recordChanges();
  }

  private addSteering(): void {
    for (const message of this.steering.splice(0)) this.conversation.add(message);
  }

  /** After the run's end: the user says this, and `steps` can be gone through again. */
  goOn(text?: string): void {
    if (text !== undefined) this.conversation.add({ role: "user", content: text });
    this.addSteering();
    this.finalAnswer = undefined;
    this.lastStop = null;
    this.isOver = false;
  }

  compactBeforeNextTurn(config: BetaCompactionConfig): void {
    if (this.compaction.status === "in_flight") return;
    refuseCompactionEdit(this.fields);
    this.compaction = { status: "scheduled", config };
  }

  deferToolCall(id: string): void {
    this.turn?.calls.hold(id);
  }

  get deferredToolCalls(): BetaToolUseBlock[] {
    const { early, calls } = this.turn ?? {};
    return (early?.complete ?? []).flatMap(({ toolUse }) => (calls?.isHeld(toolUse.id) ? [toolUse] : []));
  }

  /** Run the calls of the reply being handled, or else of the history's last message, whatever its stop reason. */
  async respond(signal?: AbortSignal | null): Promise<CallAnswer[] | null> {
    const reply = await this.turn?.reply.message;
    return this.answer(reply ?? this.conversation.last, signal);
  }

  async *steps(): AsyncGenerator<Step, void, undefined> {
    try {
      if (this.finalAnswer !== undefined || this.isOver) return;
      yield* this.answerLoadedCalls();
      if (this.hasEnded) return;
      while (this.options.mayAsk?.(this.asked) ?? true) {
        this.sendSteering();
        this.sendToolChanges();
        // The API compacts no turn that is still open: a paused one is finished first.
        if (this.compaction.status === "scheduled" && nextStep(this.lastStop) !== "resume") {
          yield* this.compact(this.compaction.config);
          continue;
        }
        const turn = await this.ask();
        yield { kind: "reply", reply: turn.reply, compaction: false };
        const toAnswer = await this.takeReply(turn);
        if (toAnswer === "resume") continue;
        const answers = toAnswer === "stop" ? null : await this.answer(toAnswer);
        if (answers === null) await turn.calls.settled();
        if (answers) yield* this.takeResults(answers);
        if (this.hasEnded) return;
        if (answers === null && !this.replaced) {
          yield* this.compactAfterLastTurn();
          return;
        }
      }
    } finally {
      this.leave();
    }
  }

  /** What to answer next; the reply stands in the history, unless the caller replaced it. */
  private async takeReply(
    turn: Turn,
  ): Promise<BetaMessage | BetaMessageParam | undefined | "resume" | "stop"> {
    if (this.replaced) {
      turn.reply.stream?.abort();
      this.lastStop = null;
      return this.conversation.last;
    }
    const message = await turn.reply.message;
    this.conversation.addReply(message);
    if (message.container) this.adoptContainer(message.container.id);
    this.lastStop = message.stop_reason;
    const next = nextStep(message.stop_reason);
    return next === "run_tools" ? message : next;
  }

  /** The next request goes on in the container that this reply ran in. */
  private adoptContainer(id: string): void {
    const { container } = this.fields;
    if (container == null) this.fields = { ...this.fields, container: id };
    else if (typeof container === "object" && container.id == null) {
      this.fields = { ...this.fields, container: { ...container, id } };
    }
  }

  private async answer(
    message: Pick<BetaMessageParam, "role" | "content"> | undefined,
    signal: AbortSignal | null | undefined = this.options.request.signal,
  ): Promise<CallAnswer[] | null> {
    if (this.answering) return this.answering;
    const toolUses = message?.role === "assistant" ? callsIn(message) : [];
    if (toolUses.length === 0) return null;
    this.offer.follow(this.conversation.current);
    const calls = this.turn?.calls ?? this.newCalls();
    this.answering = calls.answer(toolUses, signal ?? undefined);
    return this.answering;
  }

  private async *takeResults(all: CallAnswer[]): AsyncGenerator<Step, void, undefined> {
    const answers = all.filter(({ outcome }) => outcome !== "waiting");
    const waiting = all.filter(({ outcome }) => outcome === "waiting");
    const final = answers.find(({ output }) => output?.finalAnswer !== undefined);
    this.finalAnswer = final?.output?.finalAnswer;
    if (answers.length > 0) {
      const results = answers.map(({ result }) => result);
      const following = answers.flatMap((answer) => answer.following);
      const message = this.conversation.addResults(results, following);
      yield { kind: "results", message, answers };
      // Aborted calls have no end in the journal: a run that goes on from it asks for them again.
      if (!answers.some(({ outcome }) => outcome === "aborted"))
        await this.options.onResults?.(message, this.finalAnswer);
    }
    if (waiting.length > 0 && !final) this.paused = { messages: this.messages, ...pendingOf(waiting) };
  }

  /** By its calls: one gave the final answer, or some wait for a decision. */
  private get hasEnded(): boolean {
    return this.finalAnswer !== undefined || this.paused !== undefined;
  }

  private async ask(): Promise<Turn> {
    await this.turn?.calls.settled();
    this.replaced = false;
    this.answering = undefined;
    const ids = this.conversation.idsForReply();
    await this.conversation.recordChanges();
    await this.options.record?.({ type: "request_started" });
    const request = { ...this.fields, messages: this.messages };
    const made = (await this.options.beforeModel?.(request)) ?? request;
    const reply = "reply" in made ? { message: Promise.resolve(made.reply) } : this.request(made);
    this.asked += 1;
    reply.message = handled(this.received(reply.message, ids));
    const turn: Turn = { reply, ids, calls: this.newCalls() };
    const { startsEarly } = this.options;
    if (reply.stream && startsEarly) {
      turn.early = new EarlyCalls(reply.stream, (toolUse, index) => {
        if (!startsEarly(toolUse) || reply.inputs?.isWhole(index) === false) return;
        this.offer.follow(this.conversation.current);
        const call = { ...blockOfWholeTexts(toolUse), id: turn.ids.at(index, toolUse.id) };
        turn.calls.startEarly(call, toolUse.id);
      });
    }
    this.turn = turn;
    this.lastMessage = reply.message;
    return turn;
  }

  private async received(reply: Promise<BetaMessage>, ids: ReplyIds): Promise<BetaMessage> {
    const message = withWholeTexts(ids.mend(await reply));
    const changed = await this.options.afterModel?.(message);
    // Calls that a hook put in may have the ids of others.
    const kept = changed && changed !== message ? this.conversation.idsForReply().mend(changed) : message;
    await this.options.record?.({ type: "request_finished", message: kept, compaction: false });
    return kept;
  }

  private request(sent: LoopParams): Reply {
    if (this.options.request.signal?.aborted) throw abortError(this.client);
    const { finish = (params) => params, around = (_, send) => send(), stream, request } = this.options;
    const params = finish({ ...sent, tools: sent.tools && this.offer.definitions(this.fields.betas) });
    const send = () => requestReply(this.client.beta.messages, params, stream, request);
    this.handling = around(params, send);
    return this.handling;
  }

  private newCalls(): TurnCalls {
    const signal = this.options.request.signal ?? (this.noSignal ??= new AbortController().signal);
    return new TurnCalls(this.offer.tools, this.runner, signal);
  }

  /**
   * Changes go out last: the API takes a system message only at the end, or before a reply. A paused turn goes back as
   * it came, and they with the one after.
   */
  private sendToolChanges(): void {
    if (this.lastStop === "pause_turn") return;
    const message = this.offer.takeChanges(this.fields.betas);
    if (message) this.conversation.add(message);
  }

  /** After a turn's results; a paused turn goes back as it came. */
  private sendSteering(): void {
    if (nextStep(this.lastStop) !== "resume") this.addSteering();
  }

  private async *compact(config: BetaCompactionConfig): AsyncGenerator<Step, void, undefined> {
    refuseCompactionEdit(this.fields);
    this.compaction = { status: "in_flight" };
    await this.conversation.recordChanges();
    this.turn = undefined;
    this.answering = undefined;
    try {
      const reply = this.request({ ...compactionRequest(this.fields, config), messages: this.messages });
      yield { kind: "reply", reply, compaction: true };
      const message = await reply.message;
      await this.options.record?.({ type: "request_finished", message, compaction: true });
      const compacted = compactedHistory(message);
      if (compacted) {
        this.offer.follow(this.conversation.current);
        this.offer.tools.keepRemovals();
        this.conversation.replace(compacted);
        this.lastMessage = reply.message;
      } else {
        this.options.logger.warn("The compaction gave no summary: the conversation stays as it is.");
      }
    } finally {
      this.compaction = { status: "idle" };
    }
  }

  private async *compactAfterLastTurn(): AsyncGenerator<Step, void, undefined> {
    if (this.compaction.status !== "scheduled") return;
    if (this.conversation.openCalls.length > 0) {
      this.compaction = { status: "idle" };
      this.options.logger.warn(
        "The compaction was skipped: the last turn was cut with calls that were not run.",
      );
      return;
    }
    yield* this.compact(this.compaction.config);
  }

  /** A history may come with calls nobody answered: the last turn's are run, older ones can only be told of. */
  private async *answerLoadedCalls(): AsyncGenerator<Step, void, undefined> {
    const { openCalls } = this.conversation;
    if (openCalls.length > 0) {
      this.offer.follow(this.conversation.current);
      const answers = await this.newCalls().answer(openCalls, this.options.request.signal ?? undefined);
      yield* this.takeResults(answers);
      if (this.hasEnded) return;
    }
    this.conversation.complete("Not run: the conversation went on without this call.");
  }

  private leave(): void {
    this.handling?.stream?.abort();
    if (this.paused) return this.conversation.complete(WAITED);
    // Calls that started early have results, although their reply was cut and the rest of it never ran.
    const known = this.turn?.calls.knownResults(this.conversation.openCalls) ?? [];
    if (known.length > 0) this.conversation.addResults(known);
    this.conversation.complete("Not run: the reply was cut short.");
  }
}

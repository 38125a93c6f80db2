import { Loop } from "./loop/loop";
import type { LoopParams } from "./loop/loop-options";
import type { Logger } from "@skills/core";
import { checkClient, handled, type ModelClient, type ModelRequestOptions } from "./model-port";
import { RunError } from "./errors";
import type {
  BetaCompactionConfig,
  BetaMessage,
  BetaMessageParam,
  BetaMessageStream,
  BetaToolUseBlock,
} from "./sdk-types";
import type { RunnerTool } from "./tools/tool-entries";

/** As the SDK's `client.beta.messages.toolRunner` takes them; `tools` takes skills and tool sets as well. */
export interface ToolRunnerParams extends Omit<LoopParams, "stream" | "tools"> {
  tools: RunnerTool[];
  /** Yield the stream of each reply, not the reply. Default false. */
  stream?: boolean;
  /** Requests after which the run stops, compactions not counted. Default: no limit. */
  max_iterations?: number;
  /** Run every tool as soon as its call is complete, while the reply still streams. Needs `stream`. Default false. */
  runToolsEagerly?: boolean;
  /** Each request carries the whole history; `false` says so for code written against the SDK. */
  thread?: false;
}

export interface ToolRunnerOptions extends ModelRequestOptions {
  /** The caller's own value, for `ToolContext.state`. */
  state?: unknown;
  /** Calls of a turn that run side by side. Default: all. */
  maxConcurrency?: number;
  /** Milliseconds after which a call is answered as timed out. Default: none but a tool's own. */
  toolTimeoutMs?: number;
  /** Default: console. */
  logger?: Logger;
}

/** What a runner yields: each reply, or its stream. */
export type ToolRunnerItem<Stream extends boolean | undefined> = Stream extends true
  ? BetaMessageStream
  : BetaMessage;

/**
 * Ask the model, run the tools that it calls, send their results, until it is done.
 * Iterate over the replies, or await the last one.
 * @throws RunError where the params contradict each other, or the client is none
 */
export function toolRunner<const Params extends ToolRunnerParams>(
  client: ModelClient,
  params: Params,
  options: ToolRunnerOptions = {},
): ToolRunner<ToolRunnerItem<Params["stream"]>> {
  return new ToolRunner(client, params, options);
}

/** The agent loop with the interface of the SDK's tool runner. */
export class ToolRunner<Item> implements PromiseLike<BetaMessage>, AsyncIterable<Item> {
  private readonly loop: Loop;
  private settings: Pick<ToolRunnerParams, "stream" | "max_iterations" | "runToolsEagerly">;
  private consumed = false;
  private completion = new Completion();

  constructor(client: ModelClient, params: ToolRunnerParams, options: ToolRunnerOptions) {
    checkClient(client);
    const { settings, loopParams } = split(params);
    const { state, maxConcurrency, toolTimeoutMs, logger = console, ...request } = options;
    this.settings = settings;
    this.loop = new Loop(client, loopParams, {
      stream: settings.stream ?? false,
      request,
      logger,
      calls: { state, maxConcurrency, toolTimeoutMs, logger },
      startsEarly: () => this.settings.runToolsEagerly ?? false,
      mayAsk: (asked) => !this.settings.max_iterations || asked < this.settings.max_iterations,
    });
  }

  /** @throws RunError where the runner was iterated already */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    if (this.consumed)
      throw new RunError("S404", "a runner is iterated once", { help: "make a new toolRunner()" });
    this.consumed = true;
    try {
      for await (const step of this.loop.steps()) {
        if (step.kind === "results") continue;
        yield (step.reply.stream ?? (await step.reply.message)) as Item;
      }
      if (!this.loop.lastMessage) throw new RunError("S405", "the run ended without a reply");
      this.completion.resolve(await this.loop.lastMessage);
    } catch (error) {
      // As in the SDK, a run that failed can be iterated again: it goes on from its history.
      this.consumed = false;
      this.completion.reject(error);
      this.completion = new Completion();
      throw error;
    }
  }

  /** The params of the next request. While a reply is handled, `messages` does not hold it yet. */
  get params(): Readonly<ToolRunnerParams> {
    return { ...this.loop.params, ...this.settings } as ToolRunnerParams;
  }

  /**
   * Replace the params: one that is left out is gone. After a call in the loop's body neither the reply nor its
   * results are added; the next request goes out with these params.
   */
  setMessagesParams(params: ToolRunnerParams | ((previous: ToolRunnerParams) => ToolRunnerParams)): void {
    const { settings, loopParams } = split(typeof params === "function" ? params(this.params) : params);
    this.loop.setParams(loopParams);
    this.settings = settings;
    this.loop.options.stream = settings.stream ?? false;
  }

  /** Change the options of later requests: a function's result replaces them, an object is laid over them. */
  setRequestOptions(
    options: ModelRequestOptions | ((previous: ModelRequestOptions) => ModelRequestOptions),
  ): void {
    const previous = this.loop.options.request;
    this.loop.options.request =
      typeof options === "function" ? options(previous) : { ...previous, ...options };
  }

  /** Add messages to the history. As `setMessagesParams`, it leaves out the reply that is being handled. */
  pushMessages(...messages: BetaMessageParam[]): void {
    this.setMessagesParams((params) => ({ ...params, messages: [...params.messages, ...messages] }));
  }

  /**
   * Run the calls of the last reply, each once however often this is asked, and give the message that answers them;
   * null where there are none.
   */
  async generateToolResponse(signal?: AbortSignal | null): Promise<BetaMessageParam | null> {
    const answers = await this.loop.respond(signal);
    if (!answers) return null;
    return {
      role: "user",
      content: [...answers.map((answer) => answer.result), ...answers.flatMap((answer) => answer.following)],
    };
  }

  /** Hold a call until the loop's body ends; it does nothing for one that has started. */
  deferToolCall(toolUse: BetaToolUseBlock | string): void {
    if (this.settings.runToolsEagerly)
      this.loop.deferToolCall(typeof toolUse === "string" ? toolUse : toolUse.id);
  }

  /** The calls that are held, in the model's order; read it when you are done with the stream. */
  get deferredToolCalls(): BetaToolUseBlock[] {
    return this.loop.deferredToolCalls;
  }

  /**
   * Compact the conversation once the turn is over. Needs the beta `compact-2026-09-04` in `betas`.
   * @throws RunError where `context_management` has a compaction edit
   */
  compactBeforeNextTurn(config: BetaCompactionConfig = { type: "summarize" }): void {
    this.loop.compactBeforeNextTurn(config);
  }

  /**
   * Give the model more tools without changing `tools`. Needs the beta `inline-tools-2026-09-15` in `betas`.
   * @throws RunError for a toolset: a runner keeps those it was made with
   */
  addTools(...tools: RunnerTool[]): void {
    this.loop.offer.add(tools);
  }

  /**
   * Take tools away, by themselves or by name, without changing `tools`. Needs the beta `inline-tools-2026-09-15`.
   * @throws RunError for a toolset
   */
  removeTools(...tools: (RunnerTool | string)[]): void {
    this.loop.offer.remove(tools);
  }

  /** The last reply, once somebody's iteration has come to its end. */
  done(): Promise<BetaMessage> {
    return this.completion.promise;
  }

  /** Iterate to the end where nobody does, and give the last reply. */
  async runUntilDone(): Promise<BetaMessage> {
    const completion = this.done();
    if (!this.consumed) for await (const item of this) void item;
    return completion;
  }

  /** As a promise's, which takes a handler of whichever errors it names. */
  readonly then: Promise<BetaMessage>["then"] = (onFulfilled, onRejected) =>
    this.runUntilDone().then(onFulfilled, onRejected);
}

function split(params: ToolRunnerParams): {
  settings: Pick<ToolRunnerParams, "stream" | "max_iterations" | "runToolsEagerly">;
  loopParams: LoopParams;
} {
  const { stream, max_iterations, runToolsEagerly, thread, ...loopParams } = params;
  if (thread !== undefined && thread !== false) {
    throw new RunError("S407", "`thread` is not a param of a run", { help: "leave it out" });
  }
  if (runToolsEagerly && !stream) {
    throw new RunError(
      "S408",
      "`runToolsEagerly` needs `stream: true`: a reply that does not stream arrives whole",
    );
  }
  return { settings: { stream, max_iterations, runToolsEagerly }, loopParams };
}

/** The end of a run, for whoever waits for it. */
class Completion {
  readonly promise: Promise<BetaMessage>;
  resolve!: (message: BetaMessage) => void;
  reject!: (reason: unknown) => void;

  constructor() {
    this.promise = handled(
      new Promise((resolve, reject) => {
        this.resolve = resolve;
        this.reject = reject;
      }),
    );
  }
}

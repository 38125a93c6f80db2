import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import type { Logger, ToolSet } from "@skills/core";
import { AgentRun } from "./agent-run";
import type { Clock } from "../clock";
import { COMPACTION_BETA, type CompactionOptions } from "../loop/compaction";
import type { PromptCacheOptions } from "./prompt-cache";
import { Session, type OnEnd } from "../session/session";
import { MemorySessionStore, type SessionStore } from "../session/session-store";
import { AgentTool, type AgentToolOptions } from "./agent-tool";
import { RunError } from "../errors";
import type { Hooks } from "./hooks";
import type { Journal } from "../journal/journal";
import type { LimitOptions } from "./limits";
import type { LoopParams } from "../loop/loop-options";
import { checkClient, type ModelClient } from "../model-port";
import { AnswerFormat, type OutputMode, type OutputType } from "./output";
import { priceOf, PRICES, type ModelPrice } from "./prices";
import type { Approve, Decisions } from "./approval";
import { prepareRun, type Start } from "./prepare-run";
import { newState, readState, type RunState } from "../journal/run-state";
import type { BetaMessageParam, BetaTextBlockParam } from "../sdk-types";
import { instructionsOf, readyTools, type RunnerTool } from "../tools/tool-entries";
import type { UnknownOutcome } from "./unknown-outcome";

/** Every other param of a request, sent as it is: `thinking`, `temperature`, `tool_choice`, `betas`, … */
export type RequestParams = Partial<
  Omit<LoopParams, "messages" | "model" | "max_tokens" | "system" | "tools" | "stream">
>;

export interface AgentOptions<Output = unknown> extends LimitOptions {
  client: ModelClient;
  /** For traces. */
  name?: string;
  model: string;
  /** Of one reply. */
  maxTokens: number;
  /** The instructions of the tools' skills follow it. */
  system?: string | BetaTextBlockParam[];
  tools?: RunnerTool[];
  params?: RequestParams;
  /** Ask for streams: text arrives as it is written, and calls that may start early do. Default true. */
  stream?: boolean;
  /** Calls of a turn that run side by side. Default 8. */
  maxConcurrency?: number;
  /** Milliseconds for a call whose tool names no limit. Default: none. */
  toolTimeoutMs?: number;
  /** Further attempts at a call that failed by accident, of tools that are read-only or idempotent. Default 0. */
  toolRetries?: number;
  /** Whether a reply cut by `max_tokens` ends the run, or the model is told and goes on. Default "stop". */
  onTruncated?: "stop" | "continue";
  /** What the answer has to be: it is checked, mended once, and given as the result's `output`. */
  outputType?: OutputType<Output>;
  /** Default "auto". */
  outputMode?: OutputMode;
  /** Keeps what happens in a run, so that it can go on after a crash: one run, one journal. */
  journal?: Journal;
  /**
   * Mark what the API may keep of a request: system prompt, tools, the last turns; at most four marks, yours among
   * them. Default false.
   */
  promptCache?: boolean | PromptCacheOptions;
  /**
   * Let the server hold the conversation for a few minutes, and send only what is new. What it lost is sent again
   * whole. Default false.
   */
  thread?: boolean;
  /** Compact the history when it grows beyond a size. */
  compaction?: CompactionOptions;
  /** For the times of the run, its tools and their retries. Default: the system's. */
  clock?: Clock;
  /** What to do about calls whose outcome a crash left unknown. Default "tell". */
  onUnknownOutcome?: UnknownOutcome;
  /** Code around the steps of a run, in order. */
  hooks?: Hooks | readonly Hooks[];
  /** Decides on calls of tools that need approval; without it the run pauses at them. */
  approve?: Approve;
  /** Ask `approve` about every call. Default false. */
  approveEvery?: boolean;
  /** Put prompts, replies, inputs and outputs into OpenTelemetry spans. Default false. */
  recordContent?: boolean;
  /** Over the table of this package, by the beginning of a model's name. */
  prices?: Readonly<Record<string, ModelPrice>>;
  /** Default: console. */
  logger?: Logger;
}

export interface AgentRunOptions {
  signal?: AbortSignal;
  /** The caller's own value, for `ToolContext.state`. */
  state?: unknown;
  /** In place of the agent's. */
  journal?: Journal;
}

export interface SessionOptions {
  /** Default: a new one. */
  id?: string;
  /** Default: one that lives as long as the session. */
  store?: SessionStore;
}

/** A model with tools, ready to run any number of conversations. */
export class Agent<Output = unknown> {
  private readonly prices: Readonly<Record<string, ModelPrice>>;
  private readonly tools: RunnerTool[];
  private readonly format?: AnswerFormat<Output>;

  /** @throws RunError where the options contradict each other, or the client is none */
  constructor(private readonly options: AgentOptions<Output>) {
    checkClient(options.client);
    this.prices = { ...PRICES, ...options.prices };
    this.tools = readyTools(options.tools ?? []);
    checkNumbers(options);
    const { outputType, outputMode = "auto" } = options;
    if (outputType && options.params?.output_config?.format) {
      throw new RunError("S423", "outputType and params.output_config.format both say what the answer is", {
        help: "leave one of them out",
      });
    }
    if (outputType) this.format = new AnswerFormat(outputType, outputMode);
    if (options.maxCostUsd !== undefined && !priceOf(options.model, this.prices)) {
      throw new RunError("S411", `maxCostUsd cannot hold: the price of ${options.model} is not known`, {
        help: `give prices: { "${options.model}": { input, output } } in US dollars for a million tokens`,
      });
    }
  }

  /**
   * Run on a prompt, or go on from a history. With a journal that has records of this run, go on from those.
   */
  run(prompt: string | BetaMessageParam[], options: AgentRunOptions = {}): AgentRun<Output> {
    return this.start(() => ({ ...options, before: newState(prompt), decisions: {} }));
  }

  /**
   * Go on with a run that has ended, in this process or another: calls that wait run or not as decided, by their ids;
   * those without a decision are asked about, or wait on.
   * @throws RunError for a state that is damaged or of another version, and for a decision on a call that does not wait
   */
  resume(state: RunState, decisions: Decisions = {}, options: AgentRunOptions = {}): AgentRun<Output> {
    const before = this.stateFor(state, decisions);
    return this.start(() => ({ ...options, before, decisions }));
  }

  /**
   * A conversation that is kept: each of its runs goes on from the history that the one before left. Known to the
   * store by its id, it goes on from there.
   */
  session({ id = randomUUID(), store = new MemorySessionStore() }: SessionOptions = {}): Promise<
    Session<Output, AgentRunOptions>
  > {
    return Session.open<Output, AgentRunOptions>(id, store, {
      run: (messages, options, onEnd) =>
        this.start(() => ({ ...options, before: newState(messages()), decisions: {} }), onEnd),
      resume: (state, decisions, options, { onBegin, onEnd }) => {
        const before = this.stateFor(state, decisions);
        return this.start(() => {
          onBegin();
          return { ...options, before, decisions };
        }, onEnd);
      },
    });
  }

  private stateFor(state: RunState, decisions: Decisions): RunState {
    const before = readState(state);
    for (const id of Object.keys(decisions)) {
      if (before.pending.some((call) => call.id === id)) continue;
      throw new RunError("S415", `no call of the id ${id} waits for a decision`, {
        help: `those that wait are ${before.pending.map((call) => call.id).join(", ") || "none"}`,
      });
    }
    return before;
  }

  /**
   * This agent as a tool of another one. Its approvals pause the outer run, which goes on inside of it; its tokens
   * count for both; its events are the outer run's `agent_event`s.
   */
  asTool<Input = { task: string }>(options: AgentToolOptions<Input>): ToolSet {
    return new AgentTool(options, (prompt, context, scope) => {
      const { signal, state, idempotencyKey } = context;
      const before = scope?.before ?? newState(prompt, scope?.idempotencyKey ?? idempotencyKey);
      return this.start(() => ({ signal, state, before, scope, decisions: scope?.decisions ?? {} }));
    });
  }

  private start(begin: () => Start, onEnd?: OnEnd): AgentRun<Output> {
    const { options, prices, format } = this;
    const params = (messages: BetaMessageParam[]) => this.loopParams(messages);
    const agent = { options, prices, format, params };
    return new AgentRun<Output>((emit) => {
      const start = begin();
      try {
        return prepareRun(agent, start, emit);
      } catch (error) {
        void onEnd?.();
        throw error;
      }
    }, onEnd);
  }

  private loopParams(messages: BetaMessageParam[]): LoopParams {
    const { model, maxTokens, system, params, compaction } = this.options;
    const { betas = [] } = params ?? {};
    const compacts = compaction && !betas.some((beta) => beta.startsWith("compact-"));
    const instructed = withInstructions(system, instructionsOf(this.tools));
    const made: LoopParams = {
      ...params,
      ...(compacts && { betas: [...betas, COMPACTION_BETA] }),
      model,
      max_tokens: maxTokens,
      ...(instructed && { system: instructed }),
      messages,
      ...(this.tools.length > 0 && { tools: this.tools }),
    };
    return this.format?.applied(made) ?? made;
  }
}

function withInstructions(
  system: AgentOptions["system"],
  instructions: readonly string[],
): AgentOptions["system"] | undefined {
  if (instructions.length === 0) return system;
  const text = instructions.join("\n\n");
  if (system === undefined || system === "") return text;
  return typeof system === "string" ? `${system}\n\n${text}` : [...system, { type: "text", text }];
}

function checkNumbers<Output>(options: AgentOptions<Output>): void {
  const atLeast: [keyof AgentOptions | "compaction.atTokens", number][] = [
    ["compaction.atTokens", 1],
    ["maxTokens", 1],
    ["maxTurns", 1],
    ["maxConcurrency", 1],
    ["maxConsecutiveFailures", 1],
    ["maxIdenticalCalls", 1],
    ["maxToolCalls", 0],
    ["maxTokensTotal", 0],
    ["maxCostUsd", 0],
    ["deadlineMs", 0],
    ["toolTimeoutMs", 0],
    ["toolRetries", 0],
  ];
  const values = { ...options, "compaction.atTokens": options.compaction?.atTokens };
  for (const [name, least] of atLeast) {
    const value = values[name];
    if (value === undefined || (typeof value === "number" && value >= least)) continue;
    throw new RunError("S412", `${name} is ${inspect(value)}: it is a number, at least ${String(least)}`);
  }
}

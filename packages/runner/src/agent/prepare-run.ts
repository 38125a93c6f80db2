import type { ToolSpec } from "@skills/core";
import type { AgentOptions, AgentRunOptions } from "./agent";
import type { RunParts } from "./agent-run";
import { approvalJudge, decisionOn, type Decisions } from "./approval";
import type { CallPolicy } from "../loop/call-runner";
import { CutReplies } from "./cut-replies";
import { decisionsInside, type CallScope } from "../loop/call-scope";
import { systemClock } from "../clock";
import type { Emit } from "./events";
import { HookChain } from "./hooks";
import { holdJournal, type Journal, type JournalRecord } from "../journal/journal";
import { recorder, restoredRun } from "../journal/run-journal";
import { Limits } from "./limits";
import { Loop } from "../loop/loop";
import type { LoopParams } from "../loop/loop-options";
import { RunAnswer, type AnswerFormat } from "./output";
import type { ModelPrice } from "./prices";
import { withCacheMarks } from "./prompt-cache";
import type { RestoredRun } from "../journal/restored-run";
import { standingOf, type RunState } from "../journal/run-state";
import type { BetaMessageParam, BetaToolUseBlock, MessageCreateParamsBase } from "../sdk-types";
import { ThreadedClient } from "./threads";
import { RunTracing } from "./tracing";
import { judgeUnknownOutcome, mayRunAgain } from "./unknown-outcome";
import { UsageMeter } from "./usage";

/** What an agent is, for each of its runs. */
export interface AgentParts<Output> {
  options: AgentOptions<Output>;
  prices: Readonly<Record<string, ModelPrice>>;
  format?: AnswerFormat<Output>;
  params: (messages: BetaMessageParam[]) => LoopParams;
}

/** What a run begins with. */
export interface Start extends AgentRunOptions {
  before: RunState;
  decisions: Decisions;
  /** Of a run inside of a call. */
  scope?: CallScope;
}

const MAX_CONCURRENCY = 8;

/**
 * Makes the parts of a run ready. Where its journal has records, it goes on from them.
 * @throws RunError S418 where the journal is another run's
 */
export function prepareRun<Output>(agent: AgentParts<Output>, start: Start, emit: Emit): RunParts<Output> {
  const { options, prices, format } = agent;
  const { scope } = start;
  const { logger = console, stream = true, toolTimeoutMs, toolRetries } = options;
  const cache = options.promptCache === true ? {} : options.promptCache || undefined;
  const controller = new AbortController();
  const signal = start.signal ? AbortSignal.any([start.signal, controller.signal]) : controller.signal;

  const journal: Journal | undefined = scope ? scope.journal : (start.journal ?? options.journal);
  const restored = journal && restoredRun(journal, start.before);
  const begin = restored?.begin ?? start.before;
  const standing = restored ?? standingOf(begin);
  const record = journal && recorder(journal, restored ? undefined : begin, signal);

  const usage = new UsageMeter(prices, begin.usage);
  for (const used of restored?.used ?? []) usage.add(used);
  // From here on: what was used before counts for the outer run already.
  usage.outer = scope?.usage;
  const limits = new Limits(options, usage, restored?.counts ?? begin.counts, (toolUse) =>
    loop.offer.tools.isThere(toolUse),
  );
  const hooks = HookChain.of([options.hooks ?? []].flat(), signal);

  const { name: agentName, model, recordContent = false } = options;
  const tracing = RunTracing.of({ agentName, model, runId: begin.id, recordContent });

  const finish = cache && ((params: MessageCreateParamsBase) => withCacheMarks(params, cache));
  // Marks are set on what is sent, and a thread decides what that is.
  const client = options.thread ? new ThreadedClient(options.client, finish) : options.client;
  // The turn is part of it: after a compaction a server that counts its calls gives an id again.
  const keyOf = (toolUse: BetaToolUseBlock) => `${begin.id}/${String(loop.asked)}/${toolUse.id}`;
  const loop: Loop = new Loop(client, agent.params(restored?.messages ?? begin.messages), {
    stream,
    logger,
    request: { signal },
    beforeModel: hooks && ((request) => hooks.beforeModel(request)),
    afterModel: hooks && ((message) => hooks.afterModel(message)),
    mayAsk: (asked) => limits.mayAsk(asked),
    startsEarly: (toolUse) => mayStartEarly(loop.offer.tools.tool(toolUse.name), journal !== undefined),
    standing,
    record,
    around: tracing && ((params, send) => tracing.sending(params, send)),
    finish: options.thread ? undefined : finish,
    onResults: (message, finalAnswer) =>
      record?.({ type: "results", message, counts: limits.counts, finalAnswer }),
    calls: {
      state: start.state,
      logger,
      maxConcurrency: options.maxConcurrency ?? MAX_CONCURRENCY,
      toolTimeoutMs,
      toolRetries,
      clock: options.clock,
      recordContent,
      within: tracing && ((work) => tracing.within(work)),
      record,
      known(toolUse) {
        const answer = restored?.answers.get(toolUse.id);
        // It counts as it did when it was run.
        if (answer) limits.judge(toolUse, undefined);
        return answer;
      },
      idempotencyKey: keyOf,
      scope: (toolUse) => scopeOfCall(toolUse, { start, keyOf, restored, record, usage, emit }, options),
      judge: judgeOf({ options, start, limits, hooks, restored }),
      onWait: (toolUse) => limits.takeBack(toolUse),
      amend: hooks && ((answer) => hooks.afterTool(answer)),
      onStart: (toolUse) => emit(() => ({ type: "tool_start", toolUse })),
      onProgress: (toolUse, progress) => emit(() => ({ type: "tool_progress", toolUse, progress })),
      onEnd: (answer) => emit(() => ({ type: "tool_end", ...answer })),
    },
  });
  return {
    id: begin.id,
    loop,
    limits,
    usage,
    signal,
    standing,
    tracing,
    abort: (reason) => controller.abort(reason),
    onStop: async (result) => hooks?.onStop(result),
    deadlineMs: options.deadlineMs,
    clock: options.clock ?? systemClock,
    compaction: options.compaction,
    cutReplies: new CutReplies(options.onTruncated ?? "stop"),
    format,
    answer: format && new RunAnswer(format),
    // An inner run's part of a journal is held by the outer run.
    letGo: scope || !journal ? undefined : holdJournal(journal),
  };
}

/** Limits first, then what is known from before, then hooks, and whoever approves last. */
function judgeOf<Output>({
  options,
  start,
  limits,
  hooks,
  restored,
}: {
  options: AgentOptions<Output>;
  start: Start;
  limits: Limits;
  hooks: HookChain | undefined;
  restored: RestoredRun | undefined;
}): CallPolicy["judge"] {
  const { decisions, scope, before } = start;
  const approve = options.approve ?? scope?.approve;
  const approval = approvalJudge(approve, options.approveEvery ?? false, decisions);
  const ask = async (chain: HookChain, ...[toolUse, spec, signal]: Parameters<typeof approval>) => {
    const hooked = await chain.beforeTool(toolUse, spec, signal);
    if (hooked && !("input" in hooked)) return hooked;
    const call = hooked ? { ...toolUse, input: hooked.input } : toolUse;
    return (await approval(call, spec, signal)) ?? hooked;
  };
  // Most calls need nobody's word, and are not to wait for it.
  return (toolUse, spec, signal) => {
    const limited = limits.judge(toolUse, spec);
    if (limited) return limited;
    // What is inside of it has begun: it was approved, and its input is what it began with.
    if (Object.hasOwn(before.inside, toolUse.id)) return undefined;
    if (restored?.started.has(toolUse.id) && !mayRunAgain(spec))
      return judgeUnknownOutcome(options.onUnknownOutcome ?? "tell", decisionOn(decisions, toolUse.id));
    return hooks ? ask(hooks, toolUse, spec, signal) : approval(toolUse, spec, signal);
  };
}

function scopeOfCall<Output>(
  toolUse: BetaToolUseBlock,
  run: {
    start: Start;
    keyOf: (toolUse: BetaToolUseBlock) => string;
    restored: RestoredRun | undefined;
    record?: (record: JournalRecord) => void | Promise<void>;
    usage: UsageMeter;
    emit: Emit;
  },
  options: AgentOptions<Output>,
): CallScope {
  const { start, keyOf, restored, record, usage, emit } = run;
  const { inside } = start.before;
  return {
    idempotencyKey: keyOf(toolUse),
    before: Object.hasOwn(inside, toolUse.id) ? inside[toolUse.id] : undefined,
    decisions: decisionsInside(start.decisions, toolUse.id),
    approve: options.approve ?? start.scope?.approve,
    usage,
    journal: record && {
      read: () => restored?.insideOf(toolUse.id) ?? [],
      append: (inner) => record({ type: "inside", call: toolUse.id, record: inner }),
    },
    onEvent: (event) => emit(() => ({ type: "agent_event", toolUse, event })),
  };
}

/**
 * A call whose repetition does no harm: the reply it stands in may yet be cut short. With a journal it may also be
 * lost with its process, and the tool's own word for `runEagerly` is not enough.
 */
function mayStartEarly(tool: ToolSpec | undefined, journaled: boolean): boolean {
  const { runEagerly, needsApproval, annotations } = tool?.options ?? {};
  if (needsApproval) return false;
  const harmless = (annotations?.readOnly || annotations?.idempotent) ?? false;
  return journaled ? harmless && runEagerly !== false : (runEagerly ?? harmless);
}

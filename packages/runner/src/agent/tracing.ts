import type { Attributes, Context, Span } from "@opentelemetry/api";
import { messageOf } from "../errors";
import type { RunResult } from "./events";
import type { Reply } from "../model-port";
import type { BetaMessage, MessageCreateParamsBase } from "../sdk-types";
import { spanMessages, spanReply, spanSystem } from "./tracing-content";

type OpenTelemetry = typeof import("@opentelemetry/api");

export interface TracingOptions {
  agentName?: string;
  model: string;
  runId: string;
  /** Put prompts, replies, inputs and outputs into the spans. */
  recordContent: boolean;
}

interface Open {
  span: Span;
  context: Context;
}

/** SpanKind.CLIENT and SpanStatusCode.ERROR, written out so that no package is loaded for two numbers. */
const CLIENT = 2;
const ERROR = 2;

/**
 * A run's OpenTelemetry spans, by the conventions for generative AI: `invoke_agent`, in it one `turn` a turn, in that
 * the request (`chat`), and the calls (`execute_tool`, by core), with an inner agent's `invoke_agent` inside its call.
 */
export class RunTracing {
  private agent?: Open;
  private turn?: Open;
  private turns = 0;

  private constructor(
    private readonly api: OpenTelemetry,
    private readonly options: TracingOptions,
  ) {}

  /** Undefined where nobody listens. */
  static of(options: TracingOptions): RunTracing | undefined {
    const api = openTelemetry();
    return api && new RunTracing(api, options);
  }

  begin(turnsBefore: number): void {
    const { agentName, model, runId } = this.options;
    this.turns = turnsBefore;
    this.agent = this.open(
      agentName === undefined ? "invoke_agent" : `invoke_agent ${agentName}`,
      undefined,
      {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.provider.name": "anthropic",
        "gen_ai.request.model": model,
        "gen_ai.conversation.id": runId,
        ...(agentName !== undefined && { "gen_ai.agent.name": agentName }),
      },
    );
  }

  end(result: RunResult | undefined, error?: unknown): void {
    this.endTurn(error);
    const span = this.agent?.span;
    this.agent = undefined;
    if (!span) return;
    if (result) {
      span.setAttributes({
        "gen_ai.usage.input_tokens": result.usage.input_tokens,
        "gen_ai.usage.output_tokens": result.usage.output_tokens,
        "skills.run.status": result.status,
        "skills.run.turns": result.turns,
      });
    }
    close(span, error);
  }

  /** Send a request of a turn, or between turns a compaction's, in a span of its own. */
  sending(params: MessageCreateParamsBase, send: () => Reply): Reply {
    if (!params.compaction && !this.turn) {
      this.turns += 1;
      this.turn = this.open("turn", this.agent, { "skills.turn": this.turns });
    }
    const { span, context } = this.open(
      `chat ${params.model}`,
      this.turn ?? this.agent,
      this.requested(params),
      CLIENT,
    );
    const reply = this.api.context.with(context, send);
    reply.message.then(
      (message) => {
        span.setAttributes(this.replied(message));
        close(span);
      },
      (error: unknown) => close(span, error),
    );
    return reply;
  }

  /** Do a turn's work in its span. */
  within<T>(work: () => T): T {
    const open = this.turn ?? this.agent;
    return open ? this.api.context.with(open.context, work) : work();
  }

  endTurn(error?: unknown): void {
    if (this.turn) close(this.turn.span, error);
    this.turn = undefined;
  }

  private open(name: string, parent: Open | undefined, attributes: Attributes, kind?: number): Open {
    const { trace, context } = this.api;
    const outer = parent?.context ?? context.active();
    const span = trace.getTracer("@skills/runner").startSpan(name, { attributes, kind }, outer);
    return { span, context: trace.setSpan(outer, span) };
  }

  private requested({ model, max_tokens, system, messages }: MessageCreateParamsBase): Attributes {
    return {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "anthropic",
      "gen_ai.request.model": model,
      "gen_ai.request.max_tokens": max_tokens,
      ...(this.options.recordContent && {
        "gen_ai.input.messages": spanMessages(messages),
        "gen_ai.system_instructions": spanSystem(system),
      }),
    };
  }

  private replied(message: BetaMessage): Attributes {
    const { id, model, stop_reason, usage } = message;
    return {
      "gen_ai.response.id": id,
      "gen_ai.response.model": model,
      "gen_ai.response.finish_reasons": stop_reason ? [stop_reason] : [],
      "gen_ai.usage.input_tokens": usage.input_tokens,
      "gen_ai.usage.output_tokens": usage.output_tokens,
      "gen_ai.usage.cache_read.input_tokens": usage.cache_read_input_tokens ?? undefined,
      "gen_ai.usage.cache_creation.input_tokens": usage.cache_creation_input_tokens ?? undefined,
      ...(this.options.recordContent && { "gen_ai.output.messages": spanReply(message) }),
    };
  }
}

function close(span: Span, error?: unknown): void {
  if (error !== undefined) {
    span.setAttribute("error.type", error instanceof Error ? error.constructor.name : "error");
    span.setStatus({ code: ERROR, message: messageOf(error) });
  }
  span.end();
}

const REGISTERED = Symbol.for("opentelemetry.js.api.1");
let api: OpenTelemetry | undefined;

/** Looked for only where the process has registered a tracer: the package costs loading time. */
function openTelemetry(): OpenTelemetry | undefined {
  const registered = (globalThis as { [REGISTERED]?: { trace?: unknown } })[REGISTERED];
  if (registered?.trace === undefined) return undefined;
  // In a `try`, so that a bundler goes on where the package is not installed.
  try {
    return (api ??= require("@opentelemetry/api") as OpenTelemetry);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "MODULE_NOT_FOUND") throw error;
    return undefined;
  }
}

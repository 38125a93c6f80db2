import { randomUUID } from "node:crypto";
import { Agent } from "./agent";
import type { Approval } from "./approval";
import { messageOf, RunError } from "./errors";
import type { AgentEvent } from "./events";
import { namesOf } from "./tool-entries";
import type { SDKMessage, SDKResultMessage, SDKSystemMessage, SDKUserMessage } from "./messages";
import type { ModelClient } from "./model-port";
import { checkQuery, type QueryOptions, type QueryPrompt, type QueryTransport } from "./query-options";
import { ResultBuilder } from "./query-result";
import type { BetaMessage, BetaMessageParam, BetaToolUseBlock } from "./sdk-types";

const MAX_TOKENS = 16_000;

/** A query's messages, and the way to stop it. */
export interface Query extends AsyncGenerator<SDKMessage, void, undefined> {
  /** End the run: its result is an error of `error_during_execution`. */
  interrupt(): void;
}

/**
 * Ask, and read all that happens as the Claude Agent SDK's messages: `system`/`init`, one `assistant` a content
 * block, one `user` a result, `result`. After a result that is an error the iteration throws.
 * @throws RunError at once, for options that cannot be meant
 */
export function query(request: {
  prompt: QueryPrompt;
  options: QueryOptions;
  transport?: QueryTransport;
}): Query {
  const { prompt, options, transport } = request;
  checkQuery(prompt, options, transport !== undefined);
  const abortController = options.abortController ?? new AbortController();
  const messages = transport
    ? transport.query({ prompt, options: { ...options, abortController } })
    : new Session(options, abortController).answer(prompt);
  return Object.assign(throwingAfterError(messages), {
    interrupt: () => abortController.abort(new DOMException("The query was interrupted", "AbortError")),
  });
}

async function* throwingAfterError(
  messages: AsyncIterable<SDKMessage>,
): AsyncGenerator<SDKMessage, void, undefined> {
  for await (const message of messages) {
    yield message;
    if (message.type === "result" && message.is_error) {
      const errors = message.subtype === "success" ? [message.result] : message.errors;
      throw new RunError("S421", `the query ended with ${message.subtype}: ${errors.join("; ")}`);
    }
  }
}

/** One query's conversation. */
class Session {
  private readonly id = randomUUID();
  private history: BetaMessageParam[] = [];
  private denials: SDKResultMessage["permission_denials"] = [];

  constructor(
    private readonly options: QueryOptions,
    private readonly abortController: AbortController,
  ) {}

  async *answer(prompt: QueryPrompt): AsyncGenerator<SDKMessage, void, undefined> {
    yield this.init();
    const agent = new Agent(this.agentOptions(this.options.client ?? defaultClient()));
    for await (const content of promptsOf(prompt)) yield* this.turn(agent, content);
  }

  private async *turn(
    agent: Agent,
    content: BetaMessageParam["content"],
  ): AsyncGenerator<SDKMessage, void, undefined> {
    this.history = [...this.history, { role: "user", content } as BetaMessageParam];
    this.denials = [];
    const builder = new ResultBuilder(this.options.prices);
    const run = agent.run(this.history, { signal: this.abortController.signal, state: this.options.state });
    try {
      for await (const event of run) {
        builder.follow(event);
        yield* this.translate(event);
      }
      const result = await run;
      this.history = result.messages;
      yield builder.ended(result, this.denials, this.stamp());
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      this.history = error.messages;
      yield builder.failed(error, this.denials, this.stamp());
    }
  }

  private *translate(event: AgentEvent): Generator<SDKMessage> {
    const fields = { ...this.stamp(), parent_tool_use_id: null };
    if (event.type === "stream_event" && this.options.includePartialMessages) {
      yield { type: "stream_event", event: event.event, ...fields };
    }
    if (event.type === "message") {
      for (const block of event.message.content) {
        const message: BetaMessage = { ...event.message, content: [block] };
        yield { type: "assistant", message, ...fields, ...this.stamp() };
      }
    }
    if (event.type === "results") {
      for (const { result, output } of event.answers) {
        const message = { role: "user" as const, content: [result] };
        yield { type: "user", message, tool_use_result: output?.value, ...fields, ...this.stamp() };
      }
    }
  }

  private init(): SDKSystemMessage {
    const { cwd = process.cwd(), model, permissionMode = "default", tools = [] } = this.options;
    return {
      type: "system",
      subtype: "init",
      ...this.stamp(),
      cwd,
      model,
      permissionMode,
      tools: tools.flatMap(namesOf),
      skills: [],
      mcp_servers: [],
      slash_commands: [],
      plugins: [],
    };
  }

  private stamp(): { uuid: string; session_id: string } {
    return { uuid: randomUUID(), session_id: this.id };
  }

  private agentOptions(client: ModelClient): ConstructorParameters<typeof Agent>[0] {
    const { model, maxTokens = MAX_TOKENS, systemPrompt, maxBudgetUsd, ...options } = this.options;
    const { tools, maxTurns, toolTimeoutMs, params, prices, logger } = options;
    return {
      client,
      model,
      maxTokens,
      system: systemPrompt,
      tools,
      maxTurns,
      maxCostUsd: maxBudgetUsd,
      toolTimeoutMs,
      params,
      prices,
      logger,
      approve: (toolUse, { signal, tool }) =>
        this.permission(toolUse, signal, tool?.options.needsApproval ?? false),
      approveEvery: true,
    };
  }

  private async permission(
    toolUse: BetaToolUseBlock,
    signal: AbortSignal,
    needsIt: boolean,
  ): Promise<Approval> {
    const { canUseTool, allowedTools = [], disallowedTools = [], permissionMode } = this.options;
    const deny = (reason: string): Approval => {
      const { id, name, input } = toolUse;
      this.denials.push({ tool_name: name, tool_use_id: id, tool_input: input });
      return { allow: false, reason };
    };
    if (disallowedTools.includes(toolUse.name))
      return deny(`${toolUse.name} is not allowed in this session.`);
    if (allowedTools.includes(toolUse.name) || permissionMode === "bypassPermissions") return { allow: true };
    if (!canUseTool) {
      return needsIt
        ? deny(`${toolUse.name} needs approval, and nobody is there to give it.`)
        : { allow: true };
    }
    const input = toolUse.input as Record<string, unknown>;
    const decision = await canUseTool(toolUse.name, input, { signal, toolUseID: toolUse.id });
    if (decision.behavior === "allow") return { allow: true, input: decision.updatedInput };
    if (decision.interrupt) this.abortController.abort(new DOMException(decision.message, "AbortError"));
    return deny(decision.message);
  }
}

async function* promptsOf(prompt: QueryPrompt): AsyncGenerator<BetaMessageParam["content"]> {
  if (typeof prompt === "string") yield prompt;
  else for await (const { message } of prompt as AsyncIterable<SDKUserMessage>) yield message.content;
}

function defaultClient(): ModelClient {
  try {
    // A peer, loaded when first needed; `require`, so that it is the copy that CommonJS code has.
    const { Anthropic } = require("@anthropic-ai/sdk") as typeof import("@anthropic-ai/sdk");
    return new Anthropic();
  } catch (cause) {
    throw new RunError("S422", `no client could be made: ${messageOf(cause)}`, {
      cause,
      help: "give options.client, or install @anthropic-ai/sdk and set ANTHROPIC_API_KEY",
    });
  }
}

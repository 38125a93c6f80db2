import { randomUUID, type UUID } from "node:crypto";
import { SkillsError } from "@skills/core";
import { Agent, type AgentOptions } from "../agent/agent";
import { messageOf, RunError } from "../errors";
import type { AgentEvent } from "../agent/events";
import type { SDKMessage, SDKResultMessage, SDKSystemMessage, SDKUserMessage } from "./messages";
import type { ModelClient } from "../model-port";
import { unknownOptions } from "./checks";
import type { ModelTransport, QueryOptions, QueryPrompt, QuerySkills } from "./options";
import { QueryPermissions } from "./permissions";
import { followedBy, promptsOf, textOfPrompt, type PromptContent } from "./prompts";
import { ResultBuilder } from "./result";
import { openSkills, pluginsOf, textOfDiagnostic } from "./skills";
import { QueryUsage } from "./usage";
import { hookError, RunQueryHooks } from "./run-hooks";
import type { BetaMessage, BetaMessageParam } from "../sdk-types";
import { namesOf } from "../tools/tool-entries";

const MAX_TOKENS = 16_000;

/** What a session has from its beginning to its end. */
interface Parts {
  skills: QuerySkills;
  permissions: QueryPermissions;
  hooks: RunQueryHooks;
  agent: Agent;
}

/** One query's conversation. */
export class QuerySession {
  private readonly id = randomUUID();
  private readonly model: string;
  private history: BetaMessageParam[] = [];
  /** Of the prompt that is being answered; aborting it leaves the session as it is. */
  private current = new AbortController();

  constructor(
    private readonly options: QueryOptions,
    private readonly abortController: AbortController,
    private readonly transport?: ModelTransport,
  ) {
    this.model = transport?.model ?? options.model ?? "";
  }

  /** End the run of the prompt that is being answered; a conversation goes on with the next. */
  interrupt(reason = "The query was interrupted."): void {
    this.current.abort(new DOMException(reason, "AbortError"));
  }

  async *answer(prompt: QueryPrompt): AsyncGenerator<SDKMessage, void, undefined> {
    const skills = this.openSkills();
    yield this.init(skills);
    const parts = this.parts(skills);
    const { signal } = this.abortController;
    try {
      for await (const content of promptsOf(prompt, signal)) {
        // What was interrupted while a prompt was waited for is not the next one.
        if (typeof prompt !== "string") this.current = new AbortController();
        const result = yield* this.turn(parts, content);
        const goesOn = typeof prompt !== "string" && this.current.signal.aborted && !signal.aborted;
        if (result.is_error && !goesOn) return;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new RunError("S421", "the query was aborted while it waited for a prompt", { cause: error });
    }
  }

  private async *turn(
    { agent, hooks, permissions, skills }: Parts,
    content: PromptContent,
  ): AsyncGenerator<SDKMessage, SDKResultMessage, undefined> {
    permissions.denials = [];
    const { prices = {}, maxTokens = MAX_TOKENS, state } = this.options;
    const builder = new ResultBuilder(new QueryUsage(prices, maxTokens));
    const told = () => ({ ...this.stamp(), permission_denials: permissions.denials });
    let result: SDKResultMessage;
    try {
      const said = await hooks.beforePrompt(textOfPrompt(content)).catch((error: unknown) => {
        throw hookError(error);
      });
      if ("blocked" in said) {
        result = builder.blocked(said.blocked, told());
      } else {
        const started = skills.tool?.startedBy(textOfPrompt(content));
        const following = [...(started ? [started.text] : []), ...said.context];
        const asked = { role: "user", content: followedBy(content, following) } as BetaMessageParam;
        this.history = [...this.history, asked];
        const run = agent.run(this.history, { signal: this.signal, state });
        for await (const event of run) {
          builder.follow(event);
          yield* this.translate(event, skills);
        }
        const ended = await run;
        this.history = ended.messages;
        result = builder.ended(ended, told(), abortText(this.signal));
      }
    } catch (error) {
      if (!(error instanceof SkillsError)) throw error;
      if (error instanceof RunError && error.messages.length > 0) this.history = error.messages;
      result = builder.failed(error, told());
    } finally {
      skills.tool?.endPrompt();
    }
    yield result;
    return result;
  }

  private get signal(): AbortSignal {
    return AbortSignal.any([this.abortController.signal, this.current.signal]);
  }

  private *translate(
    event: AgentEvent,
    skills: QuerySkills,
    parent: string | null = null,
  ): Generator<SDKMessage> {
    const fields = () => ({ ...this.stamp(), parent_tool_use_id: parent });
    if (event.type === "agent_event") {
      yield* this.translate(event.event, skills, event.toolUse.id);
    } else if (event.type === "stream_event" && this.options.includePartialMessages) {
      yield { type: "stream_event", event: event.event, ...fields() };
    } else if (event.type === "message" && event.compaction) {
      if (parent === null) skills.tool?.forget();
    } else if (event.type === "message") {
      for (const block of event.message.content) {
        const message: BetaMessage = { ...event.message, content: [block] };
        yield { type: "assistant", message, ...fields() };
      }
    } else if (event.type === "results") {
      for (const { result, following, output } of event.answers) {
        // The same blocks, under the names that the API's stable types have for them.
        const content = [result, ...following] as SDKUserMessage["message"]["content"];
        yield {
          type: "user",
          message: { role: "user", content },
          tool_use_result: output?.value,
          ...fields(),
        };
      }
    }
  }

  private init({ found, tool }: QuerySkills): SDKSystemMessage {
    const { cwd = process.cwd(), permissionMode = "default", tools = [] } = this.options;
    return {
      type: "system",
      subtype: "init",
      ...this.stamp(),
      cwd,
      model: this.model,
      permissionMode,
      tools: tools.flatMap(namesOf),
      skills: found.map(({ name }) => name).sort(),
      plugins: pluginsOf(this.options, found),
      mcp_servers: [],
      slash_commands: tool?.commands.sort() ?? [],
      apiKeySource: "none",
      claude_code_version: "none",
      output_style: "default",
    };
  }

  private stamp(): { uuid: UUID; session_id: string } {
    return { uuid: randomUUID(), session_id: this.id };
  }

  private openSkills(): QuerySkills {
    const { logger = console } = this.options;
    const unknown = unknownOptions(this.options);
    if (unknown.length > 0)
      logger.warn(`query does not know these options, and does nothing about them: ${unknown.join(", ")}`);
    const skills = this.transport?.openSkills({ sessionId: this.id }) ?? openSkills(this.options, this.id);
    for (const diagnostic of skills.diagnostics ?? []) logger.warn(textOfDiagnostic(diagnostic));
    return skills;
  }

  private parts(skills: QuerySkills): Parts {
    const { cwd = process.cwd(), permissionMode = "default", hooks: given = {} } = this.options;
    const interrupt = (reason: string) => this.interrupt(reason);
    const permissions = new QueryPermissions(this.options, skills, interrupt);
    const about = { session_id: this.id, transcript_path: "", cwd, permission_mode: permissionMode };
    const hooks = new RunQueryHooks(given, about, permissions, () => this.signal, interrupt);
    const client = this.transport?.client ?? this.options.client ?? defaultClient();
    const agent = new Agent({
      ...this.agentOptions(client, skills),
      approve: permissions.approve,
      approveEvery: true,
      hooks,
    });
    return { skills, permissions, hooks, agent };
  }

  private agentOptions(client: ModelClient, skills: QuerySkills): AgentOptions {
    const { maxTokens = MAX_TOKENS, systemPrompt, maxBudgetUsd, tools = [], ...options } = this.options;
    const { maxTurns, toolTimeoutMs, params, prices, logger, outputFormat } = options;
    return {
      client,
      model: this.model,
      maxTokens,
      system: Array.isArray(systemPrompt) ? systemPrompt.join("\n\n") : systemPrompt,
      tools: skills.tool ? [...tools, skills.tool] : tools,
      maxTurns,
      maxCostUsd: maxBudgetUsd,
      toolTimeoutMs,
      params,
      prices,
      logger,
      ...(outputFormat && { outputType: outputFormat.schema as AgentOptions["outputType"] }),
    };
  }
}

/** Why it was aborted, where somebody gave a reason. By shape: a reason may be another realm's error. */
function abortText({ reason }: AbortSignal): string {
  const { message } = (reason ?? {}) as { message?: unknown };
  const isGiven = typeof message === "string" && message !== "" && message !== DEFAULT_REASON;
  return isGiven ? message : "The query was aborted.";
}

/** What a controller says that was given no reason. */
const DEFAULT_REASON = "This operation was aborted";

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

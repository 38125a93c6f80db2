import type { RunError } from "./errors";
import type { AgentEvent, RunResult } from "./events";
import type { ResultFields, SDKModelUsage, SDKResultMessage } from "./messages";
import { UsageMeter, type ModelUsage } from "./usage";
import { PRICES, type ModelPrice } from "./prices";

type Session = Pick<SDKResultMessage, "uuid" | "session_id">;
type Denials = SDKResultMessage["permission_denials"];

/** Makes the `result` message of one prompt from what happened. */
export class ResultBuilder {
  private readonly started = performance.now();
  private readonly usage: UsageMeter;
  private askedAt = this.started;
  private apiMs = 0;
  private turns = 0;
  private stopReason: string | null = null;

  constructor(prices: Readonly<Record<string, ModelPrice>> = {}) {
    this.usage = new UsageMeter({ ...PRICES, ...prices });
  }

  follow(event: AgentEvent): void {
    if (event.type === "turn_start") {
      this.turns = event.turn;
      this.askedAt = performance.now();
    }
    if (event.type === "message") {
      this.apiMs += performance.now() - this.askedAt;
      this.stopReason = event.message.stop_reason;
      this.usage.add(event.message);
    }
  }

  ended({ status, limit, text }: RunResult, denials: Denials, session: Session): SDKResultMessage {
    const fields = this.fields(denials, session);
    if (limit === "maxTurns") {
      return {
        ...fields,
        subtype: "error_max_turns",
        is_error: true,
        errors: ["The turns of this query are used up."],
      };
    }
    if (limit === "maxCostUsd") {
      return {
        ...fields,
        subtype: "error_max_budget_usd",
        is_error: true,
        errors: ["The budget of this query is used up."],
      };
    }
    if (status === "aborted") {
      return {
        ...fields,
        subtype: "error_during_execution",
        is_error: true,
        errors: ["The query was aborted."],
      };
    }
    return { ...fields, subtype: "success", is_error: false, result: text };
  }

  failed(error: RunError, denials: Denials, session: Session): SDKResultMessage {
    const fields = this.fields(denials, session);
    return { ...fields, subtype: "error_during_execution", is_error: true, errors: [error.message] };
  }

  private fields(denials: Denials, session: Session): ResultFields {
    const models = [...this.usage.byModel].map(([model, usage]) => [model, modelUsage(usage)] as const);
    return {
      type: "result",
      ...session,
      num_turns: this.turns,
      duration_ms: Math.round(performance.now() - this.started),
      duration_api_ms: Math.round(this.apiMs),
      stop_reason: this.stopReason,
      total_cost_usd: this.usage.costUsd ?? 0,
      usage: this.usage.total,
      modelUsage: Object.fromEntries(models),
      permission_denials: denials,
    };
  }
}

function modelUsage(usage: ModelUsage): SDKModelUsage {
  return {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    cacheReadInputTokens: usage.cache_read_input_tokens,
    cacheCreationInputTokens: usage.cache_creation_input_tokens,
    costUSD: usage.costUsd ?? 0,
  };
}

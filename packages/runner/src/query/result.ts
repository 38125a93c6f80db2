import type { SkillsError } from "@skills/core";
import type { AgentEvent, RunResult } from "../agent/events";
import type { ErrorSubtype, ResultFields, SDKResultMessage } from "./messages";
import type { QueryUsage } from "./usage";

type Told = Pick<SDKResultMessage, "uuid" | "session_id" | "permission_denials">;

/** Makes the `result` message of one prompt from what happened. */
export class ResultBuilder {
  private readonly started = performance.now();
  private askedAt = this.started;
  private apiMs = 0;
  private turns = 0;
  private stopReason: string | null = null;

  constructor(private readonly usage: QueryUsage) {}

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
    // An agent that is a tool: its tokens count, its turns are its own.
    if (event.type === "agent_event") this.followInside(event.event);
  }

  /** @param aborted why, where it was */
  ended({ status, limit, text, output }: RunResult, told: Told, aborted: string): SDKResultMessage {
    if (limit === "maxTurns")
      return this.error("error_max_turns", "The turns of this query are used up.", told);
    if (limit === "maxCostUsd")
      return this.error("error_max_budget_usd", "The budget of this query is used up.", told);
    if (limit === "maxIdenticalCalls")
      return this.error("error_during_execution", "The model repeated calls that are of no use.", told);
    if (status === "aborted") return this.error("error_during_execution", aborted, told);
    return {
      ...this.fields(told),
      subtype: "success",
      is_error: false,
      result: text,
      ...(output !== undefined && { structured_output: output }),
    };
  }

  /** Of a prompt that was not sent. */
  blocked(reason: string, told: Told): SDKResultMessage {
    return { ...this.fields(told), subtype: "success", is_error: false, result: reason };
  }

  failed(error: SkillsError, told: Told): SDKResultMessage {
    const subtype = error.code === "S417" ? "error_max_structured_output_retries" : "error_during_execution";
    return this.error(subtype, error.message, told);
  }

  private followInside(event: AgentEvent): void {
    if (event.type === "message") this.usage.add(event.message);
    if (event.type === "agent_event") this.followInside(event.event);
  }

  private error(subtype: ErrorSubtype, text: string, told: Told): SDKResultMessage {
    return { ...this.fields(told), subtype, is_error: true, errors: [text] };
  }

  private fields(told: Told): ResultFields {
    return {
      type: "result",
      ...told,
      num_turns: this.turns,
      duration_ms: Math.round(performance.now() - this.started),
      duration_api_ms: Math.round(this.apiMs),
      stop_reason: this.stopReason,
      total_cost_usd: this.usage.costUsd,
      usage: this.usage.total,
      modelUsage: this.usage.byModel,
    };
  }
}

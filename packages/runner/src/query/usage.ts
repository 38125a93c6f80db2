import type { SDKModelUsage, SDKUsage } from "./messages";
import type { ModelPrice } from "../agent/prices";
import { PRICES } from "../agent/prices";
import type { BetaMessage } from "../sdk-types";
import { UsageMeter } from "../agent/usage";

/** Adds up what a prompt's replies used, as the result message tells it. */
export class QueryUsage {
  private readonly meter: UsageMeter;
  private readonly searches = new Map<string, number>();
  private readonly rest: Omit<SDKUsage, keyof UsageMeter["total"]> = {
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
    server_tool_use: { web_fetch_requests: 0, web_search_requests: 0 },
    output_tokens_details: { thinking_tokens: 0 },
    fallback_credit: null,
    iterations: [],
    service_tier: "standard",
    speed: "standard",
    inference_geo: "",
  };

  constructor(
    prices: Readonly<Record<string, ModelPrice>>,
    private readonly maxTokens: number,
  ) {
    this.meter = new UsageMeter({ ...PRICES, ...prices });
  }

  add({ model, usage }: BetaMessage): void {
    this.meter.add({ model, usage });
    const { cache_creation: cache, server_tool_use: server, output_tokens_details: details } = usage;
    const { rest } = this;
    rest.cache_creation.ephemeral_1h_input_tokens += cache?.ephemeral_1h_input_tokens ?? 0;
    rest.cache_creation.ephemeral_5m_input_tokens += cache?.ephemeral_5m_input_tokens ?? 0;
    rest.server_tool_use.web_fetch_requests += server?.web_fetch_requests ?? 0;
    rest.server_tool_use.web_search_requests += server?.web_search_requests ?? 0;
    rest.output_tokens_details.thinking_tokens += details?.thinking_tokens ?? 0;
    rest.service_tier = usage.service_tier ?? rest.service_tier;
    rest.speed = usage.speed ?? rest.speed;
    rest.inference_geo = usage.inference_geo ?? rest.inference_geo;
    const searches = this.searches.get(model) ?? 0;
    this.searches.set(model, searches + (server?.web_search_requests ?? 0));
  }

  get costUsd(): number {
    return this.meter.knownCostUsd;
  }

  get total(): SDKUsage {
    return structuredClone({ ...this.meter.total, ...this.rest });
  }

  get byModel(): Record<string, SDKModelUsage> {
    return Object.fromEntries(
      [...this.meter.byModel].map(([model, usage]) => [
        model,
        {
          inputTokens: usage.input_tokens,
          outputTokens: usage.output_tokens,
          cacheReadInputTokens: usage.cache_read_input_tokens,
          cacheCreationInputTokens: usage.cache_creation_input_tokens,
          webSearchRequests: this.searches.get(model) ?? 0,
          costUSD: usage.costUsd ?? 0,
          contextWindow: 0,
          maxOutputTokens: this.maxTokens,
        },
      ]),
    );
  }
}

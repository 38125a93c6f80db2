import { priceOf, type ModelPrice } from "./prices";
import type { BetaMessage } from "../sdk-types";

/** Tokens by kind, named as the API names them. */
export interface Usage {
  input_tokens: number;
  output_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
}

/** Where the price of a model is known, US dollars; else undefined: an unknown cost is not zero. */
export interface ModelUsage extends Usage {
  costUsd?: number;
}

type RawUsage = { [Kind in keyof Usage]?: unknown };

/** Adds up what a run's replies used, by model. */
export class UsageMeter {
  readonly byModel: Map<string, ModelUsage>;
  private readonly known = new Map<string, ModelPrice | undefined>();
  /** Of the run that this one is part of: what is added here is added there. */
  outer?: UsageMeter;

  /** @param before what was used by then, by model */
  constructor(
    private readonly prices: Readonly<Record<string, ModelPrice>>,
    before: Readonly<Record<string, ModelUsage>> = {},
  ) {
    this.byModel = new Map(Object.entries(before));
  }

  add(message: Pick<BetaMessage, "model" | "usage">): void {
    this.outer?.add(message);
    const used = usageOf(message.usage);
    const before = this.byModel.get(message.model) ?? { ...noUsage(), costUsd: 0 };
    const cost = costOf(used, this.priceOf(message.model));
    this.byModel.set(message.model, {
      costUsd: before.costUsd === undefined || cost === undefined ? undefined : before.costUsd + cost,
      ...sum(before, used),
    });
  }

  /** Looked for once: every turn asks. */
  private priceOf(model: string): ModelPrice | undefined {
    if (!this.known.has(model)) this.known.set(model, priceOf(model, this.prices));
    return this.known.get(model);
  }

  get total(): Usage {
    return [...this.byModel.values()].reduce<Usage>(sum, noUsage());
  }

  /** Input and output of every kind. */
  get tokens(): number {
    return Object.values<number>({ ...this.total }).reduce((all, count) => all + count, 0);
  }

  get costUsd(): number | undefined {
    const isKnown = [...this.byModel.values()].every(({ costUsd }) => costUsd !== undefined);
    return isKnown ? this.knownCostUsd : undefined;
  }

  /** Of the models whose price is known: it cost this at the least. */
  get knownCostUsd(): number {
    return [...this.byModel.values()].reduce((total, { costUsd = 0 }) => total + costUsd, 0);
  }
}

/** A compaction's top-level counts are 0: what it used stands in its iterations. */
function usageOf(usage: BetaMessage["usage"]): Usage {
  const top = counts(usage);
  const iterations = usage.iterations ?? [];
  if (top.input_tokens + top.output_tokens > 0 || iterations.length === 0) return top;
  return iterations.map((iteration) => counts(iteration as RawUsage)).reduce(sum, noUsage());
}

function counts(usage: RawUsage): Usage {
  return {
    input_tokens: countOf(usage.input_tokens),
    output_tokens: countOf(usage.output_tokens),
    cache_creation_input_tokens: countOf(usage.cache_creation_input_tokens),
    cache_read_input_tokens: countOf(usage.cache_read_input_tokens),
  };
}

/** What is no count would make all sums none, and no budget of the run would ever be used up. */
function countOf(tokens: unknown): number {
  return typeof tokens === "number" && tokens > 0 ? tokens : 0;
}

export function noUsage(): Usage {
  return { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
}

function sum(a: Usage, b: Usage): Usage {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cache_creation_input_tokens: a.cache_creation_input_tokens + b.cache_creation_input_tokens,
    cache_read_input_tokens: a.cache_read_input_tokens + b.cache_read_input_tokens,
  };
}

function costOf(usage: Usage, price: ModelPrice | undefined): number | undefined {
  if (!price) return undefined;
  const { input, output, cacheWrite = input * 1.25, cacheRead = input * 0.1 } = price;
  return (
    (usage.input_tokens * input +
      usage.output_tokens * output +
      usage.cache_creation_input_tokens * cacheWrite +
      usage.cache_read_input_tokens * cacheRead) /
    1_000_000
  );
}

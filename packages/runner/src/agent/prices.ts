/** US dollars for a million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  /** Default: 1.25 × `input`, as for five minutes. */
  cacheWrite?: number;
  /** Default: 0.1 × `input`. */
  cacheRead?: number;
}

/**
 * List prices as of 2026-03, by the beginning of a model's name; the longest that fits counts. Surcharges for long
 * contexts are left out. Prices change, and a model that is not listed costs an unknown sum rather than a wrong one:
 * give `prices` to an agent for newer models, or for a contract of your own.
 */
export const PRICES: Readonly<Record<string, ModelPrice>> = {
  "claude-opus-4-6": { input: 5, output: 25 },
  "claude-opus-4-5": { input: 5, output: 25 },
  "claude-opus-4-1": { input: 15, output: 75 },
  "claude-opus-4-0": { input: 15, output: 75 },
  "claude-opus-4-20250514": { input: 15, output: 75 },
  "claude-sonnet-4-6": { input: 3, output: 15 },
  "claude-sonnet-4-5": { input: 3, output: 15 },
  "claude-sonnet-4-0": { input: 3, output: 15 },
  "claude-sonnet-4-20250514": { input: 3, output: 15 },
  "claude-haiku-4-5": { input: 1, output: 5 },
  "claude-3-7-sonnet": { input: 3, output: 15 },
  "claude-3-5-haiku": { input: 0.8, output: 4 },
};

export function priceOf(model: string, prices: Readonly<Record<string, ModelPrice>>): ModelPrice | undefined {
  const fitting = Object.keys(prices).filter((name) => model === name || model.startsWith(`${name}-`));
  const longest = fitting.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : prices[longest];
}

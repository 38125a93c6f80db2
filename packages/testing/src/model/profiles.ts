/** What a model takes: limits in tokens, and what it refuses. */
export interface ModelProfile {
  contextWindow: number;
  maxOutput: number;
  /** Whether a conversation may end with an assistant message that the model goes on with. */
  prefill: boolean;
  /** Whether `temperature`, `top_p` and `top_k` are taken, or only values that change nothing. */
  sampling: boolean;
}

/**
 * Inferred: the API tells these limits to nobody without a key. Tests that turn on a limit should set it
 * (`new ScriptedModel(steps, { profile: { maxOutput: 4096 } })`).
 */
const CURRENT: ModelProfile = {
  contextWindow: 1_000_000,
  maxOutput: 128_000,
  prefill: false,
  sampling: false,
};
const EARLIER: ModelProfile = { contextWindow: 200_000, maxOutput: 64_000, prefill: true, sampling: true };

/** Models up to 4-5 take prefills, up to 4-6 sampling parameters; clouds write more around their names. */
export function profileOf(model: unknown, overrides: Partial<ModelProfile> = {}): ModelProfile {
  const name = typeof model === "string" ? model : "";
  const earlier = /\bclaude-(3|[a-z]+-4(-[0-5]\b|-\d{8}|@))/.test(name);
  const sampling = earlier || /\bclaude-[a-z]+-4-6\b/.test(name);
  return { ...(earlier ? EARLIER : CURRENT), sampling, ...overrides };
}

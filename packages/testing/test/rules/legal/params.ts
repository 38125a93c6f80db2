import { BASE, tool, u, type LegalRequests } from "./legal-case";

/** The request's own fields. */
export const PARAMS: LegalRequests = {
  "thinking adaptive": { ...BASE, thinking: { type: "adaptive" }, messages: [u("q")] },
  "thinking disabled + any": {
    ...BASE,
    thinking: { type: "disabled" },
    tools: [tool],
    tool_choice: { type: "any" },
    messages: [u("q")],
  },
  "output_config effort+format": {
    ...BASE,
    output_config: {
      effort: "high",
      format: {
        type: "json_schema",
        schema: {
          type: "object",
          properties: { a: { type: "string" } },
          required: ["a"],
          additionalProperties: false,
        },
      },
    },
    messages: [u("q")],
  },
  "system empty string": { ...BASE, system: "", messages: [u("a")] },
  "system empty list": { ...BASE, system: [], messages: [u("a")] },
  metadata: { ...BASE, metadata: { user_id: "u" }, messages: [u("a")] },
  stop_sequences: { ...BASE, stop_sequences: ["END"], messages: [u("a")] },
  "stop_sequences empty": { ...BASE, stop_sequences: [], messages: [u("a")] },
  service_tier: { ...BASE, service_tier: "standard_only", messages: [u("a")] },
  "temperature null newer": { ...BASE, temperature: null, messages: [u("a")] },
  "older temp": {
    ...BASE,
    model: "claude-sonnet-4-5-20250929",
    temperature: 1,
    top_k: 5,
    messages: [u("a")],
  },
  "max_tokens 1": { ...BASE, max_tokens: 1, messages: [u("a")] },
  "max_tokens 0, to fill the cache": { ...BASE, max_tokens: 0, messages: [u("a")] },
  "neutral sampling newer": { ...BASE, temperature: 1, top_p: 0.99, messages: [u("a")] },
  "temperature with the last models that take it": {
    ...BASE,
    model: "claude-sonnet-4-6",
    temperature: 0.2,
    messages: [u("a")],
  },
  "temperature with a model of Bedrock": {
    ...BASE,
    model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    temperature: 0.2,
    messages: [u("a")],
  },
  "temperature with a model of Vertex": {
    ...BASE,
    model: "claude-opus-4@20250514",
    temperature: 0.2,
    messages: [u("a")],
  },
  "stream:false": { ...BASE, stream: false, messages: [u("a")] },
  "inference_geo/speed": { ...BASE, inference_geo: "us", messages: [u("a")] },
  "output_config with a budget": {
    ...BASE,
    output_config: { effort: "max", task_budget: { type: "tokens", total: 20_000 } },
    messages: [u("a")],
    betas: ["task-budgets-2026-03-13"],
  },
  "fallbacks as the server knows them": {
    ...BASE,
    fallbacks: "default",
    messages: [u("a")],
    betas: ["server-side-fallback-2026-07-01"],
  },
  "fallbacks of one's own": {
    ...BASE,
    speed: "fast",
    fallbacks: [
      { model: "claude-opus-5-5", max_tokens: 10, thinking: null, output_config: null, speed: null },
    ],
    messages: [u("a")],
    betas: ["server-side-fallback-2026-06-01", "fast-mode-2026-02-01"],
  },
  "diagnostics of the cache": {
    ...BASE,
    diagnostics: { previous_message_id: null },
    messages: [u("a")],
    betas: ["cache-diagnosis-2026-04-07"],
  },
};

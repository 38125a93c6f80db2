/** What is refused before a request's body can be judged: names for `allow`, with the way out. */
export const TRANSPORT_RULES = {
  "missing-key": "send a key, any will do: x-api-key, or Authorization: Bearer",
  "known-route":
    "the scripted model answers POST /v1/messages, POST /v1/messages/count_tokens and GET /v1/models",
  "body-size": "keep requests below 32 MB",
  "valid-json": "send one JSON object",
  "valid-http": "speak HTTP/1.1, with headers of 16 KB at most",
} as const;

export type TransportRule = keyof typeof TRANSPORT_RULES;

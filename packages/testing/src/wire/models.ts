import { profileOf } from "../model/profiles";

/** What `GET /v1/models` lists; a request may name any model. */
export const MODEL_IDS: readonly string[] = ["claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"];

export interface ModelInfo {
  type: "model";
  id: string;
  display_name: string;
  created_at: string;
  max_input_tokens: number;
  max_tokens: number;
}

/** One entry of the list; its date is fixed, so that runs are alike. */
export function modelInfo(id: string): ModelInfo {
  const { contextWindow, maxOutput } = profileOf(id);
  return {
    type: "model",
    id,
    display_name: id,
    created_at: "2026-01-01T00:00:00Z",
    max_input_tokens: contextWindow,
    max_tokens: maxOutput,
  };
}

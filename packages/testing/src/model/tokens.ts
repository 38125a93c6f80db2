/**
 * Tokens that a JSON value would cost, roughly: four bytes of its text each. Deterministic; a real tokenizer
 * would be neither small nor right for every model.
 */
export function estimateTokens(value: unknown): number {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return Math.ceil(Buffer.byteLength(text) / 4);
}

interface Prompt {
  messages?: unknown;
  system?: unknown;
  tools?: unknown;
}

/** What the model reads of a request. Base64 data would count far too high: an image costs about 1,500. */
export function estimateInputTokens({ messages, system, tools }: Prompt): number {
  const plain = JSON.stringify([messages, system, tools]);
  if (!plain.includes('"data":')) return estimateTokens(plain);
  let images = 0;
  const text = JSON.stringify([messages, system, tools], (key, value: unknown) => {
    if (key !== "data" || typeof value !== "string") return value;
    images += 1;
    return "";
  });
  return estimateTokens(text) + images * 1500;
}

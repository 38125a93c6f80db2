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
  const parts: unknown[] = Array.isArray(messages) ? messages : [messages];
  let bytes = 0;
  let images = 0;
  for (const part of [...parts, system, tools]) {
    const size = sizeOfPart(part);
    bytes += size.bytes;
    images += size.images;
  }
  return Math.ceil(bytes / 4) + images * 1500;
}

interface Size {
  /** Of its text, and of what parts it from the next. */
  bytes: number;
  images: number;
}

const sizes = new WeakMap<object, Size>();

/** Kept: the same messages and tools come with every request of a conversation. */
function sizeOfPart(part: unknown): Size {
  if (typeof part !== "object" || part === null) return sizeOf(part);
  let size = sizes.get(part);
  if (size === undefined) {
    size = sizeOf(part);
    sizes.set(part, size);
  }
  return size;
}

function sizeOf(value: unknown): Size {
  const plain = JSON.stringify(value) ?? "";
  if (!plain.includes('"data":')) return { bytes: Buffer.byteLength(plain) + 1, images: 0 };
  let images = 0;
  const text = JSON.stringify(value, (key, data: unknown) => {
    if (key !== "data" || typeof data !== "string") return data;
    images += 1;
    return "";
  });
  return { bytes: Buffer.byteLength(text) + 1, images };
}

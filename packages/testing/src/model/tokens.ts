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
  const total = { bytes: 0, images: 0 };
  if (Array.isArray(messages)) for (const message of messages) add(message, total);
  else add(messages, total);
  add(system, total);
  add(tools, total);
  return Math.ceil(total.bytes / 4) + total.images * 1500;
}

function add(part: unknown, total: Size): void {
  const { bytes, images } = sizeOfPart(part);
  total.bytes += bytes;
  total.images += images;
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

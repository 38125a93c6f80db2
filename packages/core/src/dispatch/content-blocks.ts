/** What the API takes as an image: its bytes have to be what `media_type` says, and at most 5 MB. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

const SIGNATURES: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  "image/png": (bytes) => bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex")),
  "image/jpeg": (bytes) => bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex")),
  "image/gif": (bytes) => /^GIF8[79]a/.test(bytes.subarray(0, 6).toString("latin1")),
  "image/webp": (bytes) => /^RIFF[\s\S]{4}WEBP/.test(bytes.subarray(0, 12).toString("latin1")),
};

/** Why the API would refuse a block of a tool's result; undefined where it takes it. */
export function whyNoBlock(block: unknown): string | undefined {
  if (typeof block !== "object" || block === null) return `is ${block === null ? "null" : typeof block}`;
  const { type, text, source } = block as { type?: unknown; text?: unknown; source?: unknown };
  switch (type) {
    case "text":
      if (typeof text !== "string") return "is text without a text";
      return text.trim() === "" ? "is an empty text" : undefined;
    case "image":
      return whyNoImage(source);
    case "document":
    case "search_result":
    case "tool_reference":
      return undefined;
    default:
      return `has the type ${JSON.stringify(type)}; a tool_result takes text, image, document and search_result`;
  }
}

function whyNoImage(source: unknown): string | undefined {
  const { type, media_type, data, url } = (source ?? {}) as Partial<Record<string, unknown>>;
  if (type === "url") return typeof url === "string" ? undefined : "is an image whose source has no url";
  if (type === "file") return undefined;
  if (type !== "base64" || typeof data !== "string")
    return "is an image without a base64, url or file source";
  const isOfType = typeof media_type === "string" ? SIGNATURES[media_type] : undefined;
  if (!isOfType)
    return `is an image of type ${JSON.stringify(media_type)}; the API takes ${Object.keys(SIGNATURES).join(", ")}`;
  const bytes = Buffer.from(data, "base64");
  if (bytes.length === 0) return "is an image without bytes";
  if (bytes.length > MAX_IMAGE_BYTES)
    return `is an image of ${String(bytes.length)} bytes; the API takes ${String(MAX_IMAGE_BYTES)}`;
  if (isOfType(bytes)) return undefined;
  const actual = Object.entries(SIGNATURES).find(([, matches]) => matches(bytes))?.[0];
  return `is an image that says ${String(media_type)} and ${actual === undefined ? "is no image that the API takes" : `is ${actual}`}`;
}

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
  const { type, text, source, title, content, tool_name } = block as Fields;
  switch (type) {
    case "text":
      if (typeof text !== "string") return "is text without a text";
      return text.trim() === "" ? "is an empty text" : undefined;
    case "image":
      return whyNoImage(source);
    case "document":
      return whyNoDocument(source);
    case "search_result":
      if (typeof source !== "string" || typeof title !== "string" || !Array.isArray(content))
        return "is a search_result without a source, title and content";
      return whyNone(content, ["text"]);
    case "tool_reference":
      return typeof tool_name === "string" ? undefined : "is a tool_reference without a tool_name";
    default:
      return `has the type ${JSON.stringify(type)}; a tool_result takes text, image, document and search_result`;
  }
}

type Fields = Partial<Record<string, unknown>>;

function whyNoImage(source: unknown): string | undefined {
  const { type, media_type, data } = (source ?? {}) as Fields;
  if (type === "url" || type === "file") return whyNoReference("an image", source as Fields);
  if (type !== "base64" || typeof data !== "string")
    return "is an image without a base64, url or file source";
  const isOfType =
    typeof media_type === "string" && Object.hasOwn(SIGNATURES, media_type)
      ? SIGNATURES[media_type]
      : undefined;
  if (!isOfType)
    return `is an image of type ${JSON.stringify(media_type)}; the API takes ${Object.keys(SIGNATURES).join(", ")}`;
  if (!isBase64(data)) return "is an image whose data is no base64";
  const bytes = Buffer.from(data, "base64");
  if (bytes.length === 0) return "is an image without bytes";
  if (bytes.length > MAX_IMAGE_BYTES)
    return `is an image of ${String(bytes.length)} bytes; the API takes ${String(MAX_IMAGE_BYTES)}`;
  if (isOfType(bytes)) return undefined;
  const actual = Object.entries(SIGNATURES).find(([, matches]) => matches(bytes))?.[0];
  return `is an image that says ${String(media_type)} and ${actual === undefined ? "is no image that the API takes" : `is ${actual}`}`;
}

function whyNoDocument(source: unknown): string | undefined {
  const { type, media_type, data, content } = (source ?? {}) as Fields;
  switch (type) {
    case "url":
    case "file":
      return whyNoReference("a document", source as Fields);
    case "base64":
      if (media_type !== "application/pdf")
        return `is a document of type ${JSON.stringify(media_type)}; the API takes application/pdf in base64`;
      if (typeof data !== "string" || data === "") return "is a document without data";
      return isBase64(data) ? undefined : "is a document whose data is no base64";
    case "text":
      if (media_type !== "text/plain")
        return `is a document of type ${JSON.stringify(media_type)}; the API takes text/plain as text`;
      return typeof data === "string" && data !== "" ? undefined : "is a document without data";
    case "content":
      if (typeof content === "string") return undefined;
      return Array.isArray(content) ? whyNone(content, ["text", "image"]) : "is a document without content";
    default:
      return "is a document without a base64, text, content, url or file source";
  }
}

/** A source that only says where the bytes are. */
function whyNoReference(what: string, { type, url, file_id }: Fields): string | undefined {
  if (type === "file")
    return typeof file_id === "string" && file_id !== ""
      ? undefined
      : `is ${what} whose source has no file_id`;
  if (typeof url !== "string") return `is ${what} whose source has no url`;
  return isHttp(url) ? undefined : `is ${what} whose url is none that the API can fetch (http or https)`;
}

/** Why one of the blocks inside a block would be refused. */
function whyNone(blocks: readonly unknown[], types: readonly string[]): string | undefined {
  for (const [index, block] of blocks.entries()) {
    const { type } = (block ?? {}) as Fields;
    const why =
      typeof type === "string" && !types.includes(type)
        ? `has the type ${JSON.stringify(type)}`
        : whyNoBlock(block);
    if (why !== undefined) return `holds a block ${String(index)} that ${why}`;
  }
  return undefined;
}

function isHttp(url: string): boolean {
  const protocol = URL.canParse(url) ? new URL(url).protocol : "";
  return protocol === "http:" || protocol === "https:";
}

/** Node decodes anything; the API does not. */
function isBase64(data: string): boolean {
  return data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
}

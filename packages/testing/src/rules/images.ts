import { isObject } from "../wire/shapes";
import type { RuleContext } from "./context";
import type { Rule } from "./rule";
import { first } from "./walk";

const MEDIA_TYPES: readonly unknown[] = ["image/jpeg", "image/png", "image/gif", "image/webp"];
const MAX_IMAGE = 5 * 1024 * 1024;

/** The first bytes of each kind, as base64 text is decoded. */
function mediaTypeOf(bytes: Buffer): string | undefined {
  const hex = bytes.subarray(0, 12).toString("hex");
  if (hex.startsWith("ffd8ff")) return "image/jpeg";
  if (hex.startsWith("89504e470d0a1a0a")) return "image/png";
  if (hex.startsWith("474946383")) return "image/gif";
  return /^52494646.{8}57454250/.test(hex) ? "image/webp" : undefined;
}

/** Row 17: images that are sent in the request itself. */
export const imageRules: readonly Rule[] = [
  {
    row: 17,
    name: "image-media-type",
    help: "send jpeg, png, gif or webp",
    ofMessages: true,
    check: (context) =>
      eachImage(context, ({ media_type }, path) =>
        MEDIA_TYPES.includes(media_type)
          ? undefined
          : `${path}.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
      ),
  },
  {
    row: 17,
    name: "image-not-empty",
    help: "leave out images without bytes",
    ofMessages: true,
    check: (context) =>
      eachImage(context, ({ data }, path) =>
        typeof data === "string" && data !== "" ? undefined : `${path}.data: image cannot be empty`,
      ),
  },
  {
    row: 17,
    name: "image-size",
    help: "make the image smaller: its base64 text counts",
    ofMessages: true,
    check: (context) =>
      eachImage(context, ({ data }, path) =>
        String(data).length > MAX_IMAGE
          ? `${path}: image exceeds 5 MB maximum: ${String(String(data).length)} bytes > ${String(MAX_IMAGE)} bytes`
          : undefined,
      ),
  },
  {
    row: 17,
    name: "image-bytes",
    help: "name the media type that the bytes have",
    ofMessages: true,
    check: (context) =>
      eachImage(context, ({ data, media_type }, path) => {
        const found = mediaTypeOf(Buffer.from(String(data).slice(0, 16), "base64"));
        if (found === media_type) return undefined;
        return found === undefined
          ? `${path}.data: Could not process image`
          : `${path}.data: The image was specified using the ${String(media_type)} media type, but the image appears to be a ${found} image`;
      }),
  },
];

function eachImage(
  context: RuleContext,
  check: (source: { [key: string]: unknown }, path: string) => string | undefined,
): string | undefined {
  return first(context.deepBlocks, ({ block, path }) =>
    block.type === "image" && isObject(block.source) && block.source.type === "base64"
      ? check(block.source, `${path}.image.source.base64`)
      : undefined,
  );
}

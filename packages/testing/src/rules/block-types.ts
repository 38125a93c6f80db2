import { isObject } from "../wire/shapes";
import {
  all,
  boolean,
  dictionary,
  fields,
  list,
  oneOf,
  optional,
  required,
  tagged,
  text,
  union,
  valid,
  type Check,
} from "./checks";
import { BLOCK_FIELDS, OTHER_BLOCKS, RESULT_BLOCKS } from "./known-fields";
import type { PlacedBlock } from "./walk";

/** A text, or blocks. */
export const content = valid(
  "list",
  (value) => typeof value === "string" || (Array.isArray(value) && value.every(isObject)),
);

export const cacheControl = optional(union({ ephemeral: fields({ ttl: optional(oneOf("5m", "1h")) }) }));

/** A block of a list that holds nothing but text. */
export const textBlock = fields({ type: oneOf("text"), text, cache_control: cacheControl });

const citations = optional(fields({ enabled: optional(boolean) }));

/** Where the bytes or the text of a block come from. */
const SOURCES = { url: required({ url: text }), file: required({ file_id: text }) };
const imageSource = union({ base64: required({ data: text, media_type: text }), ...SOURCES });
const documentSource = union({
  base64: required({ data: text, media_type: oneOf("application/pdf") }),
  text: required({ data: text, media_type: oneOf("text/plain") }),
  content: required({ content }),
  ...SOURCES,
});

/** The fields by which a block of its kind is read. */
const FIELDS: ReadonlyMap<string, Check> = new Map([
  ["text", required({ text })],
  ["image", required({ source: imageSource })],
  ["document", all(required({ source: documentSource }), fields({ citations }))],
  [
    "search_result",
    all(required({ source: text, title: text, content: list(textBlock) }), fields({ citations })),
  ],
  ["tool_use", required({ id: text, name: text, input: dictionary })],
  ["tool_result", required({ tool_use_id: text })],
  ["tool_reference", required({ tool_name: text })],
  ["thinking", required({ thinking: text, signature: text })],
  ["redacted_thinking", required({ data: text })],
  [
    "compaction",
    fields({ content: optional(text), encrypted_content: optional(text), signature: optional(text) }),
  ],
  ["container_upload", required({ file_id: text })],
]);

const blockKind = tagged([...Object.keys(BLOCK_FIELDS), ...OTHER_BLOCKS]);
const resultBlockKind = tagged(RESULT_BLOCKS);
const toolResult = fields({
  is_error: optional(boolean),
  content: optional(
    all(content, (value, path) =>
      Array.isArray(value)
        ? list((block, at) => wrongOfKind(block, at, resultBlockKind))(value, path)
        : undefined,
    ),
  ),
});

/** What is wrong with the fields of a block in a message. */
export function wrongBlock({ block, path }: PlacedBlock): string | undefined {
  const wrong = wrongOfKind(block, path, blockKind);
  return wrong ?? (block.type === "tool_result" ? toolResult(block, `${path}.tool_result`) : undefined);
}

function wrongOfKind(block: unknown, path: string, kind: Check): string | undefined {
  if (!isObject(block)) return dictionary(block, path);
  const { type } = block;
  if (typeof type !== "string") return `${path}.type: Field required`;
  return (
    kind(block, path) ??
    FIELDS.get(type)?.(block, `${path}.${type}`) ??
    cacheControl(block.cache_control, `${path}.${type}.cache_control`)
  );
}

import { a, BASE, cc, cc1, res, SIGNED, tool, u, use, type LegalRequests } from "./legal-case";
import { image, text as t, type Params } from "../rule-case";

/** What messages hold: texts, images, documents, results, thinking. */
export const CONTENT: LegalRequests = {
  "cache_control on system block": {
    ...BASE,
    system: [{ type: "text", text: "s", ...cc }],
    messages: [u("hi")],
  },
  "cache_control on tools, text, tool_result, tool_use": {
    ...BASE,
    tools: [{ ...tool, ...cc }],
    messages: [u({ ...t("hi"), ...cc }), a(use("toolu_1", cc)), u(res("toolu_1", cc1))],
  },
  "cache_control null": {
    ...BASE,
    system: [{ type: "text", text: "s", cache_control: null }],
    messages: [u({ ...t("hi"), cache_control: null })],
  },
  "cache_control inside tool_result content": {
    ...BASE,
    tools: [tool],
    messages: [u("x"), a(use("t1")), u(res("t1", { content: [{ ...t("hi"), ...cc }] }))],
  },
  "top-level cache_control": { ...BASE, ...cc, messages: [u("hi")] },
  "document text source": {
    ...BASE,
    messages: [
      u(
        {
          type: "document",
          source: { type: "text", media_type: "text/plain", data: "Hello" },
          title: "T",
          context: "c",
          citations: { enabled: true },
          ...cc,
        },
        t("q"),
      ),
    ],
  },
  "document base64 pdf": {
    ...BASE,
    messages: [
      u(
        { type: "document", source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" } },
        t("q"),
      ),
    ],
  },
  "document url": {
    ...BASE,
    messages: [u({ type: "document", source: { type: "url", url: "https://x/a.pdf" } }, t("q"))],
  },
  "document content source": {
    ...BASE,
    messages: [
      u(
        {
          type: "document",
          source: { type: "content", content: [t("a"), t("b")] },
          citations: { enabled: true },
        },
        t("q"),
      ),
    ],
  },
  "document file": {
    ...BASE,
    messages: [u({ type: "document", source: { type: "file", file_id: "file_1" } }, t("q"))],
    betas: ["files-api-2025-04-14"],
  },
  "document in tool_result": {
    ...BASE,
    tools: [tool],
    messages: [
      u("x"),
      a(use("t1")),
      u(
        res("t1", {
          content: [{ type: "document", source: { type: "text", media_type: "text/plain", data: "Hello" } }],
        }),
      ),
    ],
  },
  "search_result in tool_result": {
    ...BASE,
    tools: [tool],
    messages: [
      u("x"),
      a(use("t1")),
      u(
        res("t1", {
          content: [
            {
              type: "search_result",
              source: "https://x",
              title: "T",
              content: [t("c")],
              citations: { enabled: true },
            },
          ],
        }),
      ),
    ],
  },
  "tool_reference in tool_result": {
    ...BASE,
    tools: [tool],
    messages: [
      u("x"),
      a(use("t1")),
      u(res("t1", { content: [{ type: "tool_reference", tool_name: "lookup" }] })),
    ],
  },
  "search_result top": {
    ...BASE,
    messages: [u({ type: "search_result", source: "s", title: "T", content: [t("c")] }, t("q"))],
  },
  "image url": {
    ...BASE,
    messages: [u({ type: "image", source: { type: "url", url: "https://x/a.png" } }, t("q"))],
  },
  "image file": {
    ...BASE,
    messages: [u({ type: "image", source: { type: "file", file_id: "file_1" } }, t("q"))],
    betas: ["files-api-2025-04-14"],
  },
  "image only": { ...BASE, messages: [u(image())] },
  "image in tool_result": {
    ...BASE,
    tools: [tool],
    messages: [u("x"), a(use("t1")), u(res("t1", { content: [t("a"), image()] }))],
  },
  "citations in assistant text": {
    ...BASE,
    messages: [
      u("q"),
      a({
        type: "text",
        text: "x",
        citations: [
          {
            type: "char_location",
            cited_text: "x",
            document_index: 0,
            document_title: "T",
            start_char_index: 0,
            end_char_index: 1,
          },
        ],
      }),
      u("more"),
    ],
  },
  "citations null": {
    ...BASE,
    messages: [u("q"), a({ type: "text", text: "x", citations: null }), u("more")],
  },
  "empty string tool_result": {
    ...BASE,
    tools: [tool],
    messages: [u("x"), a(use("t1")), u(res("t1", { content: "" }))],
  },
  "no content tool_result": {
    ...BASE,
    tools: [tool],
    messages: [u("x"), a(use("t1")), u({ type: "tool_result", tool_use_id: "t1" })],
  },
  "empty list tool_result": {
    ...BASE,
    tools: [tool],
    messages: [u("x"), a(use("t1")), u(res("t1", { content: [] }))],
  },
  "is_error false + image": {
    ...BASE,
    tools: [tool],
    messages: [u("x"), a(use("t1")), u(res("t1", { is_error: false, content: [image()] }))],
  },
  "result then text then image": {
    ...BASE,
    tools: [tool],
    messages: [
      u("x"),
      a(use("t1")),
      u(res("t1"), t("and"), { type: "image", source: { type: "url", url: "https://x" } }),
    ],
  },
  "redacted thinking": {
    ...BASE,
    messages: [u("a"), a({ type: "redacted_thinking", data: "abc" }, t("x")), u("b")],
  },
  "emoji and escapes": { ...BASE, messages: [u("a 😀 \u0000")] },
  "blank result block with image beside": {
    ...BASE,
    tools: [tool],
    messages: [u("x"), a(use("t1")), u(res("t1", { content: [t(" "), t("x")] }))],
  },
  "thinking that the API signed": {
    ...BASE,
    messages: [u("a"), a({ type: "thinking", thinking: "Hm.", signature: SIGNED }, t("b")), u("c")],
  },
  "source of an image that must not be made smaller": {
    ...BASE,
    messages: [
      u({
        type: "image",
        source: { type: "url", url: "https://x" },
        transformations: { oversized_image: "error" },
      }),
    ],
  },
  "base64 in lines": {
    ...BASE,
    messages: [u(image({ data: String((image().source as Params).data).replace(/(.{40})/g, "$1\n") }))],
  },
  "document without a title": {
    ...BASE,
    messages: [
      u(
        {
          type: "document",
          source: { type: "text", media_type: "text/plain", data: "Hello" },
          title: null,
          context: null,
          citations: null,
        },
        t("q"),
      ),
    ],
  },
  "document of a text, of blocks": {
    ...BASE,
    messages: [
      u(
        { type: "document", source: { type: "content", content: "Hello" } },
        { type: "document", source: { type: "content", content: [image()] } },
        t("q"),
      ),
    ],
  },
  "thinking that is signed in base64url, and not shown": {
    ...BASE,
    messages: [
      u("a"),
      a({ type: "thinking", thinking: "", signature: SIGNED.replaceAll("/", "-") }, t("b")),
      u("c"),
    ],
  },
};

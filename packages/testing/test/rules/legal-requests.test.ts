import { ScriptedModel, type Failure } from "../../src";
import { assistant, BASE as BODY, image, text as t, type Params } from "./rule-case";

// Odd, and legal: a fake that refuses what the API takes is worse than one that takes what the API refuses.

const BASE: Params = { model: BODY.model, max_tokens: BODY.max_tokens };
const u = (...content: unknown[]): Params => ({
  role: "user",
  content: typeof content[0] === "string" ? content[0] : content,
});
const a = (...content: unknown[]): Params =>
  typeof content[0] === "string" ? { role: "assistant", content: content[0] } : assistant(...content);
const tool = {
  name: "lookup",
  description: "Look up an order",
  input_schema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
};
const use = (id: string, more: object = {}): Params => ({
  type: "tool_use",
  id,
  name: "lookup",
  input: { id: "A1" },
  ...more,
});
const res = (id: string, more: object = {}): Params => ({
  type: "tool_result",
  tool_use_id: id,
  content: "ok",
  ...more,
});
const cc = { cache_control: { type: "ephemeral" } };
const cc1 = { cache_control: { type: "ephemeral", ttl: "1h" } };
const search = { type: "web_search_20250305", name: "web_search" };
const srv = [
  { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "x" } },
  {
    type: "web_search_tool_result",
    tool_use_id: "srvtoolu_1",
    content: [
      { type: "web_search_result", url: "https://x", title: "X", encrypted_content: "e", page_age: null },
    ],
  },
];

/** As long as the API's. */
const SIGNED = `EuYB${"Ab9+/".repeat(40)}==`;

const added = (definition: object): object => ({
  type: "tool_addition",
  tool: { type: "tool_definition", definition },
});

/** A request body, with the betas of its header. */
const LEGAL: { [name: string]: Params } = {
  "tools of the API's own, added in a message": {
    ...BASE,
    tools: [tool],
    messages: [
      u("Where is A1?"),
      {
        role: "system",
        content: [added(search), added({ type: "mcp_toolset", mcp_server_name: "shop" })],
      },
    ],
    betas: ["inline-tools-2026-09-15"],
  },
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
  "server tool web search": {
    ...BASE,
    tools: [
      {
        type: "web_search_20250305",
        name: "web_search",
        max_uses: 3,
        allowed_domains: ["x.com"],
        user_location: { type: "approximate", city: "Oslo" },
        ...cc,
      },
    ],
    messages: [u("q")],
  },
  "server tool results in history": {
    ...BASE,
    tools: [{ type: "web_search_20250305", name: "web_search" }],
    messages: [u("q"), a(...srv, t("found")), u("more")],
  },
  "server tool + client tool same turn": {
    ...BASE,
    tools: [tool, { type: "web_search_20250305", name: "web_search" }],
    messages: [u("q"), a(...srv, use("toolu_1")), u(res("toolu_1"))],
  },
  "bash, text editor, memory tools": {
    ...BASE,
    tools: [
      { type: "bash_20250124", name: "bash" },
      { type: "text_editor_20250728", name: "str_replace_based_edit_tool", max_characters: 1000 },
      { type: "memory_20250818", name: "memory" },
    ],
    messages: [u("q")],
  },
  "tool search tools + defer_loading": {
    ...BASE,
    tools: [
      { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex" },
      { ...tool, defer_loading: true },
    ],
    messages: [u("q")],
  },
  "code_execution + allowed_callers": {
    ...BASE,
    tools: [
      { type: "code_execution_20250825", name: "code_execution" },
      { ...tool, allowed_callers: ["code_execution_20250825"] },
    ],
    messages: [u("q")],
  },
  "tool_use with caller": {
    ...BASE,
    tools: [{ type: "code_execution_20250825", name: "code_execution" }, tool],
    messages: [u("q"), a(use("toolu_1", { caller: { type: "direct" } })), u(res("toolu_1"))],
  },
  "programmatic tool call": {
    ...BASE,
    tools: [
      { type: "code_execution_20250825", name: "code_execution" },
      { ...tool, allowed_callers: ["code_execution_20250825"] },
    ],
    container: "c1",
    messages: [
      u("q"),
      a(
        { type: "server_tool_use", id: "srvtoolu_1", name: "code_execution", input: { code: "x" } },
        use("toolu_1", { caller: { type: "code_execution_20250825", tool_id: "srvtoolu_1" } }),
      ),
      u(res("toolu_1")),
    ],
  },
  "input_examples, eager": {
    ...BASE,
    tools: [{ ...tool, input_examples: [{ id: "a" }], eager_input_streaming: true, strict: false }],
    messages: [u("q")],
  },
  "type custom / null": {
    ...BASE,
    tools: [
      { ...tool, type: "custom" },
      { ...tool, name: "b", type: null },
    ],
    messages: [u("q")],
  },
  "tool without description": {
    ...BASE,
    tools: [{ name: "b", input_schema: { type: "object" } }],
    messages: [u("q")],
  },
  "schema with $defs, anyOf in property, nullable, format": {
    ...BASE,
    tools: [
      {
        name: "b",
        input_schema: {
          type: "object",
          $defs: { N: { type: "object", properties: { n: { $ref: "#/$defs/N" } } } },
          properties: {
            a: { anyOf: [{ type: "string" }, { type: "null" }] },
            n: { $ref: "#/$defs/N" },
            d: { type: "string", format: "date-time" },
            e: { type: ["string", "null"], enum: ["a", null] },
            c: { const: 1 },
          },
        },
      },
    ],
    messages: [u("q")],
  },
  "schema draft-07 $schema + definitions": {
    ...BASE,
    tools: [
      {
        name: "b",
        input_schema: {
          $schema: "http://json-schema.org/draft-07/schema#",
          type: "object",
          definitions: { N: { type: "string" } },
          properties: { a: { $ref: "#/definitions/N" } },
        },
      },
    ],
    messages: [u("q")],
  },
  "schema nullable openapi / x- keywords": {
    ...BASE,
    tools: [
      {
        name: "b",
        input_schema: { type: "object", properties: { a: { type: "string", nullable: true, "x-order": 1 } } },
      },
    ],
    messages: [u("q")],
  },
  "tools empty": { ...BASE, tools: [], messages: [u("q")] },
  "tool_choice auto dptu": {
    ...BASE,
    tools: [tool],
    tool_choice: { type: "auto", disable_parallel_tool_use: true },
    messages: [u("q")],
  },
  "tool_choice any": { ...BASE, tools: [tool], tool_choice: { type: "any" }, messages: [u("q")] },
  "tool_choice tool": {
    ...BASE,
    tools: [tool],
    tool_choice: { type: "tool", name: "lookup" },
    messages: [u("q")],
  },
  "tool_choice none": { ...BASE, tools: [tool], tool_choice: { type: "none" }, messages: [u("q")] },
  "tool_choice none without tools": { ...BASE, tool_choice: { type: "none" }, messages: [u("q")] },
  "tool_choice server tool": {
    ...BASE,
    tools: [{ type: "web_search_20250305", name: "web_search" }],
    tool_choice: { type: "tool", name: "web_search" },
    messages: [u("q")],
  },
  "tool_choice none with thinking": {
    ...BASE,
    max_tokens: 3000,
    thinking: { type: "enabled", budget_tokens: 1024 },
    tools: [tool],
    tool_choice: { type: "none" },
    messages: [u("q")],
  },
  "thinking adaptive": { ...BASE, thinking: { type: "adaptive" }, messages: [u("q")] },
  "thinking disabled + any": {
    ...BASE,
    thinking: { type: "disabled" },
    tools: [tool],
    tool_choice: { type: "any" },
    messages: [u("q")],
  },
  "output_config effort+format": {
    ...BASE,
    output_config: {
      effort: "high",
      format: {
        type: "json_schema",
        schema: {
          type: "object",
          properties: { a: { type: "string" } },
          required: ["a"],
          additionalProperties: false,
        },
      },
    },
    messages: [u("q")],
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
  "two users in a row": { ...BASE, messages: [u("a"), u("b")] },
  "results then another user message": {
    ...BASE,
    tools: [tool],
    messages: [u("a"), a(use("t1")), u(res("t1")), u("b")],
  },
  "two assistants in a row": { ...BASE, messages: [u("a"), a("b"), a("c"), u("d")] },
  "assistant text trailing whitespace mid": { ...BASE, messages: [u("a"), a("b \n"), u("c")] },
  "user trailing whitespace": { ...BASE, messages: [u("a \n")] },
  "system empty string": { ...BASE, system: "", messages: [u("a")] },
  "system empty list": { ...BASE, system: [], messages: [u("a")] },
  metadata: { ...BASE, metadata: { user_id: "u" }, messages: [u("a")] },
  stop_sequences: { ...BASE, stop_sequences: ["END"], messages: [u("a")] },
  "stop_sequences empty": { ...BASE, stop_sequences: [], messages: [u("a")] },
  service_tier: { ...BASE, service_tier: "standard_only", messages: [u("a")] },
  "container string": { ...BASE, container: "container_1", messages: [u("a")] },
  "container skills": {
    ...BASE,
    container: { id: "c", skills: [{ type: "anthropic", skill_id: "pptx", version: "latest" }] },
    tools: [{ type: "code_execution_20250825", name: "code_execution" }],
    messages: [u("a")],
    betas: ["code-execution-2025-08-25", "skills-2025-10-02"],
  },
  mcp_servers: {
    ...BASE,
    mcp_servers: [{ type: "url", url: "https://x/sse", name: "x" }],
    tools: [{ type: "mcp_toolset", mcp_server_name: "x" }],
    messages: [u("a")],
    betas: ["mcp-client-2025-11-20"],
  },
  "mcp old": {
    ...BASE,
    mcp_servers: [{ type: "url", url: "https://x/sse", name: "x" }],
    messages: [
      u("a"),
      a(
        { type: "mcp_tool_use", id: "mcptoolu_1", name: "n", server_name: "x", input: {} },
        { type: "mcp_tool_result", tool_use_id: "mcptoolu_1", is_error: false, content: [t("x")] },
        t("ok"),
      ),
      u("b"),
    ],
    betas: ["mcp-client-2025-04-04"],
  },
  context_management: {
    ...BASE,
    context_management: { edits: [{ type: "clear_tool_uses_20250919" }] },
    messages: [u("a")],
    betas: ["context-management-2025-06-27"],
  },
  "temperature null newer": { ...BASE, temperature: null, messages: [u("a")] },
  "older temp": {
    ...BASE,
    model: "claude-sonnet-4-5-20250929",
    temperature: 1,
    top_k: 5,
    messages: [u("a")],
  },
  "older prefill": { ...BASE, model: "claude-3-5-haiku-latest", messages: [u("a"), a("{")] },
  "opus 4.1 prefill": { ...BASE, model: "claude-opus-4-1", messages: [u("a"), a("{")] },
  "final empty assistant older": {
    ...BASE,
    model: "claude-sonnet-4-5",
    messages: [u("a"), { role: "assistant", content: [] }],
  },
  "redacted thinking": {
    ...BASE,
    messages: [u("a"), a({ type: "redacted_thinking", data: "abc" }, t("x")), u("b")],
  },
  container_upload: {
    ...BASE,
    messages: [u({ type: "container_upload", file_id: "f" }, t("a"))],
    betas: ["files-api-2025-04-14"],
  },
  "emoji and escapes": { ...BASE, messages: [u("a 😀 \u0000")] },
  "max_tokens 1": { ...BASE, max_tokens: 1, messages: [u("a")] },
  "blank result block with image beside": {
    ...BASE,
    tools: [tool],
    messages: [u("x"), a(use("t1")), u(res("t1", { content: [t(" "), t("x")] }))],
  },
  "pause_turn foreign: assistant server tool last": {
    ...BASE,
    tools: [{ type: "web_search_20250305", name: "web_search" }],
    messages: [
      u("q"),
      a({ type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "x" } }),
    ],
  },
  "assistant tool_use + trailing text": {
    ...BASE,
    tools: [tool],
    messages: [u("x"), a(use("t1"), t("after")), u(res("t1"))],
  },
  "results in other order": {
    ...BASE,
    tools: [tool],
    messages: [u("x"), a(use("t1"), use("t2")), u(res("t2"), res("t1"))],
  },
  toolset: {
    ...BASE,
    tools: [
      {
        type: "computer_toolset_20260801",
        display_width_px: 1,
        display_height_px: 1,
        configs: { zoom: { enabled: false } },
      },
    ],
    messages: [
      u("q"),
      a(use("t1", { name: "screenshot", toolset_name: "computer", input: {} })),
      u(res("t1", { toolset_name: "computer" })),
    ],
    betas: ["computer-use-2026-08-01"],
  },
  "history names tool no longer offered": {
    ...BASE,
    messages: [u("x"), a(use("t1")), u(res("t1"))],
    tools: [{ ...tool, name: "other" }],
  },
  "web_fetch history": {
    ...BASE,
    tools: [{ type: "web_fetch_20250910", name: "web_fetch" }],
    messages: [
      u("q"),
      a(
        { type: "server_tool_use", id: "srvtoolu_1", name: "web_fetch", input: { url: "u" } },
        {
          type: "web_fetch_tool_result",
          tool_use_id: "srvtoolu_1",
          content: {
            type: "web_fetch_result",
            url: "u",
            content: { type: "document", source: { type: "text", media_type: "text/plain", data: "x" } },
          },
        },
        t("ok"),
      ),
      u("b"),
    ],
  },
  "max_tokens 0, to fill the cache": { ...BASE, max_tokens: 0, messages: [u("a")] },
  "neutral sampling newer": { ...BASE, temperature: 1, top_p: 0.99, messages: [u("a")] },
  "temperature with the last models that take it": {
    ...BASE,
    model: "claude-sonnet-4-6",
    temperature: 0.2,
    messages: [u("a")],
  },
  "temperature with a model of Bedrock": {
    ...BASE,
    model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    temperature: 0.2,
    messages: [u("a")],
  },
  "temperature with a model of Vertex": {
    ...BASE,
    model: "claude-opus-4@20250514",
    temperature: 0.2,
    messages: [u("a")],
  },
  "tool_choice with an MCP toolset alone": {
    ...BASE,
    mcp_servers: [{ type: "url", name: "shop", url: "https://x" }],
    tools: [{ type: "mcp_toolset", mcp_server_name: "shop" }],
    tool_choice: { type: "auto" },
    messages: [u("a")],
    betas: ["mcp-client-2025-11-20"],
  },
  "tool_choice of a tool that an MCP toolset brings": {
    ...BASE,
    mcp_servers: [{ type: "url", name: "shop", url: "https://x" }],
    tools: [{ type: "mcp_toolset", mcp_server_name: "shop" }],
    tool_choice: { type: "tool", name: "refund" },
    messages: [u("a")],
    betas: ["mcp-client-2025-11-20"],
  },
  "compactions of context_management stay where they were made": {
    ...BASE,
    context_management: { edits: [{ type: "compact_20260112" }] },
    messages: [
      u("a"),
      a({ type: "compaction", content: "So far." }, t("b")),
      u("c"),
      a({ type: "compaction", content: "And further.", signature: null }, t("d")),
      u("e"),
    ],
    betas: ["compact-2026-01-12"],
  },
  "system message after a paused turn": {
    ...BASE,
    tools: [search],
    messages: [u("q"), a(...srv.slice(0, 1)), { role: "system", content: "Be brief" }],
  },
  "a compaction that the API signed": {
    ...BASE,
    messages: [
      a({ type: "compaction", content: "So far.", encrypted_content: "e", signature: SIGNED }),
      u("c"),
    ],
    betas: ["compact-2026-09-04"],
  },
  "thinking that the API signed": {
    ...BASE,
    messages: [u("a"), a({ type: "thinking", thinking: "Hm.", signature: SIGNED }, t("b")), u("c")],
  },
  "stream:false": { ...BASE, stream: false, messages: [u("a")] },
  "inference_geo/speed": { ...BASE, inference_geo: "us", messages: [u("a")] },
  mid_conv_system: { ...BASE, messages: [u("a"), a("b"), u("c"), { role: "system", content: "Be brief" }] },
};

test.each(Object.keys(LEGAL))("%s passes", async (name) => {
  const { betas, ...body } = LEGAL[name] ?? {};
  const model = new ScriptedModel([{ text: "Yes." }]);
  const params = { ...body, ...(betas === undefined ? {} : { betas }) };
  const refused = await model
    .port()
    .messages.create(params)
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  expect(refused).toBeUndefined();
  expect(model.failures).toEqual<Failure[]>([]);
});

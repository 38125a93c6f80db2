import { a, BASE, cc, res, search, SIGNED, srv, tool, u, use, type LegalRequests } from "./legal-case";
import { text as t } from "../rule-case";

const added = (definition: object): object => ({
  type: "tool_addition",
  tool: { type: "tool_definition", definition },
});

/** What the API itself runs or keeps: its own tools, MCP servers, toolsets, compactions. */
export const SERVER_SIDE: LegalRequests = {
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
  "tool_choice server tool": {
    ...BASE,
    tools: [{ type: "web_search_20250305", name: "web_search" }],
    tool_choice: { type: "tool", name: "web_search" },
    messages: [u("q")],
  },
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
  container_upload: {
    ...BASE,
    messages: [u({ type: "container_upload", file_id: "f" }, t("a"))],
    betas: ["files-api-2025-04-14"],
  },
  "pause_turn foreign: assistant server tool last": {
    ...BASE,
    tools: [{ type: "web_search_20250305", name: "web_search" }],
    messages: [
      u("q"),
      a({ type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "x" } }),
    ],
  },
  "paused at a tool of an MCP server": {
    ...BASE,
    mcp_servers: [{ type: "url", url: "https://x/sse", name: "x" }],
    tools: [{ type: "mcp_toolset", mcp_server_name: "x" }],
    messages: [
      u("a"),
      a(t("One moment."), {
        type: "mcp_tool_use",
        id: "mcptoolu_1",
        name: "n",
        server_name: "x",
        input: {},
      }),
    ],
    betas: ["mcp-client-2025-11-20"],
  },
  "results of code, of files, and of a search for tools": {
    ...BASE,
    tools: [
      { type: "code_execution_20260521", name: "code_execution" },
      { type: "tool_search_tool_bm25", name: "tool_search_tool_bm25" },
      { ...tool, defer_loading: true },
    ],
    container: { id: null, skills: null },
    messages: [
      u({ type: "container_upload", file_id: "file_1", ...cc }, t("q")),
      a(
        { type: "server_tool_use", id: "srvtoolu_1", name: "bash_code_execution", input: { command: "ls" } },
        {
          type: "bash_code_execution_tool_result",
          tool_use_id: "srvtoolu_1",
          content: {
            type: "bash_code_execution_result",
            stdout: "",
            stderr: "",
            return_code: 0,
            content: [],
          },
        },
        { type: "server_tool_use", id: "srvtoolu_2", name: "tool_search_tool_bm25", input: { query: "x" } },
        {
          type: "tool_search_tool_result",
          tool_use_id: "srvtoolu_2",
          content: {
            type: "tool_search_tool_search_result",
            tool_references: [{ type: "tool_reference", tool_name: "lookup" }],
          },
        },
        use("toolu_1"),
      ),
      u(res("toolu_1")),
    ],
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
  "an advisor's answer": {
    ...BASE,
    messages: [
      u("q"),
      a(
        { type: "server_tool_use", id: "srvtoolu_1", name: "advisor", input: {} },
        {
          type: "advisor_tool_result",
          tool_use_id: "srvtoolu_1",
          content: { type: "advisor_result", text: "x" },
        },
        t("ok"),
      ),
      u("b"),
    ],
    betas: ["advisor-tool-2026-03-01"],
  },
  "a listing of an MCP server's tools": {
    ...BASE,
    messages: [
      u("q"),
      a(
        { type: "mcp_tool_listing", mcp_server_name: "shop", tools: [{ name: "a.b", input_schema: {} }] },
        t("ok"),
      ),
      u("b"),
    ],
    betas: ["mcp-client-2026-09-15"],
  },
  "another model's answer in place of a refusal": {
    ...BASE,
    messages: [
      u("q"),
      a(
        {
          type: "fallback",
          from: { model: "claude-opus-5-5" },
          to: { model: "claude-sonnet-5-5" },
          trigger: null,
        },
        t("ok"),
      ),
      u("b"),
    ],
    betas: ["server-side-fallback-2026-07-01"],
  },
  "what a browser shows": {
    ...BASE,
    messages: [
      u("q"),
      a(use("t1", { name: "click", toolset_name: "browser" })),
      u(res("t1", { toolset_name: "browser", content: [{ type: "browser_state", tabs: [] }] })),
    ],
  },
  "a compaction that failed": {
    ...BASE,
    messages: [u("a"), a({ type: "compaction", content: null }, t("b")), u("c")],
    betas: ["compact-2026-01-12"],
  },
  "the tools of an MCP server, added by reference": {
    ...BASE,
    messages: [
      u("q"),
      {
        role: "system",
        content: [
          t("The shop is open."),
          { type: "tool_addition", tool: { type: "mcp_toolset_reference", server_name: "shop" } },
        ],
      },
    ],
    betas: ["inline-tools-2026-09-15"],
  },
};

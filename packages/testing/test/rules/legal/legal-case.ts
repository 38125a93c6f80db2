import { assistant, BASE as BODY, type Params } from "../rule-case";

/** Request bodies that the API takes, each with the betas of its header. */
export type LegalRequests = { [name: string]: Params };

export const BASE: Params = { model: BODY.model, max_tokens: BODY.max_tokens };
export const u = (...content: unknown[]): Params => ({
  role: "user",
  content: typeof content[0] === "string" ? content[0] : content,
});
export const a = (...content: unknown[]): Params =>
  typeof content[0] === "string" ? { role: "assistant", content: content[0] } : assistant(...content);
export const tool = {
  name: "lookup",
  description: "Look up an order",
  input_schema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
};
export const use = (id: string, more: object = {}): Params => ({
  type: "tool_use",
  id,
  name: "lookup",
  input: { id: "A1" },
  ...more,
});
export const res = (id: string, more: object = {}): Params => ({
  type: "tool_result",
  tool_use_id: id,
  content: "ok",
  ...more,
});
export const cc = { cache_control: { type: "ephemeral" } };
export const cc1 = { cache_control: { type: "ephemeral", ttl: "1h" } };
export const search = { type: "web_search_20250305", name: "web_search" };
export const srv = [
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
export const SIGNED = `EuYB${"Ab9+/".repeat(40)}==`;

import { a, BASE, res, tool, u, use, type LegalRequests } from "./legal-case";
import { text as t } from "../rule-case";

/** Who says what after whom. */
export const CONVERSATIONS: LegalRequests = {
  "two users in a row": { ...BASE, messages: [u("a"), u("b")] },
  "results then another user message": {
    ...BASE,
    tools: [tool],
    messages: [u("a"), a(use("t1")), u(res("t1")), u("b")],
  },
  "two assistants in a row": { ...BASE, messages: [u("a"), a("b"), a("c"), u("d")] },
  "assistant text trailing whitespace mid": { ...BASE, messages: [u("a"), a("b \n"), u("c")] },
  "user trailing whitespace": { ...BASE, messages: [u("a \n")] },
  "older prefill": { ...BASE, model: "claude-3-5-haiku-latest", messages: [u("a"), a("{")] },
  "opus 4.1 prefill": { ...BASE, model: "claude-opus-4-1", messages: [u("a"), a("{")] },
  "final empty assistant older": {
    ...BASE,
    model: "claude-sonnet-4-5",
    messages: [u("a"), { role: "assistant", content: [] }],
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
  "history names tool no longer offered": {
    ...BASE,
    messages: [u("x"), a(use("t1")), u(res("t1"))],
    tools: [{ ...tool, name: "other" }],
  },
  mid_conv_system: { ...BASE, messages: [u("a"), a("b"), u("c"), { role: "system", content: "Be brief" }] },
  "system messages in a row, before a reply and at the end": {
    ...BASE,
    messages: [
      u("a"),
      { role: "system", content: "Be brief" },
      { role: "system", content: [t("Be kind")] },
      a("b"),
      u("c"),
      { role: "system", content: "Be quick" },
    ],
  },
  "settings alone, before all else and after a reply": {
    ...BASE,
    messages: [
      { role: "system", content: [], output_config: { effort: "low" } },
      u("a"),
      a("b"),
      { role: "system", output_config: { effort: "high" } },
      u("c"),
    ],
    betas: ["mid-conversation-output-config-2026-07-01"],
  },
};

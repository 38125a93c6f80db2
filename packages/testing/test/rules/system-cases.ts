import {
  assistant,
  call,
  image,
  messages,
  result,
  text,
  USER,
  user,
  type Params,
  type RuleCase,
} from "./rule-case";

const ANYWHERE = "the directive-only form (content: [] with output_config) is accepted at any position";
const FOLLOW = `role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result; ${ANYWHERE}`;
const PRECEDE = `role 'system' must precede an 'assistant' message or end the array; ${ANYWHERE}`;
const ANSWER = assistant(text("It is on its way."));
const EFFORT = { output_config: { effort: "low" } };
const SETTINGS = ["mid-conversation-output-config-2026-07-01"];

function system(content: unknown, more: object = {}): Params {
  return { role: "system", content, ...more };
}

/** Row 2: messages with the system role. */
export const SYSTEM_CASES: RuleCase[] = [
  {
    rule: "first-role-user",
    refused: messages(system("Be brief."), USER),
    text: `messages.0: use the top-level 'system' parameter for the initial system prompt; ${ANYWHERE}`,
    legal: { ...messages(USER), system: "Be brief." },
  },
  {
    rule: "system-message-after-user",
    refused: messages(USER, ANSWER, system("Be brief."), USER),
    text: `messages.2: ${FOLLOW}`,
    legal: messages(USER, ANSWER, USER, system("Be brief.")),
  },
  {
    rule: "system-message-after-user",
    refused: messages(USER, assistant(call("t1")), system("Be brief."), user(result("t1"))),
    text: `messages.2: ${FOLLOW}`,
    legal: messages(USER, assistant(call("t1")), user(result("t1")), system("Be brief.")),
  },
  {
    rule: "system-message-after-user",
    betas: SETTINGS,
    refused: messages(USER, ANSWER, system("Be brief.", EFFORT), USER),
    text: `messages.2: ${FOLLOW}`,
    legal: messages(USER, ANSWER, system([], EFFORT), USER),
  },
  {
    rule: "system-message-before-assistant",
    refused: messages(USER, system("Be brief."), system("Be kind."), USER),
    text: `messages.2: ${PRECEDE}`,
    legal: messages(USER, system("Be brief."), system("Be kind."), ANSWER, USER),
  },
  {
    rule: "system-message-content",
    refused: messages(USER, system([])),
    text: "messages.1: system content must contain at least one block",
    legal: messages(USER, system([text("Be brief.")])),
  },
  {
    rule: "system-message-content",
    refused: messages(USER, { role: "system" }),
    text: "messages.1.content: Field required",
    legal: messages(USER, { role: "system", ...EFFORT }),
    legalBetas: SETTINGS,
  },
  {
    rule: "system-message-content",
    betas: SETTINGS,
    refused: messages(USER, system([], { output_config: {} })),
    text: "messages.1: system content must contain at least one block",
    legal: messages(USER, system("Be brief.", { output_config: {} })),
  },
  {
    rule: "field-types",
    betas: SETTINGS,
    refused: messages(USER, system([], { output_config: { effort: "huge" } })),
    text: "messages.1.output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'",
    legal: messages(USER, system([], EFFORT)),
  },
  {
    rule: "field-types",
    betas: ["mid-conversation-system-clear-at-2026-08-21"],
    refused: messages(USER, system("Be brief.", { clear_at: "soon" })),
    text: "messages.1.clear_at: Input should be 'next_user_message' or 'never'",
    legal: messages(USER, system("Be brief.", { clear_at: "never" })),
  },
  {
    rule: "system-message-content",
    refused: messages(USER, system([image()])),
    text: "messages.1: role 'system' supports text, tool_addition, and tool_removal blocks only",
    legal: messages(USER, user(image()), system("Be brief.")),
  },
  {
    rule: "beta-header",
    refused: messages(USER, system([], EFFORT)),
    text: "messages.1.output_config: Extra inputs are not permitted",
    legal: messages(USER, system([], EFFORT)),
    legalBetas: SETTINGS,
  },
  {
    rule: "beta-header",
    refused: messages(USER, system("Be brief.", { clear_at: "next_user_message" })),
    text: "messages.1.clear_at: Extra inputs are not permitted",
    legal: messages(USER, system("Be brief.", { clear_at: "next_user_message" })),
    legalBetas: ["mid-conversation-system-clear-at-2026-08-21"],
  },
];

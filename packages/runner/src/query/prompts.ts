import { RunError } from "../errors";
import type { SDKUserMessage } from "./messages";
import { handled } from "../model-port";
import type { QueryPrompt } from "./options";
import type { BetaMessageParam } from "../sdk-types";
import { untilAborted } from "../loop/signals";

export type PromptContent = NonNullable<BetaMessageParam["content"]>;

/**
 * The contents of the prompts, one after another.
 * @throws RunError S420 for something that is no user message; the signal's reason where it aborts meanwhile
 */
export async function* promptsOf(prompt: QueryPrompt, signal: AbortSignal): AsyncGenerator<PromptContent> {
  if (typeof prompt === "string") {
    yield prompt;
    return;
  }
  const iterator = prompt[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await untilAborted(iterator.next(), signal);
      if (next.done) return;
      yield contentOf(next.value);
    }
  } finally {
    // Not waited for: one that waits itself, for input that never comes, does not return.
    void handled(Promise.resolve(iterator.return?.()));
  }
}

function contentOf(message: SDKUserMessage): PromptContent {
  const { role, content } = ((message as Partial<SDKUserMessage> | null)?.message ??
    {}) as Partial<BetaMessageParam>;
  if (role === "user" && (typeof content === "string" || Array.isArray(content))) return content;
  throw new RunError(
    "S420",
    `the prompt gave ${JSON.stringify(message)?.slice(0, 200)}, which is no user message`,
    {
      help: 'give { type: "user", message: { role: "user", content: "…" }, parent_tool_use_id: null }',
    },
  );
}

/** For hooks: the text of a prompt. */
export function textOfPrompt(content: PromptContent): string {
  if (typeof content === "string") return content;
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

export function followedBy(content: PromptContent, texts: readonly string[]): PromptContent {
  if (texts.length === 0) return content;
  const before = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  return [...before, ...texts.map((text) => ({ type: "text" as const, text }))];
}

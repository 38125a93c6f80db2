import type { ScriptedRequest } from "./request";
import type { Step } from "../script/step";
import { signatureOf } from "./signatures";
import { estimateTokens } from "./tokens";
import type { Message, ReplyBlock, Usage } from "../wire/shapes";

/** Counters behind the ids of one model: `msg_0001`, `toolu_0001`, … */
export class Ids {
  private readonly counts = new Map<string, number>();

  next(prefix: string): string {
    const count = (this.counts.get(prefix) ?? 0) + 1;
    this.counts.set(prefix, count);
    return `${prefix}_${String(count).padStart(4, "0")}`;
  }
}

/** The message that a step stands for. */
export function makeMessage(step: Step, request: ScriptedRequest, ids: Ids, usage: Partial<Usage>): Message {
  const id = ids.next("msg");
  const content = contentOf(step, ids);
  const compaction = step.compaction !== undefined;
  return {
    id,
    type: "message",
    role: "assistant",
    model: request.body.model,
    content,
    stop_reason: stopReason(step, content),
    stop_sequence: step.stopSequence ?? null,
    usage: { ...estimateUsage(request, content, compaction), ...usage, ...step.usage },
  };
}

function contentOf(step: Step, ids: Ids): ReplyBlock[] {
  if (step.blocks !== undefined) {
    return step.blocks.map((block) =>
      block.type === "tool_use" && !("id" in block) ? { ...block, id: ids.next("toolu") } : { ...block },
    );
  }
  if (step.compaction !== undefined) {
    const content = step.compaction;
    const encrypted_content = Buffer.from(content).toString("base64");
    const signature = signatureOf([content, encrypted_content]);
    return [{ type: "compaction", content, encrypted_content, signature }];
  }
  const content: ReplyBlock[] = [];
  if (typeof step.thinking === "string") {
    content.push({ type: "thinking", thinking: step.thinking, signature: signatureOf(step.thinking) });
  } else if (step.thinking !== undefined) {
    content.push({ type: "thinking", ...step.thinking });
  }
  if (step.text !== undefined) content.push({ type: "text", text: step.text, citations: null });
  for (const [name, input, options] of step.calls ?? []) {
    content.push({
      type: "tool_use",
      id: options?.id ?? ids.next("toolu"),
      name,
      ...(options?.toolset === undefined ? {} : { toolset_name: options.toolset }),
      input: structuredClone(input ?? {}),
    });
  }
  return content;
}

function stopReason(step: Step, content: readonly ReplyBlock[]): string | null {
  if (step.stopReason !== undefined) return step.stopReason;
  if (step.compaction !== undefined) return "compaction";
  if (content.some((block) => block.type === "tool_use")) return "tool_use";
  return step.stopSequence === undefined ? "end_turn" : "stop_sequence";
}

/** A compaction costs nothing at the top level: its price stands in `iterations`. */
function estimateUsage(request: ScriptedRequest, content: readonly ReplyBlock[], compaction: boolean): Usage {
  const input_tokens = request.inputTokens;
  const output_tokens = content.length === 0 ? 0 : estimateTokens(content);
  const cache = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  return compaction
    ? {
        input_tokens: 0,
        output_tokens: 0,
        ...cache,
        iterations: [{ type: "compaction", input_tokens, output_tokens, ...cache }],
      }
    : { input_tokens, output_tokens, ...cache };
}

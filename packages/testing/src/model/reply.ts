import type { Content } from "./content";
import type { ScriptedRequest } from "./request";
import type { Step } from "../script/step";
import type { Message, ReplyBlock, Usage } from "../wire/shapes";

/** The message that a step stands for. */
export function makeMessage(
  step: Step,
  content: Content,
  request: ScriptedRequest,
  id: string,
  usage: Partial<Usage>,
): Message {
  return {
    id,
    type: "message",
    role: "assistant",
    model: request.body.model,
    content: content.blocks,
    stop_reason: stopReason(step, content.blocks),
    stop_sequence: step.stopSequence ?? null,
    usage: Object.assign(estimateUsage(request, content, step.compaction !== undefined), usage, step.usage),
  };
}

function stopReason(step: Step, content: readonly ReplyBlock[]): string | null {
  if (step.stopReason !== undefined) return step.stopReason;
  if (step.compaction !== undefined) return "compaction";
  if (content.some((block) => block.type === "tool_use")) return "tool_use";
  return step.stopSequence === undefined ? "end_turn" : "stop_sequence";
}

/** A compaction costs nothing at the top level: its price stands in `iterations`. */
function estimateUsage(request: ScriptedRequest, content: Content, compaction: boolean): Usage {
  const price = tokens(request.inputTokens, content.tokens);
  return compaction ? { ...tokens(0, 0), iterations: [{ type: "compaction", ...price }] } : price;
}

function tokens(input_tokens: number, output_tokens: number): Usage {
  return { input_tokens, output_tokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
}

import type {
  BetaCompactionConfig,
  BetaMessage,
  BetaMessageParam,
  MessageCreateParamsBase,
} from "../sdk-types";
import { RunError } from "../errors";

/** When an agent compacts its history by itself. */
export interface CompactionOptions {
  /** Tokens of a request and its reply, from which on the history is compacted before the next turn. */
  atTokens: number;
  /** What the summary has to hold. */
  instructions?: string;
}

export const COMPACTION_BETA = "compact-2026-09-04";

/** Where a compaction stands: asked for, or its reply is being handled. */
export type CompactionState =
  { status: "idle" } | { status: "scheduled"; config: BetaCompactionConfig } | { status: "in_flight" };

/** The request that asks for a summary: without what only shapes a reply, which the API refuses beside it. */
export function compactionRequest<Params extends Omit<MessageCreateParamsBase, "messages" | "tools">>(
  params: Params,
  compaction: BetaCompactionConfig,
): Params {
  const { context_management, stop_sequences, output_format, ...kept } = params;
  const request: Omit<MessageCreateParamsBase, "messages" | "tools"> = { ...kept, compaction };
  if (request.tool_choice?.type === "any" || request.tool_choice?.type === "tool") delete request.tool_choice;
  if (request.output_config) request.output_config = withoutFormat(request.output_config);
  if (Array.isArray(request.fallbacks)) {
    request.fallbacks = request.fallbacks.map((fallback) =>
      fallback.output_config
        ? { ...fallback, output_config: withoutFormat(fallback.output_config) }
        : fallback,
    );
  }
  return request as Params;
}

function withoutFormat<Config extends { format?: unknown }>({
  format,
  ...config
}: Config): Omit<Config, "format"> {
  return config;
}

/** @throws RunError where `compaction` stands in the params: every request of the run would compact again */
export function refuseCompactionParam(params: object): void {
  if (!("compaction" in params) || params.compaction == null) return;
  throw new RunError("S401", "`compaction` cannot be a param of a run: every request would compact again", {
    help: "call compactBeforeNextTurn() when the conversation is to be compacted",
  });
}

/**
 * @throws RunError where `context_management` compacts by itself: the API would bill the summary and then refuse the
 * request that carries both
 */
export function refuseCompactionEdit(params: Pick<MessageCreateParamsBase, "context_management">): void {
  const edits = params.context_management?.edits ?? [];
  if (!edits.some((edit) => edit.type.startsWith("compact_"))) return;
  throw new RunError(
    "S402",
    "compactBeforeNextTurn() cannot be used beside a compaction edit in `context_management`",
    {
      help: "remove the compact_* edit, or do not call compactBeforeNextTurn()",
    },
  );
}

/** The history that a compaction's reply leaves; undefined where it holds no summary. */
export function compactedHistory(message: BetaMessage): BetaMessageParam[] | undefined {
  const summarized = message.content.some((block) => block.type === "compaction" && block.content);
  return summarized ? [{ role: message.role, content: message.content }] : undefined;
}

import type { CallAnswer } from "../loop/call-runner";
import type { LimitName } from "./limits";
import type {
  BetaMessage,
  BetaMessageParam,
  BetaRawMessageStreamEvent,
  BetaToolUseBlock,
} from "../sdk-types";
import type { Usage } from "./usage";

/** What happens in an agent's run, in order. */
export type AgentEvent =
  /** The model is asked; turns count from 1. A compaction is no turn and has none of these. */
  | { type: "turn_start"; turn: number }
  | { type: "text_delta"; text: string }
  | { type: "thinking_delta"; thinking: string }
  | { type: "tool_input_delta"; id: string; name: string; json: string }
  /** An event of the stream, as the API sent it. */
  | { type: "stream_event"; event: BetaRawMessageStreamEvent }
  /** A reply, whole. */
  | { type: "message"; message: BetaMessage; compaction: boolean }
  | { type: "tool_start"; toolUse: BetaToolUseBlock }
  | { type: "tool_progress"; toolUse: BetaToolUseBlock; progress: unknown }
  | ({ type: "tool_end" } & CallAnswer)
  /** The one user message that answers a turn's calls. */
  | { type: "results"; message: BetaMessageParam; answers: CallAnswer[] }
  /** Of the run inside of a call. */
  | { type: "agent_event"; toolUse: BetaToolUseBlock; event: AgentEvent }
  | { type: "turn_end"; turn: number; usage: Usage; costUsd: number | undefined }
  | { type: "end"; result: RunResult };

/** Tells whoever reads a run's events; where nobody does, the event is not even made. */
export type Emit = (event: () => AgentEvent) => void;

/**
 * - `done`: the model had no more to do, or a tool gave the final answer.
 * - `truncated`: its reply was cut by `max_tokens` or the context window.
 * - `refused`: it refused.
 * - `limit`: a limit of the run ended it.
 * - `paused`: calls wait for approval; the run's `state()` and `agent.resume` go on.
 * - `aborted`: the caller ended it.
 */
export type RunStatus = "done" | "paused" | "truncated" | "refused" | "limit" | "aborted";

export interface RunResult<Output = unknown> {
  /** The text of the last reply, or of the tool that gave the final answer. */
  text: string;
  /** Of an agent with an `outputType`, with status `done`: the answer, checked. */
  output?: Output;
  status: RunStatus;
  /** With status `limit`: which. */
  limit?: LimitName;
  /** With status `paused`: the calls that wait. */
  pending?: BetaToolUseBlock[];
  stopReason: string | null;
  /** The whole history: the API accepts it, and a next run can go on from it. */
  messages: BetaMessageParam[];
  /** Replies of the model, compactions not counted. */
  turns: number;
  usage: Usage;
  /** US dollars, by the prices of the agent; undefined where a model's price is not known. */
  costUsd: number | undefined;
}

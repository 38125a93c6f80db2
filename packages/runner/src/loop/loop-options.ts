import type { Logger } from "@skills/core";
import type { CallAnswer, CallPolicy } from "./call-runner";
import type { JournalRecord } from "../journal/journal";
import type { ModelRequestOptions, Reply } from "../model-port";
import type { Standing } from "../journal/run-state";
import type {
  BetaContentBlockParam,
  BetaMessage,
  BetaMessageParam,
  BetaToolUseBlock,
  MessageCreateParamsBase,
} from "../sdk-types";
import type { RunnerTool } from "../tools/tool-entries";

/** The params of every request of a run, with the tools that it may call. */
export type LoopParams = Omit<MessageCreateParamsBase, "tools" | "thread" | "compaction"> & {
  tools?: RunnerTool[];
};

export interface LoopOptions {
  stream: boolean;
  request: ModelRequestOptions;
  calls: CallPolicy;
  logger: Logger;
  /** Whether a call may start while its reply still streams. Default: none may. */
  startsEarly?: (toolUse: BetaToolUseBlock) => boolean;
  /** Sends a request in whatever is to be around it. */
  around?: (params: MessageCreateParamsBase, send: () => Reply) => Reply;
  /** Has the last word on what a request holds; the history stays as it is. */
  finish?: (params: MessageCreateParamsBase) => MessageCreateParamsBase;
  /** Sees each request but a compaction's, and may change it or reply in the model's place. */
  beforeModel?: (request: LoopParams) => Promise<LoopParams | { reply: BetaMessage }>;
  /** Sees each reply but a compaction's, and may change what is kept of it. */
  afterModel?: (message: BetaMessage) => Promise<BetaMessage>;
  /** Keeps the message that answers a turn's calls. */
  onResults?: (message: BetaMessageParam, finalAnswer: string | undefined) => void | Promise<void>;
  /** Asked before each request, with the number of those so far, compactions not counted; false ends the run. */
  mayAsk?: (asked: number) => boolean;
  /** Keeps what happens, in order; the loop goes on once it is kept. */
  record?: (record: JournalRecord) => void | Promise<void>;
  /** How far the run had come before. */
  standing?: Standing;
}

export type UserContent = string | BetaContentBlockParam[];

/** What a run goes through, handed out as it happens; the loop goes on when the next step is asked for. */
export type Step =
  | { kind: "reply"; reply: Reply; compaction: boolean }
  | { kind: "results"; message: BetaMessageParam; answers: CallAnswer[] };

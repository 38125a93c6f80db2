export { toolRunner, ToolRunner, type ToolRunnerOptions, type ToolRunnerParams } from "./tool-runner";
export {
  Agent,
  type AgentOptions,
  type AgentRunOptions,
  type RequestParams,
  type SessionOptions,
} from "./agent";
export type { AgentRun } from "./agent-run";
export type { AgentEvent, RunResult, RunStatus } from "./events";
export { FileJournal, type FileJournalOptions } from "./file-journal";
export { MemoryJournal, type Journal, type JournalRecord } from "./journal";
export { Session } from "./session";
export { FileSessionStore, MemorySessionStore, type SessionRecord, type SessionStore } from "./session-store";
export type { Clock } from "./clock";
export type { CompactionOptions } from "./compaction";
export type { PromptCacheOptions } from "./prompt-cache";
export type { AgentToolOptions } from "./agent-tool";
export type { UnknownOutcome } from "./unknown-outcome";
export type { OutputMode, OutputType } from "./output";
export type { Approval, Approve, Decisions } from "./approval";
export type { RunState } from "./run-state";
export type { Hooks, ToolDecision } from "./hooks";
export type { LimitCounts, LimitName, LimitOptions } from "./limits";
export { query, type Query } from "./query";
export type {
  ModelTransport,
  QueryOptions,
  QueryPrompt,
  QuerySkills,
  QueryTransport,
  StreamTransport,
} from "./query-options";
export type { CanUseTool, PermissionResult } from "./query-permissions";
export type {
  HookCallback,
  HookCallbackMatcher,
  HookEvent,
  HookInput,
  HookOutput,
  QueryHooks,
} from "./query-hooks";
export type {
  PermissionMode,
  SDKAssistantMessage,
  SDKMessage,
  SDKModelUsage,
  SDKPartialAssistantMessage,
  SDKPermissionDenial,
  SDKResultMessage,
  SDKSystemMessage,
  SDKUsage,
  SDKUserMessage,
} from "./messages";
export { RunError } from "./errors";
export { completeHistory, trimHistory } from "./history";
export { PRICES, type ModelPrice } from "./prices";
export type { ModelUsage, Usage } from "./usage";
export type { CallAnswer } from "./call-runner";
export type { ModelClient, ModelPort, ModelRequestOptions } from "./model-port";
export type { RunnerTool } from "./tool-entries";

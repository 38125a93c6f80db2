export { toolRunner, ToolRunner, type ToolRunnerOptions, type ToolRunnerParams } from "./tool-runner";
export {
  Agent,
  type AgentOptions,
  type AgentRunOptions,
  type RequestParams,
  type SessionOptions,
} from "./agent/agent";
export type { AgentRun } from "./agent/agent-run";
export type { AgentEvent, RunResult, RunStatus } from "./agent/events";
export { FileJournal, type FileJournalOptions } from "./journal/file-journal";
export { MemoryJournal, type Journal, type JournalRecord } from "./journal/journal";
export { Session } from "./session/session";
export {
  FileSessionStore,
  MemorySessionStore,
  type SessionRecord,
  type SessionStore,
} from "./session/session-store";
export type { Clock } from "./clock";
export type { CompactionOptions } from "./loop/compaction";
export type { PromptCacheOptions } from "./agent/prompt-cache";
export type { AgentToolOptions } from "./agent/agent-tool";
export type { UnknownOutcome } from "./agent/unknown-outcome";
export type { OutputMode, OutputType } from "./agent/output";
export type { Approval, Approve, Decisions } from "./agent/approval";
export type { RunState } from "./journal/run-state";
export type { Hooks, ToolDecision } from "./agent/hooks";
export type { LimitCounts, LimitName, LimitOptions } from "./agent/limits";
export { query, type Query } from "./query/query";
export type {
  ModelTransport,
  QueryOptions,
  QueryPrompt,
  QuerySkills,
  QueryTransport,
  StreamTransport,
} from "./query/options";
export type { CanUseTool, PermissionResult } from "./query/permissions";
export type {
  HookCallback,
  HookCallbackMatcher,
  HookEvent,
  HookInput,
  HookOutput,
  QueryHooks,
} from "./query/hooks";
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
} from "./query/messages";
export { RunError } from "./errors";
export { completeHistory, trimHistory } from "./history/history";
export { PRICES, type ModelPrice } from "./agent/prices";
export type { ModelUsage, Usage } from "./agent/usage";
export type { CallAnswer } from "./loop/call-runner";
export type { ModelClient, ModelPort, ModelRequestOptions } from "./model-port";
export type { RunnerTool } from "./tools/tool-entries";

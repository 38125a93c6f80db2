export { Tool, type ContractDecorator } from "./declare/tool";
export { LIMIT_KEYWORDS, Param, type ParamOptions } from "./declare/param";
export { Skill, skillOf, type SkillOptions } from "./declare/skill";
export type { Int } from "./int";
export { err, ok, unwrap, type Err, type Ok, type Result } from "./result";

export { MANIFEST_FILE } from "./describe/built-manifest";
export { VALIDATORS_FILE } from "./describe/built-validators";
export { isManifest } from "./describe/is-manifest";
export { manifestOf } from "./describe/manifest-of";
export { toolsOf, type Field, type ToolMetadata } from "./describe/tools-of";
export { useManifest } from "./describe/use-manifest";
export type { SkillClass } from "./describe/class-shape";
export type {
  CallableManifest,
  ExplicitSchema,
  Diagnostic,
  FunctionManifest,
  Manifest,
  ParamManifest,
  Revival,
  SkillManifest,
  ToolManifest,
} from "./manifest";

export { toolSet } from "./sets/tool-set-of";
export { ToolSet } from "./sets/tool-set";
export type {
  Answer,
  AnswerOptions,
  CallOutcome,
  RespondOptions,
  RunToolOptions,
  ToolOutput,
} from "./dispatch/outcomes";
export { MutableToolSet, type ToolParts } from "./sets/mutable-tool-set";
export type { InputSchema } from "./sets/input-schema";
export type { StandardSchema } from "./sets/standard-schema";
export { BasicToolSet } from "./sets/basic-tool-set";
export { TogglableSkill, type TogglableSkillOptions } from "./sets/togglable-skill";
export type { RunnableTool, RunnableToolOfSet } from "./sets/runnable-tool";
export { UnionSkill } from "./sets/union-skill";
export { SkillToolSet } from "./sets/skill-tool-set";
export type { ToolArguments, ToolMethod, ToolReturn } from "./sets/typed-call";

export { ToolRegistry } from "./registry/tool-registry";
export { CallError, CapabilityError } from "./registry/call-error";
export type { ToolCalls } from "./registry/tool-calls";
export type { ToolFinder, ToolInfo, ToolSchemas } from "./registry/calls";
export {
  onToolCall,
  traceAnswered,
  type AnsweredCall,
  type ToolTrace,
  type ToolTraceListener,
} from "./dispatch/trace";

export { standaloneValidators, type StandaloneValidators } from "./validate/standalone";
export { recordOf } from "./record-of";
export { sourceHash } from "./source-hash";
export { schemasIn } from "./validate/schema-reading";
export { STRICT_LIMITS, strictLoad, whyNotStrict } from "./validate/strict-rules";

export { answerToolUse, errorResult } from "./dispatch/answer";
export { resultMessage } from "./dispatch/respond";
export { toolUses } from "./dispatch/tool-uses";
export { ToolContext, type ToolContextInit } from "./dispatch/tool-context";
export { ToolError } from "./dispatch/tool-error";
export {
  BrokenSchemaError,
  DuplicateToolError,
  OutputMismatchError,
  ToolNotFoundError,
  ToolOffError,
} from "./dispatch/errors";
export type { InputIssue } from "./validate/input-issue";
export { wireForm } from "./dispatch/wire-name";
export { ToolTimeoutError } from "./dispatch/settle";
export type { ErrorClass, ToolAnnotations, ToolLimits, ToolOptions, ToolSpec } from "./dispatch/tool-spec";
export type {
  AssistantMessage,
  ContentBlock,
  GivenObjectSchema,
  ImageBlock,
  JsonSchema,
  ObjectSchema,
  TextBlock,
  ToolDefinition,
  ToolResult,
  ToolResultMessage,
  ToolUse,
} from "./wire";

export type { Logger } from "./logger";
export { SkillsError, type Place, type SkillsErrorOptions } from "./errors";

import type { Logger } from "@skills/core";
import type { FoundSkill, SettingSource, SkillDiagnostic, SkillsOption, SkillTool } from "@skills/folders";
import type { RequestParams } from "../agent/agent";
import type { PermissionMode, SDKMessage, SDKUserMessage } from "./messages";
import type { ModelClient } from "../model-port";
import type { ModelPrice } from "../agent/prices";
import type { QueryHooks } from "./hooks";
import type { CanUseTool } from "./permissions";
import type { RunnerTool } from "../tools/tool-entries";

/**
 * A prompt, or a conversation's prompts as they come: each is answered before the next is read. One that begins with
 * `/NAME` starts the skill of that name, where a user may: its text follows the prompt.
 */
export type QueryPrompt = string | AsyncIterable<SDKUserMessage>;

/** Named as in the Claude Agent SDK, and what this project adds: `client`, `tools`, `maxTokens`, `params`, `prices`. */
export interface QueryOptions {
  /** Default: one of `@anthropic-ai/sdk`, made with its own defaults. */
  client?: ModelClient;
  /** Left out only with a transport. */
  model?: string;
  /** Of one reply. Default 16,000. */
  maxTokens?: number;
  /** Instances of skill classes, tool sets, and whatever else `toolRunner` takes. */
  tools?: RunnerTool[];
  /** Several are joined by blank lines. The skills' own instructions follow. */
  systemPrompt?: string | string[];
  maxTurns?: number;
  maxBudgetUsd?: number;
  /** The project, whose skill folders are found. Default: the process's. */
  cwd?: string;
  /** More projects whose skill folders are found, absolute or from `cwd`. */
  additionalDirectories?: string[];
  /** Whose skill folders are found. Default: the project's and the user's; `[]`: nobody's. */
  settingSources?: SettingSource[];
  /** Folders with `skills/`, which are named `plugin:skill`. */
  plugins?: { type: "local"; path: string }[];
  /**
   * Which of the skills that are found the model may use. Undefined and `"all"`: every one; `[]`: none. What is found
   * stays as it is. A skill that may be used needs no other approval.
   */
  skills?: SkillsOption;
  abortController?: AbortController;
  /** Asked about every call but those that are decided already. Without it, tools that need approval are refused. */
  canUseTool?: CanUseTool;
  /** Names of tools that need nobody's approval. */
  allowedTools?: string[];
  /** Names of tools whose calls are refused. */
  disallowedTools?: string[];
  /**
   * `bypassPermissions`: nobody is asked. `dontAsk`: nobody is asked, and what is neither allowed nor read-only is
   * refused. `plan`: only read-only tools run. The others ask.
   */
  permissionMode?: PermissionMode;
  hooks?: QueryHooks;
  /** What the answer has to be: it is checked, mended once, and given as `structured_output`. */
  outputFormat?: { type: "json_schema"; schema: Record<string, unknown> };
  /** Give the events of the stream, too. Default false. */
  includePartialMessages?: boolean;
  /** Milliseconds for a call whose tool names no limit. */
  toolTimeoutMs?: number;
  /** The caller's own value, for `ToolContext.state`. */
  state?: unknown;
  params?: RequestParams;
  prices?: Readonly<Record<string, ModelPrice>>;
  /** Default: console. Hears what is wrong with skill folders, too. */
  logger?: Logger;
}

/** The skills of one session. */
export interface QuerySkills {
  /** All that were found, permitted or not. */
  found: readonly FoundSkill[];
  /** The session's tool `Skill`; undefined where no skill can be found. */
  tool?: SkillTool;
  /** What is wrong with them, for the logger. */
  diagnostics?: readonly SkillDiagnostic[];
}

/** Something else that answers queries: it speaks this stream itself. */
export interface StreamTransport {
  query(request: { prompt: QueryPrompt; options: QueryOptions }): AsyncIterable<SDKMessage>;
}

/** A stand-in for the model and for the tool `Skill`, such as a test has: the session around them is the same. */
export interface ModelTransport {
  /** Its name, in place of `options.model`. */
  model: string;
  client: ModelClient;
  /** Called once a session, when it starts. */
  openSkills(session: { sessionId: string }): QuerySkills;
}

export type QueryTransport = StreamTransport | ModelTransport;

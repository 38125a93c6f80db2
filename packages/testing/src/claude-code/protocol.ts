/**
 * The lines that the Claude Agent SDK and its process write to each other: JSON, one value a line. Everything that was
 * inferred (from public descriptions of the protocol) stands in this file; `scripts/proofs` runs the real SDK over it.
 */
import type { Message, ReplyBlock, StreamEvent, Usage } from "../wire/shapes";

export type Json = { readonly [key: string]: unknown };

/** What the SDK gives to `spawnClaudeCodeProcess`. */
export interface SpawnOptions {
  command?: string;
  args?: readonly string[];
  cwd?: string;
  env?: { readonly [name: string]: string | undefined };
  signal?: AbortSignal;
}

/** What the command line says, as far as a conversation depends on it. */
export interface Settings {
  model: string;
  maxTurns: number;
  allowedTools: readonly string[];
  disallowedTools: readonly string[];
  /** Whether the host is asked about each tool that is not allowed beforehand (`canUseTool`). */
  asksHost: boolean;
  permissionMode: string;
  systemPrompt: string;
  /** Whether the events of each reply's stream are written, too. */
  partialMessages: boolean;
  /** Names of the MCP servers that live in the host's process. */
  servers: readonly string[];
}

export const DEFAULT_MODEL = "claude-sonnet-5-5";

export function settingsOf(args: readonly string[]): Settings {
  const value = (flag: string): string | undefined => {
    const index = args.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
    if (index < 0) return undefined;
    return args[index]?.includes("=") ? args[index]?.slice(flag.length + 1) : args[index + 1];
  };
  const list = (flag: string): string[] => (value(flag) ?? "").split(",").filter((name) => name !== "");
  const maxTurns = Number(value("--max-turns"));
  return {
    model: value("--model") ?? DEFAULT_MODEL,
    maxTurns: maxTurns > 0 ? maxTurns : Infinity,
    allowedTools: list("--allowedTools"),
    disallowedTools: list("--disallowedTools"),
    asksHost: value("--permission-prompt-tool") === "stdio",
    permissionMode: value("--permission-mode") ?? "default",
    systemPrompt: [value("--system-prompt"), value("--append-system-prompt")].filter(Boolean).join("\n\n"),
    partialMessages: args.includes("--include-partial-messages"),
    servers: sdkServers(value("--mcp-config")),
  };
}

/** Of `{"mcpServers": {"shop": {"type": "sdk"}}}`. */
function sdkServers(config: string | undefined): string[] {
  try {
    const { mcpServers = {} } = JSON.parse(config ?? "{}") as {
      mcpServers?: { [name: string]: { type?: unknown } };
    };
    return Object.entries(mcpServers).flatMap(([name, { type }]) => (type === "sdk" ? [name] : []));
  } catch {
    return [];
  }
}

/** The name under which the model sees an MCP server's tool. */
export function mcpToolName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`;
}

export function controlRequest(request_id: string, request: Json): Json {
  return { type: "control_request", request_id, request };
}

/** Takes a question back. */
export function controlCancel(request_id: string): Json {
  return { type: "control_cancel_request", request_id };
}

export function controlSuccess(request_id: unknown, response: Json = {}): Json {
  return { type: "control_response", response: { subtype: "success", request_id, response } };
}

export function controlError(request_id: unknown, error: string): Json {
  return { type: "control_response", response: { subtype: "error", request_id, error } };
}

/** The answer to `initialize`. */
export function initialized(): Json {
  return {
    commands: [],
    agents: [],
    models: [],
    account: {},
    output_style: "default",
    available_output_styles: ["default"],
  };
}

export function initMessage(settings: Settings, cwd: string, tools: readonly string[]): Json {
  return {
    type: "system",
    subtype: "init",
    apiKeySource: "none",
    claude_code_version: "0.0.0-stand-in",
    cwd,
    tools,
    mcp_servers: settings.servers.map((name) => ({ name, status: "connected" })),
    model: settings.model,
    permissionMode: settings.permissionMode,
    slash_commands: [],
    output_style: "default",
    skills: [],
    plugins: [],
  };
}

/** One message a block, as the process writes them. */
export function assistantMessage(message: Message, block: ReplyBlock): Json {
  return { type: "assistant", message: { ...message, content: [block] }, parent_tool_use_id: null };
}

export function streamEventMessage(event: StreamEvent): Json {
  return { type: "stream_event", event, parent_tool_use_id: null };
}

export function resultsMessage(result: Json): Json {
  return { type: "user", message: { role: "user", content: [result] }, parent_tool_use_id: null };
}

export interface Outcome {
  subtype: "success" | "error_max_turns" | "error_during_execution";
  /** The answer, or what went wrong. */
  text: string;
  turns: number;
  stopReason: string | null;
  usage: Usage;
  denials: readonly Json[];
  /** Why the run ended, where a hook has ended it. */
  terminalReason?: "hook_stopped";
}

/** Times and costs are none: nothing was paid for. */
export function resultMessage({ subtype, text, turns, stopReason, usage, denials, ...more }: Outcome): Json {
  return {
    type: "result",
    subtype,
    is_error: subtype !== "success",
    duration_ms: 0,
    duration_api_ms: 0,
    num_turns: turns,
    stop_reason: stopReason,
    total_cost_usd: 0,
    usage,
    modelUsage: {},
    permission_denials: denials,
    ...(more.terminalReason !== undefined && { terminal_reason: more.terminalReason }),
    ...(subtype === "success" ? { result: text } : { errors: [text] }),
  };
}

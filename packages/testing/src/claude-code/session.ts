import type { ScriptedModel } from "../scripted-model";
import { isObject, textOf, type Message, type ToolUseReplyBlock, type Usage } from "../wire/shapes";
import { Host, toolResult, type HostTool } from "./host";
import {
  assistantMessage,
  controlError,
  controlSuccess,
  initialized,
  initMessage,
  resultMessage,
  resultsMessage,
  settingsOf,
  type Json,
  type Outcome,
  type Settings,
  type SpawnOptions,
} from "./protocol";

/** The API's own limit does not matter here: a script's replies are as long as they are. */
const MAX_TOKENS = 8_192;

/** One run of the process: reads the host's lines, writes its own, and lets the scripted model speak. */
export class Session {
  private readonly host: Host;
  private settings: Settings;
  private readonly messages: Json[] = [];
  private tools: Promise<HostTool[]> | undefined;
  private turn: AbortController | undefined;
  /** Prompts are answered one after another. */
  private work: Promise<void> = Promise.resolve();
  private uuids = 0;

  constructor(
    private readonly model: ScriptedModel,
    private readonly options: SpawnOptions,
    private readonly write: (line: Json) => void,
  ) {
    this.host = new Host(write);
    this.settings = settingsOf(options.args ?? []);
  }

  receive(line: Json): void {
    if (line.type === "control_response" && isObject(line.response)) this.host.answered(line.response);
    else if (line.type === "control_request" && isObject(line.request))
      this.control(line.request_id, line.request);
    else if (line.type === "user" && isObject(line.message)) {
      const { content } = line.message;
      this.work = this.work.then(() => this.prompt(content));
    }
  }

  /** When everything that was asked is answered. */
  async idle(): Promise<void> {
    await this.work;
  }

  stop(reason: Error): void {
    this.turn?.abort(reason);
    this.host.close(reason);
  }

  private control(id: unknown, request: Json): void {
    switch (request.subtype) {
      case "initialize": {
        if (isObject(request.hooks) && Object.keys(request.hooks).length > 0) {
          this.write(controlError(id, "the stand-in for Claude Code plays no hooks"));
          return;
        }
        const named = Array.isArray(request.sdkMcpServers) ? request.sdkMcpServers.map(String) : [];
        const prompts = [this.settings.systemPrompt, request.systemPrompt, request.appendSystemPrompt];
        this.settings = {
          ...this.settings,
          servers: [...new Set([...this.settings.servers, ...named])],
          systemPrompt: prompts
            .flat()
            .filter((text) => typeof text === "string" && text !== "")
            .join("\n\n"),
        };
        this.write(controlSuccess(id, initialized()));
        return;
      }
      case "interrupt":
        this.turn?.abort(new Error("interrupted"));
        break;
      case "set_model":
        if (typeof request.model === "string") this.settings = { ...this.settings, model: request.model };
        break;
      case "set_permission_mode":
        this.settings = { ...this.settings, permissionMode: String(request.mode) };
        break;
      default:
        this.write(controlError(id, `the stand-in for Claude Code does not know ${String(request.subtype)}`));
        return;
    }
    this.write(controlSuccess(id));
  }

  private async prompt(content: unknown): Promise<void> {
    const turn = (this.turn = new AbortController());
    this.messages.push({ role: "user", content });
    const outcome = await this.answer(turn.signal);
    this.say(resultMessage(outcome));
  }

  private async answer(signal: AbortSignal): Promise<Outcome> {
    const outcome: Outcome = {
      subtype: "success",
      text: "",
      turns: 0,
      stopReason: null,
      usage: usageOf(),
      denials: [],
    };
    const denials: Json[] = [];
    const open: string[] = [];
    try {
      const tools = (await (this.tools ??= this.findTools())).filter(
        ({ definition }) => !this.settings.disallowedTools.includes(definition.name),
      );
      const names = tools.map(({ definition }) => definition.name);
      this.say(initMessage(this.settings, this.options.cwd ?? process.cwd(), names));
      for (;;) {
        if (outcome.turns >= this.settings.maxTurns) {
          const text = `Reached maximum number of turns (${String(this.settings.maxTurns)})`;
          return { ...outcome, subtype: "error_max_turns", text, denials };
        }
        const message = await this.ask(tools, signal);
        outcome.turns += 1;
        outcome.stopReason = message.stop_reason;
        outcome.usage = usageOf(outcome.usage, message.usage);
        if (message.content.length > 0) this.messages.push({ role: "assistant", content: message.content });
        for (const block of message.content) this.say(assistantMessage(message, block));
        const calls = message.content.filter(
          (block): block is ToolUseReplyBlock => block.type === "tool_use",
        );
        open.push(...calls.map(({ id }) => id));
        if (message.stop_reason === "pause_turn") continue;
        if (message.stop_reason !== "tool_use") {
          this.answerRest(open, "The call was not run: the turn was cut.");
          return { ...outcome, text: textOf(message.content), denials };
        }
        const results: Json[] = [];
        for (const call of calls) {
          results.push(await this.run(call, tools, denials));
          this.say(resultsMessage(results.at(-1) ?? {}));
          signal.throwIfAborted();
        }
        open.length = 0;
        this.messages.push({ role: "user", content: results });
      }
    } catch (error) {
      this.answerRest(open, "The call was not run: the turn was interrupted.");
      const text = error instanceof Error ? error.message : String(error);
      return { ...outcome, subtype: "error_during_execution", text, denials };
    }
  }

  /** The history stays one that the API accepts. */
  private answerRest(open: readonly string[], text: string): void {
    if (open.length === 0) return;
    this.messages.push({
      role: "user",
      content: open.map((id) => toolResult(id, [{ type: "text", text }], true)),
    });
  }

  private ask(tools: readonly HostTool[], signal: AbortSignal): Promise<Message> {
    const { model, systemPrompt } = this.settings;
    const params = {
      model,
      max_tokens: MAX_TOKENS,
      messages: this.messages,
      ...(systemPrompt !== "" && { system: systemPrompt }),
      ...(tools.length > 0 && { tools: tools.map(({ definition }) => definition) }),
    };
    return this.model.port().messages.create(params, { signal });
  }

  private async run(
    { id, name, input }: ToolUseReplyBlock,
    tools: readonly HostTool[],
    denials: Json[],
  ): Promise<Json> {
    const tool = tools.find(({ definition }) => definition.name === name);
    const refuse = (text: string): Json => toolResult(id, [{ type: "text", text }], true);
    if (tool === undefined) return refuse(`No such tool available: ${name}`);
    const isAllowed =
      !this.settings.asksHost ||
      this.settings.permissionMode === "bypassPermissions" ||
      this.settings.allowedTools.includes(name);
    if (isAllowed) return this.host.call(tool, id, input);
    const answer = await this.host.ask({ subtype: "can_use_tool", tool_name: name, input, tool_use_id: id });
    if (answer.behavior === "allow") return this.host.call(tool, id, answer.updatedInput ?? input);
    denials.push({ tool_name: name, tool_use_id: id, tool_input: input });
    return refuse(String(answer.message ?? "Permission to use this tool was denied"));
  }

  private async findTools(): Promise<HostTool[]> {
    const lists: HostTool[] = [];
    for (const server of this.settings.servers) lists.push(...(await this.host.toolsOf(server)));
    return lists;
  }

  /** A message of the stream, with the ids that each one has. */
  private say(message: Json): void {
    const count = String((this.uuids += 1)).padStart(12, "0");
    this.write({ ...message, uuid: `00000000-0000-4000-8000-${count}`, session_id: SESSION_ID });
  }
}

const SESSION_ID = "00000000-0000-4000-8000-000000000000";

function usageOf(a?: Usage, b?: Usage): Usage {
  const sum = (
    key: "input_tokens" | "output_tokens" | "cache_creation_input_tokens" | "cache_read_input_tokens",
  ): number => (a?.[key] ?? 0) + (b?.[key] ?? 0);
  return {
    input_tokens: sum("input_tokens"),
    output_tokens: sum("output_tokens"),
    cache_creation_input_tokens: sum("cache_creation_input_tokens"),
    cache_read_input_tokens: sum("cache_read_input_tokens"),
  };
}

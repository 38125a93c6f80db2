import type { ScriptedModel } from "../scripted-model";
import { isObject } from "../wire/shapes";
import { Conversation } from "./conversation";
import { Hooks } from "./hooks";
import { Host, type HostTool } from "./host";
import {
  controlError,
  controlSuccess,
  initialized,
  initMessage,
  resultMessage,
  settingsOf,
  type Json,
  type Settings,
  type SpawnOptions,
} from "./protocol";

const SESSION_ID = "00000000-0000-4000-8000-000000000000";

/** One run of the process: reads the host's lines, writes its own, and lets the scripted model speak. */
export class Session {
  private readonly host: Host;
  private readonly hooks: Hooks;
  private readonly conversation: Conversation;
  private readonly cwd: string;
  private settings: Settings;
  private tools: Promise<HostTool[]> | undefined;
  private turn: AbortController | undefined;
  /** Prompts are answered one after another. */
  private work: Promise<void> = Promise.resolve();
  private uuids = 0;

  constructor(
    model: ScriptedModel,
    { args = [], cwd = process.cwd() }: SpawnOptions,
    private readonly write: (line: Json) => void,
  ) {
    this.host = new Host(write);
    this.hooks = new Hooks(this.host);
    this.conversation = new Conversation(model, (message) => this.say(message));
    this.settings = settingsOf(args);
    this.cwd = cwd;
  }

  receive(line: Json): void {
    if (line.type === "control_response" && isObject(line.response)) this.host.answered(line.response);
    else if (line.type === "control_request" && isObject(line.request)) {
      const problem = this.control(line.request);
      this.write(
        problem === undefined
          ? controlSuccess(line.request_id, line.request.subtype === "initialize" ? initialized() : {})
          : controlError(line.request_id, problem),
      );
    } else if (line.type === "user" && isObject(line.message)) {
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

  /** Does what the host asks for. @returns why it cannot */
  private control(request: Json): string | undefined {
    switch (request.subtype) {
      case "initialize":
        return this.initialize(request);
      case "interrupt":
        this.turn?.abort(new Error("interrupted"));
        return undefined;
      case "set_model":
        if (typeof request.model === "string") this.settings = { ...this.settings, model: request.model };
        return undefined;
      case "set_permission_mode":
        this.settings = { ...this.settings, permissionMode: String(request.mode) };
        return undefined;
      default:
        return `the stand-in for Claude Code does not know ${String(request.subtype)}`;
    }
  }

  private initialize(request: Json): string | undefined {
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
    return this.hooks.register(request.hooks);
  }

  private async prompt(content: unknown): Promise<void> {
    const { signal } = (this.turn = new AbortController());
    const { host, hooks, cwd } = this;
    const session = { session_id: SESSION_ID, transcript_path: "", cwd };
    // The host may change them while the prompt is answered.
    const settings = (): Settings => this.settings;
    const outcome = await this.conversation.answer(content, () => this.begin(), {
      host,
      hooks,
      settings,
      session,
      signal,
    });
    this.say(resultMessage(outcome));
  }

  /** Says what the session has. @returns the tools that the model may have */
  private async begin(): Promise<HostTool[]> {
    const { disallowedTools } = this.settings;
    const tools = (await (this.tools ??= this.findTools())).filter(
      ({ definition }) => !disallowedTools.includes(definition.name),
    );
    const names = tools.map(({ definition }) => definition.name);
    this.say(initMessage(this.settings, this.cwd, names));
    return tools;
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

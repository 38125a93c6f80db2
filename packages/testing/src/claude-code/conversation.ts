import type { ScriptedModel } from "../scripted-model";
import {
  textOf,
  type Message,
  type ReplyBlock,
  type StreamEvent,
  type ToolUseReplyBlock,
  type Usage,
} from "../wire/shapes";
import { answerCall, type Workplace } from "./call";
import { toolResult, type HostTool } from "./host";
import {
  assistantMessage,
  resultsMessage,
  streamEventMessage,
  type Json,
  type Outcome,
  type Settings,
} from "./protocol";

/** The API's own limit does not matter here: a script's replies are as long as they are. */
const MAX_TOKENS = 8_192;

/** The history with the model, from prompt to prompt. */
export class Conversation {
  private readonly messages: Json[] = [];

  constructor(
    private readonly model: ScriptedModel,
    /** Writes a message of the stream. */
    private readonly say: (message: Json) => void,
  ) {}

  /** Asks the model, and runs what it calls, until it is done. */
  async answer(prompt: unknown, begin: () => Promise<HostTool[]>, workplace: Workplace): Promise<Outcome> {
    this.messages.push({ role: "user", content: prompt });
    const { signal } = workplace;
    const { maxTurns } = workplace.settings();
    const denials: Json[] = [];
    let open: OpenTurn | undefined;
    let outcome: Outcome = {
      subtype: "success",
      text: "",
      turns: 0,
      stopReason: null,
      usage: usageOf(),
      denials,
    };
    try {
      const tools = await begin();
      while (outcome.turns < maxTurns) {
        const message = await this.ask(tools, workplace.settings(), signal);
        outcome = {
          ...outcome,
          text: textOf(message.content),
          turns: outcome.turns + 1,
          stopReason: message.stop_reason,
          usage: usageOf(outcome.usage, message.usage),
        };
        const content = message.content.filter((block) => !isBlank(block));
        if (content.length > 0) this.messages.push({ role: "assistant", content });
        if (message.stop_reason === "pause_turn") continue;
        open = new OpenTurn(message);
        if (message.stop_reason !== "tool_use") {
          this.close(open, "The call was not run: the turn was cut.");
          return outcome;
        }
        const stopped = await this.run(open, tools, denials, workplace);
        this.close(open, "The call was not run: a hook has ended the run.");
        open = undefined;
        if (stopped) return { ...outcome, terminalReason: "hook_stopped" };
      }
      const text = `Reached maximum number of turns (${String(maxTurns)})`;
      return { ...outcome, subtype: "error_max_turns", text };
    } catch (error) {
      if (open !== undefined) this.close(open, "The call was not run: the turn was interrupted.");
      const text = error instanceof Error ? error.message : String(error);
      return { ...outcome, subtype: "error_during_execution", text };
    }
  }

  /** The reply, of which each block is said; with partial messages a block is said before the event that ends it. */
  private async ask(tools: readonly HostTool[], settings: Settings, signal: AbortSignal): Promise<Message> {
    const { model, systemPrompt, partialMessages } = settings;
    const params = {
      model,
      max_tokens: MAX_TOKENS,
      messages: this.messages,
      ...(systemPrompt !== "" && { system: systemPrompt }),
      ...(tools.length > 0 && { tools: tools.map(({ definition }) => definition) }),
    };
    const { messages } = this.model.port();
    if (!partialMessages) {
      const message = await messages.create(params, { signal });
      for (const block of message.content) this.say(assistantMessage(message, block));
      return message;
    }
    const asked = messages.create({ ...params, stream: true as const }, { signal });
    // It stands there as soon as it is made; its reply, when the stream begins.
    const request = this.model.requests.at(-1);
    let last: StreamEvent | undefined;
    for await (const event of await asked) {
      const block = event.type === "content_block_stop" && request?.reply?.content[Number(event.index)];
      if (block && request.reply) this.say(assistantMessage(request.reply, block));
      this.say(streamEventMessage(event));
      last = event;
    }
    if (last?.type !== "message_stop" || request?.reply === undefined) {
      throw new Error("The stream ended before the message was whole");
    }
    return request.reply;
  }

  /** Runs the calls of a turn one after another; true: a hook has ended the run. */
  private async run(
    turn: OpenTurn,
    tools: readonly HostTool[],
    denials: Json[],
    workplace: Workplace,
  ): Promise<boolean> {
    for (const call of turn.calls) {
      const tool = tools.find(({ definition }) => definition.name === call.name);
      const { result, notes, denied, stops } = await answerCall(call, tool, workplace);
      turn.results.set(call.id, result);
      turn.notes.push(...notes);
      if (denied) denials.push({ tool_name: call.name, tool_use_id: call.id, tool_input: call.input });
      this.say(resultsMessage(result));
      workplace.signal.throwIfAborted();
      if (stops) return true;
    }
    return false;
  }

  /** Answers every call, those that were not run with the reason: the history stays one that the API accepts. */
  private close({ calls, results, notes }: OpenTurn, reason: string): void {
    if (calls.length === 0) return;
    const content = [
      ...calls.map(({ id }) => results.get(id) ?? toolResult(id, [{ type: "text", text: reason }], true)),
      ...notes.filter((text) => text.trim() !== "").map((text) => ({ type: "text", text })),
    ];
    this.messages.push({ role: "user", content });
  }
}

/** Models write such texts, and the API takes them back from nobody. */
function isBlank(block: ReplyBlock): boolean {
  return block.type === "text" && String(block.text).trim() === "";
}

/** A reply whose calls are being answered. */
class OpenTurn {
  readonly calls: readonly ToolUseReplyBlock[];
  readonly results = new Map<string, Json>();
  readonly notes: string[] = [];

  constructor({ content }: Message) {
    this.calls = content.filter((block): block is ToolUseReplyBlock => block.type === "tool_use");
  }
}

const COUNTS = [
  "input_tokens",
  "output_tokens",
  "cache_creation_input_tokens",
  "cache_read_input_tokens",
] as const;

function usageOf(a?: Usage, b?: Usage): Usage {
  const [input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens] = COUNTS.map(
    (key) => (a?.[key] ?? 0) + (b?.[key] ?? 0),
  ) as [number, number, number, number];
  return { input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens };
}

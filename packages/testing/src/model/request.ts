import { estimateInputTokens } from "./tokens";
import { blocksOf, isObject, textOf, type Message } from "../wire/shapes";

/** The body of a request to the Messages API, as it came. */
export interface RequestBody {
  model: string;
  max_tokens: number;
  messages: { role: string; content: unknown; [key: string]: unknown }[];
  system?: unknown;
  tools?: { [key: string]: unknown }[];
  stream?: boolean;
  [key: string]: unknown;
}

/** A request that reached the scripted model, with the views that scripts and assertions need. */
export class ScriptedRequest {
  /** The message that answered it; undefined where it was refused or failed. */
  reply?: Message;
  private tokens?: number;

  constructor(
    /** From 0, over all requests to the model. */
    readonly index: number,
    readonly body: RequestBody,
    /** From the `anthropic-beta` header. */
    readonly betas: readonly string[] = [],
    /** Names in lower case; empty on the in-process port. */
    readonly headers: Readonly<Record<string, string | undefined>> = {},
  ) {}

  get messages(): RequestBody["messages"] {
    const messages: unknown = this.body.messages;
    return Array.isArray(messages) ? (messages.filter(isObject) as RequestBody["messages"]) : [];
  }

  /** The text of each user message that has one, oldest first. */
  get said(): string[] {
    return this.messages
      .filter((message) => message.role === "user")
      .map((message) => textOf(message.content))
      .filter((text) => text !== "");
  }

  /** @internal The last of what was said. */
  get saidLast(): string | undefined {
    const { messages } = this;
    for (let index = messages.length - 1; index >= 0; index -= 1) {
      const message = messages[index];
      const text = message?.role === "user" ? textOf(message.content) : "";
      if (text !== "") return text;
    }
    return undefined;
  }

  /** The texts of the tool results in the last message; empty where it has none. */
  get results(): string[] {
    const last = this.messages.findLast((message) => message.role !== "system");
    return last?.role === "user"
      ? blocksOf(last.content)
          .filter((block) => block.type === "tool_result")
          .map((block) => textOf(block.content))
      : [];
  }

  /** The definitions in `tools`. */
  get tools(): { [key: string]: unknown }[] {
    return Array.isArray(this.body.tools) ? this.body.tools.filter(isObject) : [];
  }

  /** @internal An estimate, made once: it is held against a limit, and stands in the reply's usage. */
  get inputTokens(): number {
    return (this.tokens ??= estimateInputTokens(this.body));
  }

  /** The system prompt as one text. */
  get system(): string {
    return textOf(this.body.system);
  }
}

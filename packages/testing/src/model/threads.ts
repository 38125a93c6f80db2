import { ScriptedRequest, type RequestBody } from "./request";
import type { Breach } from "../rules/rule";
import { THREADS_BETA } from "../rules/betas";
import { isObject, type Message } from "../wire/shapes";

interface Held {
  /** The whole conversation, as a request without a thread would have sent it. */
  body: RequestBody;
  message: Message;
  state: "open" | "in flight" | "continued";
}

/** A request as it is to be judged and answered: with all that its thread holds. */
export interface Threaded {
  request: ScriptedRequest;
  breach?: Breach;
  /** The thread's end that this request goes on from. */
  from?: Held;
}

/** The conversations that the `message-threads` beta keeps on the server. */
export class Threads {
  private readonly held = new Map<string, Held>();

  /** Makes the request whole. Without the beta, or an id, it stays as it is: a rule refuses the field. */
  expand(request: ScriptedRequest): Threaded {
    const { thread } = request.body;
    if (!isObject(thread) || thread.type !== "continue" || !request.betas.includes(THREADS_BETA))
      return { request };
    const id = thread.previous_message_id;
    if (typeof id !== "string") return { request };
    const from = this.held.get(id);
    const breach = from === undefined ? missing(id) : continueBreach(request.body, from, id);
    if (from === undefined || breach !== undefined) return { request, breach };
    from.state = "in flight";
    const body: RequestBody = {
      ...from.body,
      ...request.body,
      messages: [
        ...from.body.messages,
        { role: "assistant", content: from.message.content },
        ...request.messages,
      ],
    };
    return { request: new ScriptedRequest(request.index, body, request.betas, request.headers), from };
  }

  /** After the reply; without one the thread can be continued again. */
  settle({ request, from }: Threaded, message: Message | undefined): void {
    if (from !== undefined) from.state = message === undefined ? "open" : "continued";
    if (message !== undefined && isObject(request.body.thread)) {
      this.held.set(message.id, { body: request.body, message, state: "open" });
    }
  }
}

function missing(id: string): Breach {
  return {
    status: 404,
    code: "thread_not_found",
    message: `thread: no thread is held for ${id}`,
    help: 'send the whole conversation again with thread: {type: "create"}',
  };
}

function continueBreach(body: RequestBody, held: Held, id: string): Breach | undefined {
  if (held.state === "in flight") {
    return { code: "thread_continue_in_flight", message: `thread: another request is continuing ${id}` };
  }
  if (held.state === "continued") {
    return { code: "thread_already_continued", message: `thread: ${id} has been continued already` };
  }
  const changed = ["system", "tools"].find((key) => body[key] !== undefined);
  if (changed !== undefined || body.model !== held.body.model) {
    return {
      code: "thread_fingerprint_mismatch",
      message: `thread: ${changed ?? "model"} differs from the request that created the thread`,
      help: "continue with the same model, and without system and tools",
    };
  }
  return body.messages.length === 0 && held.message.stop_reason !== "pause_turn"
    ? { code: "thread_unsupported_request", message: "thread: only a paused turn continues without messages" }
    : undefined;
}

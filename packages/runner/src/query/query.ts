import { RunError } from "../errors";
import type { SDKMessage } from "./messages";
import { checkQuery } from "./checks";
import type { QueryOptions, QueryPrompt, QueryTransport } from "./options";
import { QuerySession } from "./session";

/** A query's messages, and the way to stop it. */
export interface Query extends AsyncGenerator<SDKMessage, void, undefined> {
  /**
   * End the run of the prompt that is being answered: its result is an error of `error_during_execution`. A
   * conversation of several prompts goes on with the next.
   */
  interrupt(): Promise<void>;
}

/**
 * Ask, and read all that happens as the Claude Agent SDK's messages: `system`/`init`, one `assistant` a content
 * block, one `user` a result, `result`. After a result that is an error the iteration throws.
 * @throws RunError at once, for options that cannot be meant; InvalidSkillsOptionError for such skills
 */
export function query(request: {
  prompt: QueryPrompt;
  options: QueryOptions;
  transport?: QueryTransport;
}): Query {
  const { prompt, options, transport } = request;
  checkQuery(prompt, options, transport);
  const abortController = options.abortController ?? new AbortController();
  if (transport && "query" in transport) {
    const messages = transport.query({ prompt, options: { ...options, abortController } });
    const reason = new DOMException("The query was interrupted.", "AbortError");
    return queryOf(messages, () => abortController.abort(reason));
  }
  const session = new QuerySession(options, abortController, transport);
  return queryOf(session.answer(prompt), () => session.interrupt());
}

function queryOf(messages: AsyncIterable<SDKMessage>, interrupt: () => void): Query {
  return Object.assign(throwingAfterError(messages), {
    interrupt: () => {
      interrupt();
      return Promise.resolve();
    },
  });
}

/** An error that another message follows has ended one prompt of several. */
async function* throwingAfterError(
  messages: AsyncIterable<SDKMessage>,
): AsyncGenerator<SDKMessage, void, undefined> {
  let last: SDKMessage | undefined;
  for await (last of messages) yield last;
  if (last?.type !== "result" || !last.is_error) return;
  const errors = last.subtype === "success" ? [last.result] : last.errors;
  throw new RunError("S421", `the query ended with ${last.subtype}: ${errors.join("; ")}`);
}

import type * as Sdk from "@anthropic-ai/sdk";
import { SkillsError } from "@skills/core/errors";
import { isReady, piecesOf, type Body } from "../wire/body";
import { ConnectionReset, untilAborted } from "../wire/connection";
import { handleHttp } from "../wire/http";
import type { ScriptedModel } from "../scripted-model";

/** A host that no resolver knows: a request that got past `fetch` would not reach anybody. */
const BASE_URL = "http://scripted.invalid";

export function makeClient(model: ScriptedModel, options: Sdk.ClientOptions): Sdk.Anthropic {
  const { Anthropic: Client } = loadSdk();
  return new Client({
    apiKey: "test-key",
    // The environment's own key and address stay out of tests.
    authToken: null,
    baseURL: BASE_URL,
    ...options,
    fetch: (input, init) => scriptedFetch(model, input, init),
  });
}

function loadSdk(): typeof Sdk {
  try {
    return require("@anthropic-ai/sdk") as typeof Sdk;
  } catch (cause) {
    throw new SkillsError("S503", "client() needs the package @anthropic-ai/sdk, which could not be loaded", {
      help: "install @anthropic-ai/sdk, or use port() or listen()",
      cause,
    });
  }
}

async function scriptedFetch(
  model: ScriptedModel,
  input: string | URL | Request,
  init: RequestInit | undefined,
): Promise<Response> {
  // The standard constructor settles what a client may give: bodies, headers, signals of every kind.
  const request = new Request(input, init);
  const { signal } = request;
  const { pathname, search } = new URL(request.url);
  const answer = handleHttp(model, {
    method: request.method,
    path: `${pathname}${search}`,
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
    signal,
  });
  try {
    const reply = await untilAborted(signal, answer);
    return new Response(readable(reply.body), { status: reply.status, headers: reply.headers });
  } catch (error) {
    throw error instanceof ConnectionReset ? new TypeError("fetch failed", { cause: error }) : error;
  }
}

function readable(body: Body): ReadableStream<Uint8Array> {
  const pieces = isReady(body) ? piecesOf(body) : body[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = await pieces.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      } catch (error) {
        controller.error(
          error instanceof ConnectionReset ? new TypeError("terminated", { cause: error }) : error,
        );
      }
    },
    async cancel() {
      await pieces.return?.(undefined);
    },
  });
}

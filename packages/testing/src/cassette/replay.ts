import { SkillsError } from "@skills/core/errors";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { openServer, singleHeaders, type ScriptedServer } from "../faces/server";
import { differences, normalised, printDifferences } from "./differences";
import { parsed, piecesOf, readCassette, type RecordedRequest, type RecordedResponse } from "./format";
import { keptHeaders, redactedRequest, type Redaction } from "./redact";

export interface ReplayOptions {
  /** The same as when it was recorded. */
  redact?: readonly Redaction[];
  /** Changes both sides of a comparison: for what differs from run to run, such as a date in the prompt. */
  normalise?: (body: unknown) => unknown;
  port?: number;
}

/** A recorded conversation, played again. */
export interface Player extends ScriptedServer {
  /** For a client's `fetch` option: the same without a network, its pieces exactly as they were. */
  readonly fetch: typeof globalThis.fetch;
  /** @throws SkillsError S511 for each request that was not on the cassette, and each exchange nobody asked for */
  assertComplete(): void;
}

/** See `lazy.ts`, through which users call it. */
export async function replay(file: string, options: ReplayOptions = {}): Promise<Player> {
  const tape = new Tape(file, options);
  const server = createServer((request, response) => void serve(tape, request, response));
  const { url, port, close } = await openServer(server, options.port ?? 0);
  return {
    url,
    port,
    close,
    fetch: (input, init) => fetchFrom(tape, new Request(input, init)),
    assertComplete: () => tape.assertComplete(),
    [Symbol.asyncDispose]: async () => {
      await close();
      tape.assertComplete();
    },
  };
}

interface Entry {
  request: object;
  response: RecordedResponse;
  used: boolean;
}

class Tape {
  private readonly entries: Entry[];
  private readonly misses: string[] = [];

  constructor(
    private readonly file: string,
    private readonly options: ReplayOptions,
  ) {
    this.entries = readCassette(file).exchanges.map(({ request, response }) => ({
      request: this.compared(request),
      response,
      used: false,
    }));
  }

  answer(received: RecordedRequest): RecordedResponse {
    const wanted = this.compared(redactedRequest(received, this.options.redact ?? []));
    const open = this.entries.filter(({ used }) => !used);
    const entry = open.find(({ request }) => differences(request, wanted).length === 0);
    if (entry === undefined) return this.miss(wanted, open);
    entry.used = true;
    return entry.response;
  }

  assertComplete(): void {
    const unused = this.entries.flatMap(({ used, request }, index) =>
      used ? [] : [`exchange ${String(index + 1)} (${title(request)}) was never asked for`],
    );
    const problems = [...this.misses, ...unused];
    if (problems.length === 0) return;
    throw new SkillsError("S511", `the conversation is not the recorded one\n${problems.join("\n")}`, {
      place: { file: this.file },
      help: "record the cassette again if the change is meant; name what may differ with normalise",
    });
  }

  private compared(request: RecordedRequest): object {
    const { normalise } = this.options;
    const body = normalise === undefined ? request.body : normalise(structuredClone(request.body));
    return normalised({ ...request, body });
  }

  private miss(wanted: object, open: readonly Entry[]): RecordedResponse {
    const from = open.length > 0 ? open : this.entries;
    const [nearest] = from
      .map((entry) => ({ entry, all: differences(entry.request, wanted) }))
      .sort((a, b) => a.all.length - b.all.length);
    const number = nearest === undefined ? 0 : this.entries.indexOf(nearest.entry) + 1;
    const why =
      nearest === undefined
        ? "the cassette is empty"
        : nearest.all.length === 0
          ? `exchange ${String(number)} is the same, and has been played already`
          : `the nearest is exchange ${String(number)}, which differs:\n${printDifferences(nearest.all)}`;
    const message = `a request (${title(wanted)}) is not on the cassette: ${why}`;
    this.misses.push(message);
    const error = { type: "invalid_request_error", message: `Cassette: ${message}` };
    return {
      status: 400,
      headers: { "content-type": "application/json", "x-should-retry": "false" },
      body: { type: "error", error },
    };
  }
}

function title(request: object): string {
  const { method, path } = request as { method: string; path: string };
  return `${method} ${path}`;
}

async function serve(tape: Tape, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = Buffer.concat((await request.toArray()) as Buffer[]).toString("utf8");
  const headers = Object.entries(singleHeaders(request));
  const { method = "", url: path = "" } = request;
  const reply = tape.answer(requestOf(method, path, headers, text));
  response.socket?.setNoDelay(true);
  response.writeHead(reply.status, reply.headers);
  for (const piece of piecesOf(reply)) {
    response.write(piece);
    // A turn of its own for each piece, so that each goes out by itself.
    await turn();
  }
  response.end();
}

async function fetchFrom(tape: Tape, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const reply = tape.answer(
    requestOf(request.method, `${pathname}${search}`, request.headers, await request.text()),
  );
  const pieces = piecesOf(reply);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
  return new Response(body, { status: reply.status, headers: reply.headers });
}

function requestOf(
  method: string,
  path: string,
  headers: Iterable<readonly [string, string | undefined]>,
  text: string,
): RecordedRequest {
  return {
    method,
    path,
    headers: keptHeaders(headers, "request"),
    ...(text !== "" && { body: parsed(text) ?? text }),
  };
}

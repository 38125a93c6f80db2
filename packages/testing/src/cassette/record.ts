import { SkillsError } from "@skills/core/errors";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { dirname } from "node:path";
import { openServer, singleHeaders, type ScriptedServer } from "../faces/server";
import { bodyOf, CASSETTE_VERSION, parsed, type Cassette, type Exchange } from "./format";
import { keptHeaders, redactedExchange, type Redaction } from "./redact";
import { findSecrets, secretsOfEnvironment } from "./secrets";

export interface RecordOptions {
  /** Base URL of the API to record, e.g. `https://api.anthropic.com`. */
  target: string;
  /** Where the cassette goes; folders are made. */
  file: string;
  /** Taken out of all bodies. Give `replay` the same. */
  redact?: readonly Redaction[];
  port?: number;
}

/** A proxy that writes down what passes through it. */
export interface Recorder extends ScriptedServer {
  /**
   * Frees the port and writes the cassette.
   * @throws SkillsError S510 where a secret would be written: the file is left as it was
   */
  close(): Promise<void>;
}

/** Of a hop between two machines, or of the client's compression: not passed on. */
const OF_THE_HOP: readonly string[] = [
  "host",
  "connection",
  "content-length",
  "accept-encoding",
  "transfer-encoding",
  "keep-alive",
];

/** See `lazy.ts`, through which users call it. */
export async function record(options: RecordOptions): Promise<Recorder> {
  const recording = new Recording(options);
  const server = createServer((request, response) => void recording.pass(request, response));
  const { url, port, close } = await openServer(server, options.port ?? 0);
  let closed: Promise<void> | undefined;
  const finish = async (): Promise<void> => {
    await close();
    recording.write();
  };
  const closeOnce = (): Promise<void> => (closed ??= finish());
  return { url, port, close: closeOnce, [Symbol.asyncDispose]: closeOnce };
}

class Recording {
  /** In the order of the requests; a hole is one that was not answered. */
  private readonly exchanges: (Exchange | undefined)[] = [];
  private readonly secrets = secretsOfEnvironment(process.env);

  constructor(private readonly options: RecordOptions) {}

  async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const index = this.exchanges.push(undefined) - 1;
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    try {
      const sent = Buffer.concat((await request.toArray()) as Buffer[]);
      const headers = singleHeaders(request);
      this.noteKeys(headers);
      const reply = await this.forward(request, headers, sent, gone.signal);
      const kept = keptHeaders(reply.headers, "response");
      response.writeHead(reply.status, kept);
      const pieces: Uint8Array[] = [];
      for await (const piece of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
        pieces.push(piece);
        response.write(piece);
      }
      response.end();
      const text = sent.toString("utf8");
      this.exchanges[index] = {
        request: {
          method: request.method ?? "",
          path: request.url ?? "",
          headers: keptHeaders(Object.entries(headers), "request"),
          ...(text !== "" && { body: parsed(text) ?? text }),
        },
        response: { status: reply.status, headers: kept, ...bodyOf(pieces) },
      };
    } catch (error) {
      refuse(response, error);
    }
  }

  /** @throws SkillsError S510 */
  write(): void {
    const { file, redact = [] } = this.options;
    const exchanges = this.exchanges
      .filter((exchange) => exchange !== undefined)
      .map((exchange) => redactedExchange(exchange, redact));
    const secrets = findSecrets(exchanges, this.secrets);
    if (secrets.length > 0) {
      const lines = secrets.slice(0, 10).map(({ what, path }) => `\n  ${what} in ${path}`);
      throw new SkillsError("S510", `the cassette was not written: it would hold secrets${lines.join("")}`, {
        place: { file },
        help: "take them out with redact: [/pattern/], or keep them out of the conversation",
      });
    }
    const cassette: Cassette = { cassette: CASSETTE_VERSION, exchanges };
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(cassette, undefined, 2)}\n`);
  }

  private forward(
    request: IncomingMessage,
    headers: Record<string, string | undefined>,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<Response> {
    const passed = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || OF_THE_HOP.includes(name) ? [] : [[name, value]],
    );
    return fetch(`${this.options.target.replace(/\/$/, "")}${request.url ?? ""}`, {
      method: request.method,
      // What is written down is what is read: no compression.
      headers: [...passed, ["accept-encoding", "identity"]],
      ...(body.length > 0 && { body: new Uint8Array(body) }),
      redirect: "manual",
      signal,
    });
  }

  /** The keys that requests come with must not turn up in what is written. */
  private noteKeys(headers: Record<string, string | undefined>): void {
    const bearer = /^Bearer\s+(.+)$/i.exec(headers.authorization ?? "")?.[1];
    for (const key of [headers["x-api-key"], bearer]) {
      if (key !== undefined && key.length >= 8) this.secrets.set(key, "the key that the requests came with");
    }
  }
}

/** The target cannot be reached, or broke off: the client sees the same; nothing of it is recorded. */
function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = `the recording proxy cannot reach its target: ${cause instanceof Error ? cause.message : String(cause)}`;
  response.writeHead(502, { "content-type": "application/json", "x-should-retry": "false" });
  response.end(JSON.stringify({ type: "error", error: { type: "api_error", message } }));
}

import { SkillsError } from "@skills/core/errors";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { endOfTurn } from "../clock";
import { ConnectionReset } from "../wire/connection";
import { isReady } from "../wire/body";
import { handleHttp, MAX_BODY_BYTES, reject, tooLarge, type HttpReply, type HttpRequest } from "../wire/http";
import type { ScriptedModel } from "../scripted-model";

export interface ListenOptions {
  /** Default 0: any free port. */
  port?: number;
}

/** A scripted model on 127.0.0.1. */
export interface ScriptedServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, a client's base URL. */
  readonly url: string;
  readonly port: number;
  /** Ends open replies and frees the port. */
  close(): Promise<void>;
}

export async function listen(model: ScriptedModel, { port = 0 }: ListenOptions): Promise<ScriptedServer> {
  const server = createServer((request, response) => void serve(model, request, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) =>
    answerBrokenHttp(model, error, socket),
  );
  return openServer(server, port);
}

/** Begins to listen on 127.0.0.1. */
export async function openServer(server: Server, port: number): Promise<ScriptedServer> {
  // A test may pause for as long as it likes: the connection that it comes back to is still there.
  server.keepAliveTimeout = 0;
  await start(server, port);
  const address = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= stop(server));
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    port: address.port,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function start(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const inUse = cause.code === "EADDRINUSE";
      reject(
        new SkillsError(
          "S504",
          inUse
            ? `port ${String(port)} of 127.0.0.1 is in use`
            : `cannot listen on port ${String(port)} of 127.0.0.1: ${cause.message}`,
          { help: "leave the port out to get a free one, or stop what listens there", cause },
        ),
      );
    });
    server.listen(port, "127.0.0.1", resolve);
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function serve(
  model: ScriptedModel,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Two runs of one script send the same bytes.
  response.sendDate = false;
  try {
    const body = await readBody(request);
    const reply =
      body === undefined
        ? tooLarge(model, model.nextRequestId())
        : await handleHttp(model, new ReceivedRequest(request, response, body));
    // What was read in one turn is answered together: to wake a client for each reply costs more than all rules.
    await endOfTurn();
    await send(response, reply, body === undefined);
  } catch (error) {
    // A client that went away has nobody to answer; all else breaks the connection as the script says.
    if (error instanceof ConnectionReset) request.socket.resetAndDestroy();
    else response.destroy();
  }
}

class ReceivedRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: HttpRequest["headers"];
  private gone?: AbortController;

  constructor(
    request: IncomingMessage,
    private readonly response: ServerResponse,
    readonly body: string,
  ) {
    this.method = request.method ?? "";
    this.path = request.url ?? "";
    this.headers = singleHeaders(request);
  }

  /** Made when it is asked for: few replies wait for anything, and each signal costs as much as a rule. */
  get signal(): AbortSignal {
    if (this.gone === undefined) {
      const gone = (this.gone = new AbortController());
      const leave = (): void => gone.abort(new Error("the client is gone"));
      if (this.response.destroyed) leave();
      else this.response.once("close", leave);
    }
    return this.gone.signal;
  }
}

/** Undefined: larger than the API takes. What comes beyond the limit is not kept. */
function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    });
    request.on("end", () =>
      resolve(size > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks, size).toString("utf8")),
    );
    request.on("error", reject);
  });
}

/** Node joins the values of a header, but for the one that no request has. */
export function singleHeaders({ headers }: IncomingMessage): Record<string, string | undefined> {
  const cookies = headers["set-cookie"];
  const single = cookies === undefined ? headers : { ...headers, "set-cookie": cookies.join(", ") };
  return single as Record<string, string | undefined>;
}

async function send(response: ServerResponse, reply: HttpReply, close: boolean): Promise<void> {
  response.writeHead(reply.status, close ? { ...reply.headers, connection: "close" } : reply.headers);
  const { body } = reply;
  if (isReady(body)) {
    response.end(body.join(""));
    return;
  }
  for await (const piece of body) {
    if (response.destroyed) return;
    if (!response.write(piece)) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.once("drain", done);
    response.once("close", done);
  });
}

/** What node could not parse gets the API's envelope too. */
function answerBrokenHttp(model: ScriptedModel, error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const overflow = error.code === "HPE_HEADER_OVERFLOW";
  const status = overflow ? 431 : 400;
  const message = overflow ? "Request headers are too large" : "Bad request";
  const { headers, body } = reject(model, model.nextRequestId(), "valid-http", status, message);
  const head = Object.entries({ ...headers, connection: "close" }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(
    `HTTP/1.1 ${String(status)} ${overflow ? "Request Header Fields Too Large" : "Bad Request"}\r\n${head.join("")}\r\n${isReady(body) ? body.join("") : ""}`,
  );
}

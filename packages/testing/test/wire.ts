import { createConnection } from "node:net";
import type { ScriptedServer } from "../src";

/** A request as plain HTTP, without any client's help. */
export function post(
  server: ScriptedServer,
  body: unknown,
  headers: Record<string, string> = {},
  path = "/v1/messages",
): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { "x-api-key": "test", "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

export interface Exchange {
  /** Whatever the server wrote, as bytes. */
  received: Buffer;
  /** In the pieces in which it came. */
  pieces: Buffer[];
  error?: NodeJS.ErrnoException;
}

/** Writes bytes to the server and reads until the connection ends, in peace or with an error. */
export function raw(server: ScriptedServer, request: string): Promise<Exchange> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let error: NodeJS.ErrnoException | undefined;
    const socket = createConnection(server.port, "127.0.0.1", () => socket.write(request));
    socket.on("data", (piece) => pieces.push(piece));
    socket.on("error", (cause) => (error = cause));
    socket.on("close", () => resolve({ received: Buffer.concat(pieces), pieces, ...(error && { error }) }));
  });
}

/** One request to the Messages API in bytes; the server closes the connection after it. */
export function rawPost(body: unknown): string {
  const text = JSON.stringify(body);
  const lines = [
    "POST /v1/messages HTTP/1.1",
    "host: 127.0.0.1",
    "x-api-key: test",
    "connection: close",
    `content-length: ${String(Buffer.byteLength(text))}`,
  ];
  return `${lines.join("\r\n")}\r\n\r\n${text}`;
}

/** The events of a stream's text. */
export function eventsOf(text: string): { event: string; data: { [key: string]: unknown } }[] {
  return text
    .split(/\r?\n\r?\n/)
    .filter((frame) => frame !== "")
    .map((frame) => {
      const [event = "", data = ""] = frame.split(/\r?\n/);
      return {
        event: event.replace(/^event: /, ""),
        data: JSON.parse(data.replace(/^data: /, "")) as { [key: string]: unknown },
      };
    });
}

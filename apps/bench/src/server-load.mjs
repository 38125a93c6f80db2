// A load generator on raw sockets: kept alive, one request after the other on each, so that the client costs little
// beside the server.
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { connect } from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("\r\n0\r\n\r\n");

/** Connections to one server. */
export async function openConnections(url, count) {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).setNoDelay(true));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  return sockets;
}

/** Sends a request `total` times over the connections. Every reply must be a 200. */
export async function load(sockets, request, total) {
  let left = total;
  await Promise.all(
    sockets.map(async (socket) => {
      while (left-- > 0) await exchange(socket, request);
    }),
  );
}

/** One request and its whole reply, as text of head and body; a chunked body stays chunked. */
export function exchange(socket, request) {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    let end;
    const stop = (settle, value) => {
      socket.off("data", read).off("close", closed);
      settle(value);
    };
    const closed = () => stop(reject, new Error("the server closed the connection"));
    const read = (piece) => {
      received = received.length === 0 ? piece : Buffer.concat([received, piece]);
      end ??= wayToEnd(received);
      if (end === undefined || !end(received)) return;
      if (received.subarray(0, 12).toString("latin1") === "HTTP/1.1 200") stop(resolve, received);
      else stop(reject, new Error(received.toString()));
    };
    if (socket.destroyed) return closed();
    socket.on("data", read).on("close", closed);
    socket.write(request);
  });
}

/** How a reply's end is known; undefined: its head is not whole yet. */
function wayToEnd(received) {
  const at = received.indexOf(HEAD_END);
  if (at < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(received.subarray(0, at).toString("latin1"))?.[1];
  if (length === undefined) return (all) => all.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
  const size = at + HEAD_END.length + Number(length);
  return (all) => all.length >= size;
}

/** A POST as it is written to the socket. */
export function postMessages(body) {
  return Buffer.from(
    [
      "POST /v1/messages HTTP/1.1",
      "host: 127.0.0.1",
      "content-type: application/json",
      "x-api-key: test",
      "anthropic-version: 2023-06-01",
      `content-length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n"),
  );
}

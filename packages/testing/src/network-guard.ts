import { SkillsError } from "@skills/core/errors";
import { Socket } from "node:net";

/** A connection that a test opened, and that was not let through. */
export interface BlockedConnection {
  /** `host:port`. */
  target: string;
  /** With the stack of whoever opened it. */
  error: SkillsError;
}

export interface NetworkGuard {
  /** Those so far, oldest first; taken off the record. */
  take(): BlockedConnection[];
  /** Lets connections through again. */
  stop(): void;
}

/** See `lazy.ts`, through which users call it. */
export function guardNetwork({ allow = [] }: { allow?: readonly string[] } = {}): NetworkGuard {
  const blocked: BlockedConnection[] = [];
  // Both are put back as they were: the originals are called with their own receivers.

  const connect = Socket.prototype.connect;
  const { fetch } = globalThis;
  const passes = (host: string): boolean => isLoopback(host) || allow.includes(host);
  const block = (target: string, caller: object): SkillsError => {
    const error = new SkillsError("S505", `a test opened a connection to ${target}`, {
      help: "use a scripted model (client(), port() or listen()), or allow the host: guardNetwork({ allow: [host] })",
    });
    Error.captureStackTrace(error, caller as () => void);
    blocked.push({ target, error });
    return error;
  };

  function guardedConnect(this: Socket, ...args: unknown[]): Socket {
    const { host, port } = targetOf(args);
    if (host === undefined || passes(host)) return Reflect.apply(connect, this, args) as Socket;
    const error = block(`${host}:${port}`, guardedConnect);
    // As with a connection that is refused: not before the caller had time to listen for errors.
    Object.assign(this, { connecting: true });
    setImmediate(() => this.destroy(error));
    return this;
  }

  async function guardedFetch(...args: Parameters<typeof fetch>): ReturnType<typeof fetch> {
    const { hostname, port, protocol } = new URL(args[0] instanceof Request ? args[0].url : args[0]);
    if (!/^https?:$/.test(protocol) || passes(hostname)) return fetch(...args);
    throw block(`${hostname}:${port || (protocol === "https:" ? "443" : "80")}`, guardedFetch);
  }

  Socket.prototype.connect = guardedConnect;
  globalThis.fetch = guardedFetch;
  return {
    take: () => blocked.splice(0),
    stop: () => {
      Socket.prototype.connect = connect;
      globalThis.fetch = fetch;
    },
  };
}

/** The forms of `socket.connect`: options, a path, a port with a host, or what `net.connect` has made of them. */
function targetOf(args: unknown[]): { host?: string; port: string } {
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as unknown[];
  if (typeof first === "object" && first !== null) {
    const { path, host, port } = first as { path?: unknown; host?: unknown; port?: unknown };
    if (typeof path === "string" && port === undefined) return { port: "" };
    return { host: typeof host === "string" ? host : "localhost", port: String(port) };
  }
  if (typeof first === "string" && !/^\d+$/.test(first)) return { port: "" };
  return { host: typeof second === "string" ? second : "localhost", port: String(first) };
}

function isLoopback(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    name === "::1" ||
    /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(name)
  );
}

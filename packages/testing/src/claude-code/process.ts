import { EventEmitter } from "node:events";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import type { ScriptedModel } from "../scripted-model";
import { isObject } from "../wire/shapes";
import type { Json, SpawnOptions } from "./protocol";
import { Session } from "./session";

/** As much of a child process as the Claude Agent SDK uses. */
export interface StandInProcess extends EventEmitter {
  readonly stdin: NodeJS.WritableStream;
  readonly stdout: NodeJS.ReadableStream;
  readonly killed: boolean;
  readonly exitCode: number | null;
  kill(signal?: NodeJS.Signals): boolean;
}

/** See `lazy.ts`, through which users call it. */
export function spawnClaudeCode(model: ScriptedModel): (options: SpawnOptions) => StandInProcess {
  return (options) => new StandIn(model, options);
}

class StandIn extends EventEmitter implements StandInProcess {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  killed = false;
  exitCode: number | null = null;
  private readonly session: Session;

  constructor(model: ScriptedModel, { signal, ...options }: SpawnOptions) {
    super();
    this.session = new Session(model, options, (line) => this.write(line));
    const lines = createInterface({ input: this.stdin });
    lines.on("line", (line) => this.read(line));
    lines.on("close", () => void this.session.idle().then(() => this.exit(0, null)));
    if (signal?.aborted === true) setImmediate(() => this.kill());
    else signal?.addEventListener("abort", () => this.kill(), { once: true });
  }

  kill(signal: NodeJS.Signals = "SIGTERM"): boolean {
    if (this.killed || this.exitCode !== null) return false;
    this.killed = true;
    this.session.stop(new Error(`killed by ${signal}`));
    this.exit(null, signal);
    return true;
  }

  private read(line: string): void {
    if (line.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      // As a real process: what it cannot read ends it.
      this.exit(1, null);
      return;
    }
    if (isObject(value)) this.session.receive(value);
  }

  private write(line: Json): void {
    if (!this.stdout.writableEnded) this.stdout.write(`${JSON.stringify(line)}\n`);
  }

  private exit(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.stdout.writableEnded) return;
    this.exitCode = code;
    this.stdout.end();
    this.emit("exit", code, signal);
    this.emit("close", code, signal);
  }
}

import { BasicToolSet, type ToolSet } from "@skills/core";
import { createInterface } from "node:readline";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { spawnClaudeCode, type ScriptedModel, type StandInProcess } from "../../src";

export type Line = { type: string; subtype?: string; [key: string]: unknown };

export interface HostOptions {
  args?: string[];
  initialize?: object;
  signal?: AbortSignal;
  canUseTool?: (name: string, input: unknown) => object;
  /** By callback id. */
  hooks?: Record<string, (input: HookInput) => object | Promise<object>>;
}

export type HookInput = { hook_event_name: string; tool_name: string; [key: string]: unknown };

export function shop(): ToolSet {
  const tools = new BasicToolSet();
  tools.addTool({
    name: "lookupOrder",
    description: "Look up an order",
    inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    run: ({ id }: { id: string }) => {
      if (id === "A9") throw new Error("no order A9");
      return `${id} is on its way`;
    },
  });
  return tools;
}

/** The Claude Agent SDK's side of the pipe, as far as the protocol goes, with one MCP server of its own. */
export class Host {
  readonly process: StandInProcess;
  /** Messages of the stream. */
  readonly stream: Line[] = [];
  readonly answers: Line[] = [];
  /** Ids of questions that were taken back. */
  readonly cancelled: unknown[] = [];
  readonly exited: Promise<unknown[]>;
  private ids = 0;

  constructor(
    model: ScriptedModel,
    private readonly options: HostOptions = {},
  ) {
    this.process = spawnClaudeCode(model)({ args: options.args ?? [], cwd: "/shop", signal: options.signal });
    this.exited = once(this.process, "exit");
    createInterface({ input: this.process.stdout }).on("line", (line) =>
      this.receive(JSON.parse(line) as Line),
    );
    this.control({ subtype: "initialize", sdkMcpServers: ["shop"], ...options.initialize });
  }

  control(request: object): void {
    this.write({ type: "control_request", request_id: `h${String((this.ids += 1))}`, request });
  }

  /** Asks, and waits for the result. */
  async prompt(content: string): Promise<Line[]> {
    const from = this.stream.length;
    this.write({
      type: "user",
      message: { role: "user", content },
      parent_tool_use_id: null,
      session_id: "",
    });
    await this.until(() => this.stream.slice(from).some(({ type }) => type === "result"));
    return this.stream.slice(from);
  }

  async until(holds: () => boolean): Promise<void> {
    // A process that is gone says nothing more.
    while (!holds() && !this.process.killed) await sleep(1);
  }

  write(line: object | string): void {
    this.process.stdin.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  }

  private receive(line: Line): void {
    if (line.type === "control_request") void this.answer(line);
    else if (line.type === "control_cancel_request") this.cancelled.push(line.request_id);
    else (line.type === "control_response" ? this.answers : this.stream).push(line);
  }

  private async answer({ request_id, request }: Line): Promise<void> {
    try {
      const response = await this.respond(request as Asked);
      this.write({ type: "control_response", response: { subtype: "success", request_id, response } });
    } catch (error) {
      const response = { subtype: "error", request_id, error: (error as Error).message };
      this.write({ type: "control_response", response });
    }
  }

  private async respond(asked: Asked): Promise<object | undefined> {
    switch (asked.subtype) {
      case "can_use_tool":
        return this.options.canUseTool?.(asked.tool_name, asked.input);
      case "hook_callback":
        return this.options.hooks?.[asked.callback_id]?.(asked.input as HookInput);
      default:
        if (asked.server_name !== "shop") throw new Error(`no server ${asked.server_name}`);
        return {
          mcp_response: { jsonrpc: "2.0", id: asked.message.id ?? 0, ...(await serve(asked.message)) },
        };
    }
  }
}

interface Asked {
  subtype: string;
  callback_id: string;
  server_name: string;
  tool_name: string;
  input: unknown;
  message: Rpc;
}

interface Rpc {
  id?: number;
  method: string;
  params?: { name: string; arguments: unknown };
}

async function serve({ method, params }: Rpc): Promise<object> {
  const set = shop();
  if (method === "tools/list") {
    const tools = set.toolsSchema.map(({ input_schema, ...rest }) => ({
      ...rest,
      inputSchema: input_schema,
    }));
    return { result: { tools } };
  }
  if (method !== "tools/call" || params === undefined) return { result: {} };
  try {
    const use = { type: "tool_use" as const, id: "t", name: params.name, input: params.arguments };
    const { content } = await set.runTool(use);
    return { result: { content: [{ type: "text", text: content }] } };
  } catch (error) {
    return { result: { content: [{ type: "text", text: (error as Error).message }], isError: true } };
  }
}

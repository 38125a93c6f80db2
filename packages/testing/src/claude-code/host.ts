import { isObject } from "../wire/shapes";
import { controlCancel, controlRequest, mcpToolName, type Json } from "./protocol";

/** A tool of an MCP server in the host's process. */
export interface HostTool {
  server: string;
  name: string;
  definition: { name: string; description?: string; input_schema: Json };
}

/** The host's side of the pipe: questions to it, each with its answer. */
export class Host {
  private readonly open = new Map<
    string,
    { resolve: (response: Json) => void; reject: (error: Error) => void }
  >();
  private asked = 0;
  private rpcId = 0;

  constructor(private readonly write: (line: Json) => void) {}

  /** @throws Error with the host's words where it refuses; the signal's reason, and the question is taken back */
  ask(request: Json, signal?: AbortSignal): Promise<Json> {
    const id = `stand-in-${String((this.asked += 1))}`;
    return new Promise<Json>((resolve, reject) => {
      const takeBack = (): void => {
        this.open.delete(id);
        this.write(controlCancel(id));
        reject(signal?.reason as Error);
      };
      const settled = <T>(settle: (value: T) => void) => {
        return (value: T): void => {
          signal?.removeEventListener("abort", takeBack);
          settle(value);
        };
      };
      this.open.set(id, { resolve: settled(resolve), reject: settled(reject) });
      signal?.addEventListener("abort", takeBack, { once: true });
      this.write(controlRequest(id, request));
    });
  }

  /** A `control_response` of the host's. */
  answered(response: Json): void {
    const id = String(response.request_id);
    const question = this.open.get(id);
    this.open.delete(id);
    if (response.subtype === "success")
      question?.resolve(isObject(response.response) ? response.response : {});
    else question?.reject(new Error(String(response.error)));
  }

  /** The host is gone: nobody will answer. */
  close(reason: Error): void {
    for (const { reject } of this.open.values()) reject(reason);
    this.open.clear();
  }

  /** Shakes hands with an MCP server and lists its tools. */
  async toolsOf(server: string): Promise<HostTool[]> {
    const clientInfo = { name: "claude-code-stand-in", version: "0.0.0" };
    await this.rpc(server, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    await this.send(server, { jsonrpc: "2.0", method: "notifications/initialized" });
    const { tools } = await this.rpc(server, "tools/list", {});
    return (Array.isArray(tools) ? tools.filter(isObject) : []).map((tool) => ({
      server,
      name: String(tool.name),
      definition: {
        name: mcpToolName(server, String(tool.name)),
        ...(typeof tool.description === "string" && { description: tool.description }),
        input_schema: isObject(tool.inputSchema) ? tool.inputSchema : { type: "object" },
      },
    }));
  }

  /** The call as a `tool_result`: what MCP returns is put into the API's blocks. */
  async call({ server, name }: HostTool, id: string, input: unknown, signal: AbortSignal): Promise<Json> {
    try {
      const result = await this.rpc(server, "tools/call", { name, arguments: input }, signal);
      const content = (Array.isArray(result.content) ? result.content.filter(isObject) : []).map(apiBlock);
      return toolResult(id, content, result.isError === true);
    } catch (error) {
      signal.throwIfAborted();
      return toolResult(
        id,
        [{ type: "text", text: error instanceof Error ? error.message : String(error) }],
        true,
      );
    }
  }

  private async rpc(server: string, method: string, params: Json, signal?: AbortSignal): Promise<Json> {
    const id = (this.rpcId += 1);
    const reply = await this.send(server, { jsonrpc: "2.0", id, method, params }, signal);
    const { result, error } = reply;
    if (isObject(error)) throw new Error(String(error.message));
    return isObject(result) ? result : {};
  }

  private async send(server_name: string, message: Json, signal?: AbortSignal): Promise<Json> {
    const request = { subtype: "mcp_message", server_name, message };
    const { mcp_response: reply } = await this.ask(request, signal);
    return isObject(reply) ? reply : {};
  }
}

/** An error result holds text only, and never none. */
export function toolResult(id: string, content: Json[], isError: boolean): Json {
  const texts = content.filter(({ type }) => type === "text");
  const blocks = isError ? (texts.length > 0 ? texts : [{ type: "text", text: "Error" }]) : content;
  return {
    type: "tool_result",
    tool_use_id: id,
    ...(blocks.length > 0 && { content: blocks }),
    ...(isError && { is_error: true }),
  };
}

function apiBlock(block: Json): Json {
  if (block.type === "text") return { type: "text", text: block.text };
  if (block.type === "image") {
    return { type: "image", source: { type: "base64", media_type: block.mimeType, data: block.data } };
  }
  // Resources and links: the model reads what they say of themselves.
  return { type: "text", text: JSON.stringify(block) };
}

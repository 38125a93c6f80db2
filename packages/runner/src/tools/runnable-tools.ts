import {
  ToolSet,
  type ContentBlock,
  type RunToolOptions,
  type ToolDefinition,
  type ToolOutput,
  type ToolUse,
} from "@skills/core";
import type { BetaRunnableTool, BetaToolUseBlock } from "../sdk-types";

/** The fields of a client tool that the API knows: a runnable tool's functions and private state stay here. */
const API_FIELDS = new Set([
  "type",
  "name",
  "description",
  "input_schema",
  "strict",
  "cache_control",
  "defer_loading",
  "allowed_callers",
  "input_examples",
  "eager_input_streaming",
  "configs",
  "display_width_px",
  "display_height_px",
  "display_number",
  "enable_zoom",
  "max_characters",
]);

/** A `BetaRunnableTool` of the SDK as a set of one tool. */
export class RunnableToolSet extends ToolSet {
  private readonly definition: ToolDefinition;

  constructor(readonly runnable: BetaRunnableTool) {
    super();
    const fields =
      "toJSON" in runnable && typeof runnable.toJSON === "function"
        ? (runnable.toJSON as () => object).call(runnable)
        : (runnable as object);
    // Own and API-known fields only, in their order: what is sent is what the SDK's runner sends.
    this.definition = Object.fromEntries(
      Object.entries(fields).filter(([field]) => API_FIELDS.has(field)),
    ) as unknown as ToolDefinition;
  }

  override get toolsSchema(): ToolDefinition[] {
    return [this.definition];
  }

  override async runTool(toolUse: ToolUse, options: RunToolOptions = {}): Promise<ToolOutput> {
    const input: unknown = this.runnable.parse ? this.runnable.parse(toolUse.input) : toolUse.input;
    const block = toolUse as BetaToolUseBlock;
    const content = await this.runnable.run(input, {
      toolUse: block,
      toolUseBlock: block,
      signal: options.signal,
    });
    return {
      toolUseId: toolUse.id,
      name: toolUse.name,
      value: content,
      // Also documents, search results and tool references: core needs no names for what it only passes on.
      content: content as string | ContentBlock[],
      isError: false,
    };
  }
}

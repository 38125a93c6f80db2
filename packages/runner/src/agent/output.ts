import {
  BasicToolSet,
  ToolContext,
  type GivenObjectSchema,
  type InputIssue,
  type InputSchema,
  type ObjectSchema,
  type StandardSchema,
} from "@skills/core";
import { messageOf, RunError } from "../errors";
import { callsIn } from "../history/history";
import type { LoopParams } from "../loop/loop-options";
import type { BetaMessageParam, BetaToolUseBlock } from "../sdk-types";

/** What an answer has to be: a class that class-validator knows, a Standard Schema, or JSON Schema of an object. */
export type OutputType<Output = unknown> =
  StandardSchema<unknown, Output> | (new () => Output & object) | GivenObjectSchema;

/**
 * How the model is told of it: by the API's own format, or by a tool that takes the answer as its input. `auto`: the
 * format, and the tool once the API refused it.
 */
export type OutputMode = "auto" | "native" | "tool";

/** The tool that takes the answer, where the API does not shape it. */
export const ANSWER_TOOL = "final_answer";

type Fields = Pick<LoopParams, "tools" | "output_config">;

/** The type of an agent's answers: how requests ask for it, and what comes of an answer. */
export class AnswerFormat<Output> {
  private readonly tool = new BasicToolSet();
  private readonly schema: ObjectSchema;
  private format?: Record<string, unknown>;

  /** @throws SkillsError S114 where no JSON Schema can be made of the type */
  constructor(
    type: OutputType<Output>,
    private readonly mode: OutputMode,
  ) {
    this.tool.addTool({
      name: ANSWER_TOOL,
      description: "Give the final answer. Call this once, when everything else is done: it ends the task.",
      inputSchema: type as InputSchema,
      run: (answer) => answer,
      interpretAsResponse: true,
    });
    this.schema = this.tool.toolsSchema[0]?.input_schema as ObjectSchema;
    this.format = mode === "tool" ? undefined : nativeFormat(this.schema);
    if (mode === "native" && !this.format) {
      throw new RunError("S423", "the outputType cannot be sent as the API's own format", {
        help: 'leave outputMode out, or say "tool"',
      });
    }
  }

  /** The request's fields, with those that ask for such an answer. */
  applied<Params extends Fields>(params: Params): Params {
    const { format: _ours, ...config } = params.output_config ?? {};
    const others = (params.tools ?? []).filter((tool) => tool !== this.tool);
    if (!this.format) {
      const { output_config: _config, ...rest } = params;
      const kept = Object.keys(config).length > 0 ? { output_config: config } : {};
      return { ...rest, ...kept, tools: [...others, this.tool] } as unknown as Params;
    }
    const format = { type: "json_schema" as const, schema: this.format };
    return { ...params, output_config: { ...config, format } };
  }

  /** Whether the API refused the format; from now on the tool takes its place. */
  fallsBack(error: unknown): boolean {
    const { status } = (error ?? {}) as { status?: unknown };
    const refused = status === 400 && /output_(config|format)|structured output/i.test(messageOf(error));
    if (!refused || !this.format || this.mode !== "auto") return false;
    this.format = undefined;
    return true;
  }

  /** @throws BrokenSchemaError */
  async read(answer: unknown): Promise<Output> {
    const toolUse = { type: "tool_use" as const, id: "", name: ANSWER_TOOL, input: answer };
    return (await this.tool.tool(ANSWER_TOOL)?.run(answer, new ToolContext({ toolUse }))) as Output;
  }

  get wanted(): string {
    return this.format
      ? `Answer with JSON alone, of this schema: ${JSON.stringify(this.schema)}`
      : `Give your answer by calling ${ANSWER_TOOL}.`;
  }
}

/** The answer of one run: it is checked, and the model may mend it once. */
export class RunAnswer<Output> {
  value?: Output;
  private failures = 0;

  constructor(private readonly format: AnswerFormat<Output>) {}

  /**
   * What the model is to be told where its answer does not fit; undefined where it does.
   * @throws RunError S417 where it was told so before
   */
  async check(text: string, messages: readonly BetaMessageParam[]): Promise<string | undefined> {
    this.value = undefined;
    const call = answerCall(messages);
    try {
      this.value = await this.format.read(call ? call.input : parsed(text));
      return undefined;
    } catch (error) {
      const { issues } = error as { issues?: readonly InputIssue[] };
      const why = issues?.map(({ path, message }) => `- ${path || "the answer"}: ${message}`).join("\n");
      this.note(error);
      return `Your answer does not fit.\n${why ?? `- ${messageOf(error)}`}\n${this.format.wanted}`;
    }
  }

  /**
   * Take note of an answer that does not fit, and that the model is told of.
   * @throws RunError S417 where it was told so before
   */
  note(cause: unknown): void {
    this.failures += 1;
    if (this.failures < 2) return;
    throw new RunError("S417", `the answer does not fit the outputType: ${messageOf(cause)}`, {
      cause,
      help: "describe the type better, or loosen it; `messages` holds what the model said",
    });
  }
}

/** The answer that ended the run by its tool. */
function answerCall(messages: readonly BetaMessageParam[]): BetaToolUseBlock | undefined {
  const last = messages.findLast((message) => message.role === "assistant");
  return callsIn(last).find(({ name }) => name === ANSWER_TOOL);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`it is no JSON: ${messageOf(cause)}`, { cause });
  }
}

/** The schema as the API's format takes it; undefined where it does not, or where the SDK is not installed. */
function nativeFormat(schema: ObjectSchema): Record<string, unknown> | undefined {
  try {
    // The SDK knows which keywords the format takes; the rest it puts into descriptions.
    const { betaJSONSchemaOutputFormat } =
      require("@anthropic-ai/sdk/helpers/beta/json-schema") as typeof import("@anthropic-ai/sdk/helpers/beta/json-schema");
    return betaJSONSchemaOutputFormat(schema as { type: "object" }).schema;
  } catch {
    return undefined;
  }
}

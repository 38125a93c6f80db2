import { answerToolUse, ToolNotFoundError, wireForm, type Answer } from "@skills/core";
import { EXIT, type ExitCode } from "../exit-codes";
import { printJson, styled, type Io } from "../io";
import { holdersOf, type Holder } from "../target";
import { usage } from "../usage";

export interface CallOptions {
  input: string;
  lenient?: boolean;
  require?: string[];
  json?: boolean;
}

/** Calls a tool as a run would, and shows what the model would see. */
export async function call(target: string, tool: string, options: CallOptions, io: Io): Promise<ExitCode> {
  const input = parsed(options.input === "-" ? io.stdin() : options.input);
  const holders = await holdersOf(target, options.require);
  const set = holderOf(holders, tool).setFor(tool);
  const toolUse = { type: "tool_use" as const, id: "toolu_cli", name: tool, input };
  const logger = { ...console, error: () => {}, warn: () => {} };
  const answer = await answerToolUse(set, toolUse, { lenient: options.lenient, logger });
  if (options.json) printJson(io, answered(tool, answer));
  else print(answer, io);
  return answer.outcome === "ok" ? EXIT.ok : EXIT.yours;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw usage(
      `the input is no JSON: ${(cause as Error).message}`,
      `write it like this: --input '{"id": "A1"}'`,
    );
  }
}

function holderOf(holders: readonly Holder[], tool: string): Holder {
  const wire = wireForm(tool);
  const having = holders.filter(({ tools }) => tools.some(({ name }) => name === wire || name === tool));
  if (having.length > 1)
    throw usage(
      `${having.map(({ name }) => name).join(" and ")} have a tool ${tool}`,
      `say which: file.ts:${having[0]?.name ?? ""}`,
    );
  const [holder] = having;
  if (holder) return holder;
  throw new ToolNotFoundError(
    tool,
    holders.flatMap(({ tools }) => tools.map(({ name }) => name)),
  );
}

function answered(tool: string, { output, result, error, outcome }: Answer): object {
  const value = output?.value === undefined ? null : output.value;
  const message = error instanceof Error ? error.message : error === undefined ? undefined : String(error);
  return {
    tool,
    outcome,
    content: result.content ?? null,
    is_error: result.is_error ?? false,
    ...(outcome === "ok" ? { value } : {}),
    ...(message === undefined ? {} : { error: message }),
  };
}

function print({ result: { content }, error, outcome }: Answer, io: Io): void {
  if (outcome !== "ok") {
    const { stack, message } = error instanceof Error ? error : { stack: undefined, message: String(error) };
    // What the tool threw is for its author, with its place; what it was given wrong is told as the model is told.
    const text = outcome === "error" ? (stack ?? message) : typeof content === "string" ? content : message;
    io.err(`${styled(io, "red", outcome)} ${text}\n`);
    return;
  }
  if (typeof content === "string") io.out(`${indented(content)}\n`);
  else if (content !== undefined) printJson(io, content);
}

/** A value that went out as JSON is shown so that a person can read it. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

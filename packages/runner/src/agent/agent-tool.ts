import {
  BasicToolSet,
  ToolError,
  ToolSet,
  type RunToolOptions,
  type ToolContext,
  type ToolDefinition,
  type ToolOptions,
  type ToolOutput,
  type ToolSpec,
  type ToolUse,
} from "@skills/core";
import type { AgentRun } from "./agent-run";
import { scopeOf, type CallScope } from "../loop/call-scope";
import type { RunResult } from "./events";
import type { OutputType } from "./output";
import type { BetaMessageParam } from "../sdk-types";

const RESUMABLE = Symbol("@skills/runner: a call that goes on where it was");

export interface AgentToolOptions<Input = { task: string }> extends Pick<
  ToolOptions,
  "annotations" | "limits" | "needsApproval"
> {
  name: string;
  /** For the model that calls: what the agent can do, and what it has to be told. */
  description: string;
  /** Default: an object with a text `task`. */
  inputSchema?: OutputType<Input>;
  /** What the agent is asked. Default: the `task`, or the input as JSON where it has none. */
  prompt?: (input: Input) => string | BetaMessageParam[];
}

/** Starts the agent's run for one call. */
export type RunInside = (
  prompt: string | BetaMessageParam[],
  context: ToolContext,
  scope: CallScope | undefined,
) => AgentRun;

const TASK = {
  type: "object",
  properties: { task: { type: "string", description: "The task, with all that is needed to do it" } },
  required: ["task"],
  additionalProperties: false,
} as const;

/** An agent as a set of one tool: a call of it is a run of the agent. */
export class AgentTool<Input> extends ToolSet {
  private readonly described: BasicToolSet;

  constructor(
    private readonly options: AgentToolOptions<Input>,
    private readonly runInside: RunInside,
  ) {
    super();
    this.described = this.setFor(undefined);
  }

  override get toolsSchema(): ToolDefinition[] {
    return this.described.toolsSchema;
  }

  override tool(name: string): ToolSpec | undefined {
    return this.described.tool(name);
  }

  override async runTool(toolUse: ToolUse, options?: RunToolOptions): Promise<ToolOutput> {
    return this.setFor(scopeOf(options)).runTool(toolUse, options);
  }

  /** A tool knows of its run only what the context tells: what is beyond that comes with the set. */
  private setFor(scope: CallScope | undefined): BasicToolSet {
    const { prompt = taskOf, inputSchema, limits, ...options } = this.options;
    const set = new BasicToolSet();
    set.addTool({
      ...options,
      ...resumable,
      inputSchema: inputSchema ?? TASK,
      // The agent's own limits bound its run, and time that passes for a tool is none for an agent.
      limits: { timeoutMs: Infinity, ...limits },
      run: async (input, context) => {
        const run = this.runInside(prompt(input as Input), context, scope);
        return outcome(this.options.name, run, await follow(run, scope), scope);
      },
    });
    return set;
  }
}

const resumable = { [RESUMABLE]: true };

/** Whether a call of the tool, once begun, can go on from the journal without doing anything twice. */
export function isResumable(tool: ToolSpec | undefined): boolean {
  return (tool?.options as Partial<typeof resumable> | undefined)?.[RESUMABLE] ?? false;
}

async function follow(run: AgentRun, scope: CallScope | undefined): Promise<RunResult> {
  if (scope?.onEvent) for await (const event of run) scope.onEvent(event);
  return run;
}

function outcome(name: string, run: AgentRun, result: RunResult, scope: CallScope | undefined): unknown {
  const { status, text, limit, output } = result;
  if (status === "done") return output ?? text;
  if (status === "paused" && scope?.onPause) return scope.onPause(run.state());
  const why = limit === undefined ? status : `${status}: ${limit}`;
  const said = text === "" ? "" : ` Its last words: ${text}`;
  throw new ToolError(`${name} stopped before it was done (${why}).${said}`);
}

function taskOf(input: unknown): string {
  const { task } = input as { task?: unknown };
  return typeof task === "string" ? task : JSON.stringify(input);
}

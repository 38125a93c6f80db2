import { store } from "../store";
import { SkillsError } from "../errors";
import type { ToolCalls } from "../registry/tool-calls";
import type { ToolUse } from "../wire";

export interface ToolContextInit<State = unknown> {
  toolUse: ToolUse;
  signal?: AbortSignal;
  state?: State;
  idempotencyKey?: string;
  onProgress?: (progress: unknown) => void;
  /** Makes `context.tools` when a tool first asks for it. */
  tools?: () => ToolCalls;
}

/**
 * What a tool may ask about the call that it serves. A parameter of this type is given by the framework and
 * stays out of the schema.
 */
export class ToolContext<State = unknown> {
  /** The call, as the model made it. */
  readonly toolUse: ToolUse;
  /** The same for every attempt at one call: give it to a payment provider, a database. */
  readonly idempotencyKey: string;
  /** The caller's own value, as given to `respond`, `runTool` or the run. */
  readonly state: State;
  private readonly makeTools?: () => ToolCalls;
  private readonly onProgress?: (progress: unknown) => void;
  private madeTools?: ToolCalls;
  private givenSignal?: AbortSignal;

  constructor(init: ToolContextInit<State>) {
    this.toolUse = init.toolUse;
    this.givenSignal = init.signal;
    this.idempotencyKey = init.idempotencyKey ?? init.toolUse.id;
    this.state = init.state as State;
    this.makeTools = init.tools;
    this.onProgress = init.onProgress;
  }

  /** Aborted when the run ends or the tool's time is over; never aborted where nobody gave one. */
  get signal(): AbortSignal {
    // Made when it is asked for: most tools never look, and a controller a call is dear.
    return (this.givenSignal ??= new AbortController().signal);
  }

  /**
   * The tools that the class of this one names in its `uses`.
   *
   * @throws SkillsError S311 where the context was made by hand, without a registry
   */
  get tools(): ToolCalls {
    if (this.makeTools) return (this.madeTools ??= this.makeTools());
    throw new SkillsError("S311", "this context has no tools: it was made without a registry", {
      help: "run the tool through a tool set, or give tools to the ToolContext that you make",
    });
  }

  /** Tell whoever watches the run how far this call is. Any plain JSON value. */
  progress(progress: unknown): void {
    this.onProgress?.(progress);
  }
}

// So that each copy of this package knows the class of every other, where only emitted types tell a parameter.
store.contexts.add(ToolContext);
